import { type Kysely, sql, type Transaction } from 'kysely';
import type { AnalyticsDatabase } from '../database.ts';
import { lockUser } from '../users/user.repository.ts';
import { utcDay } from './page-view.ts';

export interface PageView {
  readonly path: string;
  readonly userAgent: string | null;
  readonly ipAddress: string | null;
  readonly referer: string | null;
  readonly userId: string | null;
}

/** Records a view and counts it for its day. The count is last, because all visitors of a page lock the same row. */
export async function recordPageView(db: Kysely<AnalyticsDatabase>, view: PageView, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // A browser may report the last page after the account was deleted.
    const isKnown = view.userId !== null && (await lockUser(trx, view.userId));
    await trx
      .insertInto('page_views')
      .values({
        path: view.path,
        user_agent: view.userAgent,
        ip_address: view.ipAddress,
        referer: view.referer,
        user_id: isKnown ? view.userId : null,
        created_at: now,
      })
      .execute();
    await trx
      .insertInto('page_view_days')
      .values({ day: utcDay(now), path: view.path, views: 1 })
      .onConflict((conflict) =>
        conflict.columns(['day', 'path']).doUpdateSet({ views: sql<number>`page_view_days.views + 1` }),
      )
      .execute();
  });
}

/** @returns the number of views that stay without the user's id */
export async function anonymizePageViewsOf(trx: Transaction<AnalyticsDatabase>, userId: string): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('page_views')
    .set({ user_id: null, ip_address: null, user_agent: null, referer: null })
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Deletes up to `limit` views older than `before`; the daily counts stay. @returns the number of deleted views */
export async function deletePageViews(db: Kysely<AnalyticsDatabase>, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from page_views where id in
    (select id from page_views where created_at < ${before} order by created_at limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
