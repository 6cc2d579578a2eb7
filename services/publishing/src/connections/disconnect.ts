import type { Clock } from '@reelwright/clock';
import type { Transaction } from 'kysely';
import type { ConnectionRow, PublishingDatabase } from '../database.ts';
import { changeConnection } from './change-connection.ts';
import type { ConnectionListener } from './connection-change.ts';

/**
 * Ends locked connections at once for us; the worker then gives the grant back at the provider and deletes the tokens.
 * @param erase the whole row is deleted too, once the grant was given back.
 * @param removedAtPlatform its user ended it there.
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
