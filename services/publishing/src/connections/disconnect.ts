import type { Clock } from '@reelwright/clock';
import type { Transaction } from 'kysely';
import type { ConnectionRow, PublishingDatabase } from '../database.ts';
import type { ConnectionListener } from './connection-change.ts';
import { announceConnection } from './connections.repository.ts';

/**
 * Ends connections at once for us; the worker then gives the grant back at the provider and forgets the tokens.
 * @param erase the whole row goes too, once the grant was given back.
 * @param removedAtPlatform its user ended it there.
 */
export async function disconnect(
  trx: Transaction<PublishingDatabase>,
  { clock, onConnectionChange }: { readonly clock: Clock } & ConnectionListener,
  connections: readonly ConnectionRow[],
  { erase, removedAtPlatform = false }: { erase: boolean; removedAtPlatform?: boolean },
): Promise<void> {
  for (const { id } of connections) {
    const connection = await trx
      .updateTable('social_connections')
      .set((eb) => ({
        state: 'disconnected',
        cause: null,
        revoke_pending: true,
        ...(erase && { erase_pending: true }),
        work_at: clock.real(),
        // A refresh that is under way must not write its tokens back.
        token_version: eb('token_version', '+', 1),
        leased_until: null,
        revision: eb('revision', '+', 1),
        updated_at: clock.now(),
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!connection) continue;
    await announceConnection(trx, connection, clock.now());
    await onConnectionChange(trx, { type: 'disconnected', connection, removedAtPlatform }, clock.now());
  }
}
