import type { Clock } from '@reelwright/clock';
import type { SchedulingServiceServer } from '@reelwright/contracts';
import type { AsyncHandlers } from '@reelwright/grpc';
import type { Kysely } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { usedIn } from '../entries/usage-ledger.repository.ts';
import { readAccount } from '../plans/account.repository.ts';
import { billingMonthOf } from '../plans/billing-month.ts';
import { lastRegeneratedAt } from '../regeneration/regeneration.repository.ts';

type UsageRpc = AsyncHandlers<Pick<SchedulingServiceServer, 'getUsage'>>;

/** GetUsage: the videos used and the renders made in the current billing month. */
export function usageRpc({ db, clock }: { db: Kysely<SchedulingDatabase>; clock: Clock }): UsageRpc {
  return {
    async getUsage({ userId }) {
      const now = clock.now();
      const { plan } = await readAccount(db, userId, now);
      const month = billingMonthOf(now, plan);
      const [videosUsedThisMonth, videosGeneratedThisMonth, regeneratedAt] = await Promise.all([
        usedIn(db, userId, month.start),
        generatedIn(db, userId, month),
        lastRegeneratedAt(db, userId),
      ]);
      return {
        userId,
        videosUsedThisMonth,
        videosGeneratedThisMonth,
        resetsAt: month.end,
        lastRegeneratedAt: regeneratedAt,
      };
    },
  };
}

/** Counts every finished render, including regenerations. */
async function generatedIn(
  db: Kysely<SchedulingDatabase>,
  userId: string,
  month: { start: Date; end: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('video_renders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('state', '=', 'done')
    .where('finished_at', '>=', month.start)
    .where('finished_at', '<', month.end)
    .executeTakeFirstOrThrow();
  return Number(count);
}
