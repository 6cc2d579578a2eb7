import { events } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
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

/**
 * Erases what is personal, and says so. What the totals count — money, videos, views — stays without a name. Call lockUser
 * first.
 */
export async function eraseUser(trx: Transaction<AnalyticsDatabase>, userId: string, now: Date): Promise<void> {
  await trx.insertInto('deleted_users').values({ user_id: userId, deleted_at: now }).execute();
  const erase = async (table: 'users' | 'subscriptions' | 'configurations' | 'connections') => {
    const { numDeletedRows } = await trx.deleteFrom(table).where('user_id', '=', userId).executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  };
  const unname = async (table: 'payments' | 'videos' | 'regenerations') => {
    const changed = trx.updateTable(table).set({ user_id: null }).where('user_id', '=', userId);
    return Number((await changed.executeTakeFirstOrThrow()).numUpdatedRows);
  };
  const views = await trx
    .updateTable('page_views')
    .set({ user_id: null, ip_address: null, user_agent: null, referer: null })
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const records = (await erase('users')) + (await erase('subscriptions')) + (await erase('configurations'));
  const items = [
    { what: 'records of you', count: records + (await erase('connections')) },
    { what: 'page views, kept without a name', count: Number(views.numUpdatedRows) },
    {
      what: 'counted payments and videos, kept without a name',
      count: (await unname('payments')) + (await unname('videos')) + (await unname('regenerations')),
    },
  ];
  await enqueueEvent(trx, events.AccountErased, { userId, service: 'analytics', items, erasedAt: now }, now);
}
