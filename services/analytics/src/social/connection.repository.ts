import type { Insertable, Transaction } from 'kysely';
import type { AnalyticsDatabase } from '../database.ts';

type Trx = Transaction<AnalyticsDatabase>;

/** Saves the state of a connection, unless a later revision is stored. */
export async function saveConnection(
  trx: Trx,
  connection: Insertable<AnalyticsDatabase['connections']>,
): Promise<void> {
  const { state, revision } = connection;
  await trx
    .insertInto('connections')
    .values(connection)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'platform'])
        .doUpdateSet({ state, revision })
        .where('connections.revision', '<', revision),
    )
    .execute();
}

/** @returns the number of deleted rows */
export async function deleteConnections(trx: Trx, userId: string): Promise<number> {
  const query = trx.deleteFrom('connections').where('user_id', '=', userId);
  return Number((await query.executeTakeFirstOrThrow()).numDeletedRows);
}
