import type { Clock } from '@reelwright/clock';
import type { Transaction } from 'kysely';
import type { ConnectionRow, PublishingDatabase } from '../database.ts';
import { holdPosts, wakePosts } from '../posts/tell-connection.ts';
import { announceConnection } from './connections.repository.ts';

/**
 * Ends connections at once for us; the worker then gives the grant back at the provider and forgets the tokens.
 * @param erase the whole row goes too, once the grant was given back.
 * @param removedThere it was ended at the platform; posts say so, for the row that could tell will be gone.
 */
export async function disconnect(
  trx: Transaction<PublishingDatabase>,
  clock: Clock,
  connections: readonly ConnectionRow[],
  { erase, removedThere = false }: { erase: boolean; removedThere?: boolean },
): Promise<void> {
  for (const { id } of connections) {
    const row = await trx
      .updateTable('social_connections')
      .set((eb) => ({
        state: 'disconnected',
        cause: null,
        revoke_pending: true,
        ...(erase && { erase_pending: true }),
        work_at: clock.real(),
        // Whoever is refreshing these tokens right now may not write them back.
        token_version: eb('token_version', '+', 1),
        leased_until: null,
        revision: eb('revision', '+', 1),
        updated_at: clock.now(),
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!row) continue;
    await announceConnection(trx, row, clock.now());
    const whose = { userId: row.user_id, platform: row.platform, now: clock.now() };
    if (removedThere) await holdPosts(trx, whose, 'REMOVED_AT_PLATFORM');
    await wakePosts(trx, whose);
  }
}
