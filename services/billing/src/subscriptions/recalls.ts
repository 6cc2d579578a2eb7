import type { Clock } from '@reelwright/clock';
import { events, type SubscriptionChanged } from '@reelwright/contracts';
import { on, type Subscription as Reading } from '@reelwright/kafka';
import type { SubscriptionStatus, Tier } from '@reelwright/product';
import { ensureAccount, isOpen, lockAccount } from '../accounts/account.repository.ts';
import type { BillingDatabase } from '../database.ts';
import { getSubscription, saveSubscription } from './subscription.repository.ts';
import type { Subscription } from './subscription.ts';

/**
 * What this service has said of plans and a restored database of it has forgotten. Stripe is asked for everything after
 * that; what it changes is said with a higher revision than the others have seen.
 */
export function recalls(clock: Clock): Reading<BillingDatabase>[] {
  return [
    on(events.SubscriptionChanged, async (trx, { payload }) => {
      await ensureAccount(trx, payload.userId);
      const account = await lockAccount(trx, payload.userId);
      const known = await getSubscription(trx, payload.userId);
      if (!account || !isOpen(account) || known.revision >= payload.revision) return;
      await saveSubscription(trx, subscriptionOf(payload), clock.now());
    }),
  ];
}

function subscriptionOf(said: SubscriptionChanged): Subscription {
  return {
    userId: said.userId,
    tier: said.tier as Tier,
    isAnnual: said.isAnnual,
    status: said.status as SubscriptionStatus,
    currentPeriodStart: said.currentPeriodStart ?? null,
    currentPeriodEnd: said.currentPeriodEnd ?? null,
    monthAnchor: said.monthAnchor ?? null,
    cancelledAt: said.cancelledAt ?? null,
    expiresAt: said.expiresAt ?? null,
    nextTier: (said.nextTier || null) as Tier | null,
    nextIsAnnual: said.nextIsAnnual ?? null,
    overdueCents: said.overdueCents ?? null,
    overdueCurrency: said.overdueCurrency ?? null,
    stripeSubscriptionId: said.stripeSubscriptionId || null,
    lapsesAt: said.entitledUntil ?? null,
    revision: said.revision,
  };
}
