import type { SubscriptionChanged } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { isTier, type Tier } from '@reelwright/product';
import type { Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { lockAccount, writeEntitlement } from '../plans/account.repository.ts';
import { FREE_PLAN, type NextPlan, planAt } from '../plans/plan-rules.ts';
import { countUnpaid, fitEntries } from '../usage/fit-entries.ts';

type Subscription = Pick<
  SubscriptionChanged,
  | 'userId'
  | 'tier'
  | 'videosPerMonth'
  | 'status'
  | 'monthAnchor'
  | 'currentPeriodEnd'
  | 'entitledUntil'
  | 'nextTier'
  | 'nextVideosPerMonth'
  | 'revision'
>;

/**
 * Writes billing's plan of a user and fits the entries to it. @returns false if the known plan is as new
 * @throws AppError UNKNOWN_TIER, PLAN_WITHOUT_SIZE
 */
export async function applyEntitlement(
  trx: Transaction<SchedulingDatabase>,
  subscription: Subscription,
  now: Date,
): Promise<boolean> {
  const { userId, videosPerMonth, status, revision } = subscription;
  const tier = requireTier(subscription.tier);
  if (videosPerMonth < 1) {
    throw new AppError('INVALID_ARGUMENT', 'PLAN_WITHOUT_SIZE', `How many videos a month has the plan '${tier}'?`);
  }
  const account = await lockAccount(trx, userId, now);
  if (account.deleted || revision <= account.revision) return false;
  const monthAnchor = tier === 'free' ? null : (subscription.monthAnchor ?? null);
  const entitledUntil = subscription.entitledUntil ?? null;
  const next = nextPlan(subscription);
  const paidUntil = tier === 'free' ? account.paidUntil : (subscription.currentPeriodEnd ?? null);
  const entitlement = { tier, videosPerMonth, status, monthAnchor, entitledUntil, next, paidUntil, revision };
  await writeEntitlement(trx, userId, entitlement);
  const plan = planAt({ tier, videosPerMonth, monthAnchor, next, entitledUntil }, now);
  if (monthAnchor !== null && account.paidUntil !== null && account.paidUntil < monthAnchor) {
    await countUnpaid(trx, { userId, plan }, account.paidUntil, now);
  }
  await fitEntries(trx, { userId, plan }, now);
  return true;
}

/**
 * The free plan follows a cancelled one. A next plan of unknown size is applied when it begins, by billing's event.
 */
function nextPlan(subscription: Subscription): NextPlan | null {
  const { status, entitledUntil, currentPeriodEnd, nextTier, nextVideosPerMonth } = subscription;
  if (status === 'cancelling' && entitledUntil) {
    return { tier: 'free', videosPerMonth: FREE_PLAN.videosPerMonth, at: entitledUntil };
  }
  if (nextTier === '' || nextVideosPerMonth < 1 || !currentPeriodEnd) return null;
  return { tier: requireTier(nextTier), videosPerMonth: nextVideosPerMonth, at: currentPeriodEnd };
}

function requireTier(text: string): Tier {
  if (isTier(text)) return text;
  throw new AppError('INVALID_ARGUMENT', 'UNKNOWN_TIER', `There is no plan '${text}'.`);
}
