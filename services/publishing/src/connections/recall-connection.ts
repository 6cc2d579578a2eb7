import type { Clock } from '@reelwright/clock';
import type { ConnectionChanged } from '@reelwright/contracts';
import type { Transaction } from 'kysely';
import type { PublishingDatabase } from '../database.ts';
import { isPlatform } from '../platforms/platform.ts';
import { changeConnection } from './change-connection.ts';
import type { ConnectionListener } from './connection-change.ts';
import { lockConnection } from './connections.repository.ts';

/** Applies an announcement of this service that its restored database has forgotten. */
export async function recallConnection(
  trx: Transaction<PublishingDatabase>,
  { clock, ...deps }: { readonly clock: Clock } & ConnectionListener,
  { userId, platform, state, revision }: ConnectionChanged,
): Promise<void> {
  if (!isPlatform(platform)) return;
  const connection = await lockConnection(trx, userId, platform);
  if (!connection) return;
  const event = { type: 'recalled' as const, state, revision, real: clock.real() };
  await changeConnection(trx, deps, connection, event, clock.now());
}
