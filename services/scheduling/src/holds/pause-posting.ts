import { CauseError } from '@reelwright/causes';
import { AppError } from '@reelwright/errors';
import type { Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { type PlanDeps, withNewestPlan } from '../entitlements/refresh-entitlement.ts';
import { lockAccount } from '../plans/account.repository.ts';
import { type PostingPause, pauseAfter } from '../plans/posting-pause.ts';
import { announcePostingRules } from '../settings/posting-rules.ts';
import { applyPause } from '../usage/pause-posting.ts';

/**
 * Pauses or resumes all posts of a user's calendar. While they are paused, none is committed and no video is requested;
 * a post whose last check was before the pause goes out. Without a plan that posts, only resuming is possible.
 *
 * @throws AppError PLAN_FEATURE, PLAN_UNKNOWN, ACCOUNT_DELETED
 */
export function pausePosting(deps: PlanDeps, userId: string, paused: boolean): Promise<PostingPause> {
  return withNewestPlan(deps, userId, () =>
    deps.db.transaction().execute((trx) => pauseUnderLock(trx, userId, paused, deps.clock.now())),
  );
}

async function pauseUnderLock(
  trx: Transaction<SchedulingDatabase>,
  userId: string,
  paused: boolean,
  now: Date,
): Promise<PostingPause> {
  const account = await lockAccount(trx, userId, now);
  if (account.deleted) throw new AppError('NOT_FOUND', 'ACCOUNT_DELETED', 'This account was deleted.');
  const posting = pauseAfter(account.posting, paused, now);
  if (!posting) return account.posting;
  if (paused && account.plan.tier === 'free') {
    throw new CauseError('PERMISSION_DENIED', { code: 'PLAN_FEATURE', data: { feature: 'calendar' } });
  }
  await applyPause(trx, account, { posting, revision: account.postingRevision + 1, now });
  await announcePostingRules(trx, userId, now);
  return posting;
}
