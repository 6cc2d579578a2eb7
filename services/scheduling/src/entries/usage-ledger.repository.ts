import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';

/** One line of the ledger. The sum of a month's deltas is its usage. */
export interface LedgerLine {
  readonly userId: string;
  readonly quotaMonth: Date;
  readonly videoId: string;
  /** reserve takes one of the month's videos, commit confirms it, release returns it. */
  readonly kind: 'reserve' | 'commit' | 'release';
}

const DELTA = { reserve: 1, commit: 0, release: -1 } as const;

export async function writeLedger(
  trx: Transaction<SchedulingDatabase>,
  lines: readonly LedgerLine[],
  at: Date,
): Promise<void> {
  if (lines.length === 0) return;
  await trx
    .insertInto('usage_ledger')
    .values(
      lines.map(({ userId, quotaMonth, videoId, kind }) => ({
        user_id: userId,
        quota_month: quotaMonth,
        video_id: videoId,
        kind,
        delta: DELTA[kind],
        at,
      })),
    )
    .execute();
}

/** Inserts lines for many videos in SQL; `videos` has id, user_id and quota_month. */
export function ledgerLines(kind: LedgerLine['kind'], videos: RawBuilder<unknown>, at: Date): RawBuilder<unknown> {
  return sql`
    insert into usage_ledger (user_id, quota_month, video_id, kind, delta, at)
    select user_id, quota_month, id, ${kind}::text, ${DELTA[kind]}::smallint, ${at}::timestamptz from ${videos}`;
}

/** Adds lines until the ledger of a restored database agrees with the user's entries. */
export async function balanceLedger(trx: Transaction<SchedulingDatabase>, userId: string, now: Date): Promise<void> {
  await sql`
    insert into usage_ledger (user_id, quota_month, video_id, kind, delta, at)
    select v.user_id, v.quota_month, v.id, case when counts.now < counts.due then 'reserve' else 'release' end,
           counts.due - counts.now, ${now}
      from scheduled_videos v
     cross join lateral (
           select coalesce(sum(delta), 0)::int as now, case v.quota_state when 'released' then 0 else 1 end as due
             from usage_ledger u where u.user_id = v.user_id and u.video_id = v.id) counts
     where v.user_id = ${userId} and counts.now <> counts.due`.execute(trx);
}

/** @returns the number of deleted lines */
export async function deleteLedger(trx: Transaction<SchedulingDatabase>, userId: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('usage_ledger')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The number of used videos in the month that begins at `quotaMonth`. */
export async function usedIn(db: Kysely<SchedulingDatabase>, userId: string, quotaMonth: Date): Promise<number> {
  const row = await db
    .selectFrom('usage_ledger')
    .select(sql<number>`coalesce(sum(delta), 0)::int`.as('used'))
    .where('user_id', '=', userId)
    .where('quota_month', '=', quotaMonth)
    .executeTakeFirstOrThrow();
  return row.used;
}
