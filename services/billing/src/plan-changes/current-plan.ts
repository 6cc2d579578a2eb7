import { AppError } from '@reelwright/errors';
import type { PriceList } from '../plans/plan-catalogue.ts';
import type { RemoteSubscription } from '../stripe/payments.ts';
import { hasLapsed, planOf, type Subscription } from '../subscriptions/subscription.ts';
import type { CurrentPlan } from './plan-change.ts';

/**
 * The current plan as `decideChange` needs it; undefined when the grace period is over.
 * @throws AppError UNKNOWN_PRICE (400) when its price is not in the settings and its plan was never known
 */
export function currentPlanOf(
  current: RemoteSubscription,
  lastKnown: Subscription,
  prices: PriceList,
  now: Date,
): CurrentPlan | undefined {
  if (hasLapsed(current, now)) return undefined;
  const choice = planOf(current, prices, lastKnown);
  if (!choice) {
    throw new AppError(
      'FAILED_PRECONDITION',
      'UNKNOWN_PRICE',
      'Your plan can’t be changed here right now. You can cancel it; for anything else, please write to us.',
    );
  }
  return {
    ...choice,
    isCancelling: current.endsAt !== null,
    hasNextPlan: current.nextPriceId !== null || current.hasPendingChange,
    isPastDue: current.state === 'past_due',
  };
}
