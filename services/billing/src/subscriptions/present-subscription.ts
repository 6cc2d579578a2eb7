import { AppError } from '@reelwright/errors';
import { findAccount } from '../accounts/account.repository.ts';
import type { PresentPlan } from '../plan-changes/plan-change.ts';
import type { PriceList } from '../plans/plan-catalogue.ts';
import type { RemoteSubscription } from '../stripe/payments.ts';
import { readOwn } from './own-subscriptions.ts';
import { hasLapsed, planOf, type Subscription } from './subscription.ts';
import type { SyncDeps } from './sync-subscription.ts';

/** The subscription a user has at Stripe at this moment, paid or due; undefined when there is none. */
export async function findPresent(deps: SyncDeps, userId: string): Promise<RemoteSubscription | undefined> {
  const customerId = (await findAccount(deps.db, userId))?.stripe_customer_id;
  if (!customerId) return undefined;
  return (await readOwn(deps, userId, customerId)).current;
}

/** @throws AppError NO_PAID_SUBSCRIPTION (400) */
export async function requirePresent(deps: SyncDeps, userId: string): Promise<RemoteSubscription> {
  const present = await findPresent(deps, userId);
  if (!present) throw new AppError('FAILED_PRECONDITION', 'NO_PAID_SUBSCRIPTION', 'There is no paid plan to change.');
  return present;
}

/**
 * What the rules of a change go by; undefined when the grace is over.
 * @throws AppError UNKNOWN_PRICE (400) when neither its price nor, from before, its plan is known
 */
export function presentPlanOf(
  present: RemoteSubscription,
  lastKnown: Subscription,
  prices: PriceList,
  now: Date,
): PresentPlan | undefined {
  if (hasLapsed(present, now)) return undefined;
  const choice = planOf(present, prices, lastKnown);
  if (!choice) {
    throw new AppError(
      'FAILED_PRECONDITION',
      'UNKNOWN_PRICE',
      'Your plan can’t be changed here right now. You can cancel it; for anything else, please write to us.',
    );
  }
  return {
    ...choice,
    isCancelling: present.endsAt !== null,
    hasPlannedChange: present.nextPriceId !== null || present.hasPendingChange,
    isDue: present.state === 'due',
  };
}
