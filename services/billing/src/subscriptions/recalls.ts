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

function subscriptionOf(changed: SubscriptionChanged): Subscription {
  return {
    userId: changed.userId,
    tier: changed.tier as Tier,
    isAnnual: changed.isAnnual,
    status: changed.status as SubscriptionStatus,
    currentPeriodStart: changed.currentPeriodStart ?? null,
    currentPeriodEnd: changed.currentPeriodEnd ?? null,
    monthAnchor: changed.monthAnchor ?? null,
    cancelledAt: changed.cancelledAt ?? null,
    expiresAt: changed.expiresAt ?? null,
    nextTier: (changed.nextTier || null) as Tier | null,
    nextIsAnnual: changed.nextIsAnnual ?? null,
    overdueCents: changed.overdueCents ?? null,
    overdueCurrency: changed.overdueCurrency ?? null,
    stripeSubscriptionId: changed.stripeSubscriptionId || null,
    lapsesAt: changed.entitledUntil ?? null,
    revision: changed.revision,
  };
}
