import { type Kysely, sql } from 'kysely';
import { lockUser } from '../accounts/account.repository.ts';
import type { AnalyticsDatabase } from '../database.ts';
import { utcDay } from './page-view.ts';

export interface PageView {
  readonly path: string;
  readonly userAgent: string | null;
  readonly ipAddress: string | null;
  readonly referer: string | null;
  readonly userId: string | null;
}

/** Records a view and counts it for its day. The count comes last: every visitor of a page shares its row. */
export async function recordPageView(db: Kysely<AnalyticsDatabase>, view: PageView, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // The last page of somebody who left is told after they have gone.
    const isHere = view.userId !== null && (await lockUser(trx, view.userId));
    await trx
      .insertInto('page_views')
      .values({
        path: view.path,
        user_agent: view.userAgent,
        ip_address: view.ipAddress,
        referer: view.referer,
        user_id: isHere ? view.userId : null,
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

/** Removes up to `limit` views from before `before`; the daily counts stay. @returns how many went */
export async function forgetPageViews(db: Kysely<AnalyticsDatabase>, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from page_views where id in
    (select id from page_views where created_at < ${before} order by created_at limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
