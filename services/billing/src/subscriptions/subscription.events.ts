import type { SubscriptionChanged } from '@reelwright/contracts';
import { plans } from '../plans/plan-catalogue.ts';
import type { Subscription } from './subscription.ts';

export function subscriptionChanged(subscription: Subscription): SubscriptionChanged {
  return {
    userId: subscription.userId,
    tier: subscription.tier,
    videosPerMonth: plans[subscription.tier].videosPerMonth,
    isAnnual: subscription.isAnnual,
    status: subscription.status,
    currentPeriodStart: subscription.currentPeriodStart ?? undefined,
    currentPeriodEnd: subscription.currentPeriodEnd ?? undefined,
    monthAnchor: subscription.monthAnchor ?? undefined,
    cancelledAt: subscription.cancelledAt ?? undefined,
    expiresAt: subscription.expiresAt ?? undefined,
    stripeSubscriptionId: subscription.stripeSubscriptionId ?? '',
    revision: subscription.revision,
    entitledUntil: subscription.lapsesAt ?? undefined,
    nextTier: subscription.nextTier ?? '',
    nextVideosPerMonth: subscription.nextTier ? plans[subscription.nextTier].videosPerMonth : 0,
  };
}
