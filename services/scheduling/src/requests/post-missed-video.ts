import { CauseError } from '@reelwright/causes';
import { AppError } from '@reelwright/errors';
import type { Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { type PlanDeps, withNewestPlan } from '../entitlements/refresh-entitlement.ts';
import { saveEntry } from '../entries/entry.repository.ts';
import { canPostNow, transition } from '../entries/entry.ts';
import { lockEntry } from '../entries/lock-entry.ts';
import { usedIn } from '../entries/usage-ledger.repository.ts';
import { lockAccount } from '../plans/account.repository.ts';
import { billingMonthOf } from '../plans/billing-month.ts';
import { pastPlan } from '../plans/past-plan.ts';
import { planOfEntry } from '../plans/plan-rules.ts';
import { requireUnpaused } from '../plans/posting-pause.ts';
import { readConfiguration } from '../settings/configuration.repository.ts';

/**
 * 'Post now' for an entry that was missed before its video was requested: the video is made now and goes out when it
 * is ready. Its quota is reserved again, in the current month. The entry keeps its place on the calendar. A missed
 * post of a finished video is retried by publishing.
 *
 * @throws AppError NO_SUCH_VIDEO, NOT_RETRYABLE for an entry that was not missed, POSTING_PAUSED, PLAN_FEATURE, PLAN_LIMIT_REACHED,
 *   PLAN_UNKNOWN
 */
export async function postMissedVideo(deps: PlanDeps, userId: string, videoId: string): Promise<void> {
  await withNewestPlan(deps, userId, () =>
    deps.db.transaction().execute((trx) => postUnderLock(trx, userId, videoId, deps.clock.now())),
  );
}

async function postUnderLock(
  trx: Transaction<SchedulingDatabase>,
  userId: string,
  videoId: string,
  now: Date,
): Promise<void> {
  const { plan, posting } = await lockAccount(trx, userId, now);
  const entry = await lockEntry(trx, videoId, userId);
  if (!entry) throw new AppError('NOT_FOUND', 'NO_SUCH_VIDEO', 'There is no such video.');
  if (!canPostNow(entry)) {
    throw new AppError('ABORTED', 'NOT_RETRYABLE', 'This video was not missed: there is nothing to post now.');
  }
  requireUnpaused(posting);
  if (plan.tier === 'free') {
    throw new CauseError('PERMISSION_DENIED', { code: 'PLAN_FEATURE', data: { feature: 'posting' } });
  }
  const quotaMonth = billingMonthOf(now, plan).start;
  const configuration = await readConfiguration(trx, userId);
  if ((await usedIn(trx, userId, quotaMonth)) >= planOfEntry(plan, now).mostEntries) {
    throw pastPlan(now, plan, configuration.timeZone);
  }
  await saveEntry(trx, transition(entry, { type: 'posted_now', configuration, quotaMonth }, now), now);
}
