import type { Clock } from '@reelwright/clock';
import type { Transaction } from 'kysely';
import type { ConnectionRow, PublishingDatabase } from '../database.ts';
import { changeConnection } from './change-connection.ts';
import type { ConnectionListener } from './connection-change.ts';

/**
 * Ends locked connections here at once; the worker then revokes the grant at the provider and deletes the tokens.
 * @param erase delete the whole row too, after the grant was revoked
 * @param removedAtPlatform the user ended it there
 */
export async function disconnect(
  trx: Transaction<PublishingDatabase>,
  { clock, ...deps }: { readonly clock: Clock } & ConnectionListener,
  connections: readonly ConnectionRow[],
  { erase, removedAtPlatform = false }: { erase: boolean; removedAtPlatform?: boolean },
): Promise<void> {
  for (const connection of connections) {
    const event = { type: 'disconnected' as const, erase, removedAtPlatform, real: clock.real() };
    await changeConnection(trx, deps, connection, event, clock.now());
  }
}
