import { AppError } from '@reelwright/errors';
import { findAccount } from '../accounts/account.repository.ts';
import type { PriceList } from '../plans/plan-catalogue.ts';
import type { RemoteSubscription } from '../stripe/payments.ts';
import type { PresentPlan } from './plan-change.ts';
import { currentOf, hasLapsed } from './subscription.ts';
import type { SyncDeps } from './sync-subscription.ts';

/** The subscription a user has at Stripe at this moment, paid or due; undefined when there is none. */
export async function findPresent(deps: SyncDeps, userId: string): Promise<RemoteSubscription | undefined> {
  const customerId = (await findAccount(deps.db, userId))?.stripe_customer_id;
  if (!customerId) return undefined;
  const current = currentOf(await deps.payments.listSubscriptions(customerId));
  return current?.state === 'starting' ? undefined : current;
}

/** @throws AppError NO_PAID_SUBSCRIPTION (400) */
export async function requirePresent(deps: SyncDeps, userId: string): Promise<RemoteSubscription> {
  const present = await findPresent(deps, userId);
  if (!present) throw new AppError('FAILED_PRECONDITION', 'NO_PAID_SUBSCRIPTION', 'There is no paid plan to change.');
  return present;
}

/** What the rules of a change go by; undefined for a price that is not sold here, and when the grace is over. */
export function presentPlanOf(present: RemoteSubscription, prices: PriceList, now: Date): PresentPlan | undefined {
  const choice = prices.choiceOf(present.priceId);
  if (hasLapsed(present, now)) return undefined;
  return (
    choice && {
      ...choice,
      isCancelling: present.endsAt !== null,
      hasPlannedChange: present.nextPriceId !== null || present.hasPendingChange,
      isDue: present.state === 'due',
    }
  );
}
