import type { Clock } from '@reelwright/clock';
import { events, type SubscriptionChanged } from '@reelwright/contracts';
import { on, type Subscription as Reading } from '@reelwright/kafka';
import type { SubscriptionStatus, Tier } from '@reelwright/product';
import { ensureAccount, isOpen, lockAccount } from '../accounts/account.repository.ts';
import type { BillingDatabase } from '../database.ts';
import { applyEvent } from './apply-event.ts';
import type { Subscription } from './subscription.ts';

/**
 * Restores the subscriptions that billing published and a restored database has lost. Stripe is read afterwards, so its
 * changes are published with a higher revision than consumers have seen.
 */
export function recalls(clock: Clock): Reading<BillingDatabase>[] {
  return [
    on(events.SubscriptionChanged, async (trx, { payload }) => {
      await ensureAccount(trx, payload.userId);
      const account = await lockAccount(trx, payload.userId);
      if (!account || !isOpen(account)) return;
      await applyEvent(trx, payload.userId, { type: 'recalled', published: subscriptionOf(payload) }, clock.now());
    }),
  ];
}

function subscriptionOf(event: SubscriptionChanged): Subscription {
  return {
    userId: event.userId,
    tier: event.tier as Tier,
    isAnnual: event.isAnnual,
    status: event.status as SubscriptionStatus,
    currentPeriodStart: event.currentPeriodStart ?? null,
    currentPeriodEnd: event.currentPeriodEnd ?? null,
    monthAnchor: event.monthAnchor ?? null,
    cancelledAt: event.cancelledAt ?? null,
    expiresAt: event.expiresAt ?? null,
    nextTier: (event.nextTier || null) as Tier | null,
    nextIsAnnual: event.nextIsAnnual ?? null,
    overdueCents: event.overdueCents ?? null,
    overdueCurrency: event.overdueCurrency ?? null,
    stripeSubscriptionId: event.stripeSubscriptionId || null,
    lapsesAt: event.entitledUntil ?? null,
    revision: event.revision,
  };
}
