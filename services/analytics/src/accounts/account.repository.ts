import { sql, type Transaction } from 'kysely';
import type { AnalyticsDatabase } from '../database.ts';

/**
 * Makes the changes of one user wait for each other, over all topics, and tells whether the user is still with us.
 * Events of different topics have no order: one may come after the account has been erased.
 */
export async function lockUser(trx: Transaction<AnalyticsDatabase>, userId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 0))`.execute(trx);
  const gone = await trx.selectFrom('deleted_users').select('user_id').where('user_id', '=', userId).executeTakeFirst();
  return gone === undefined;
}

/** Erases what is personal. What the totals count — money, videos, views — stays without a name. */
export async function eraseUser(trx: Transaction<AnalyticsDatabase>, userId: string, now: Date): Promise<void> {
  await trx.insertInto('deleted_users').values({ user_id: userId, deleted_at: now }).execute();
  for (const table of ['users', 'subscriptions', 'configurations', 'connections'] as const) {
    await trx.deleteFrom(table).where('user_id', '=', userId).execute();
  }
  for (const table of ['payments', 'videos', 'regenerations'] as const) {
    await trx.updateTable(table).set({ user_id: null }).where('user_id', '=', userId).execute();
  }
  await trx
    .updateTable('page_views')
    .set({ user_id: null, ip_address: null, user_agent: null, referer: null })
    .where('user_id', '=', userId)
    .execute();
}
