import { type Kysely, sql, type Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';

/** One line of the ledger. A month's sum of deltas is what is used of it. */
export interface LedgerLine {
  readonly userId: string;
  readonly quotaMonth: Date;
  readonly videoId: string;
  /** reserve takes one of the month's videos, commit confirms it, release gives it back. */
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

/** How many videos of the month that begins at `quotaMonth` are taken. */
export async function usedIn(db: Kysely<SchedulingDatabase>, userId: string, quotaMonth: Date): Promise<number> {
  const row = await db
    .selectFrom('usage_ledger')
    .select(sql<number>`coalesce(sum(delta), 0)::int`.as('used'))
    .where('user_id', '=', userId)
    .where('quota_month', '=', quotaMonth)
    .executeTakeFirstOrThrow();
  return row.used;
}
