import type { SubscriptionStatus, Tier } from '@reelwright/product';
import type { PlanChoice, PriceList } from '../plans/plan-catalogue.ts';
import type { RemoteSubscription } from '../stripe/payments.ts';
import { monthsAfter } from './calendar-months.ts';

/** A user's entitlement, as last read from Stripe. */
export interface Subscription {
  readonly userId: string;
  readonly tier: Tier;
  readonly isAnnual: boolean;
  readonly status: SubscriptionStatus;
  /** The paid period. Null on the free plan. */
  readonly currentPeriodStart: Date | null;
  readonly currentPeriodEnd: Date | null;
  /** The start of the first billing month, also on annual plans. */
  readonly monthAnchor: Date | null;
  readonly cancelledAt: Date | null;
  /** When access ends, if an end is known. */
  readonly expiresAt: Date | null;
  /** The plan that follows at the period's end. */
  readonly nextTier: Tier | null;
  /** Whether that plan is billed annually; null without one, and in rows written before this column existed. */
  readonly nextIsAnnual: boolean | null;
  /** The amount due of the overdue invoice and its currency. Null when no invoice is overdue. */
  readonly overdueCents: number | null;
  readonly overdueCurrency: string | null;
  readonly stripeSubscriptionId: string | null;
  /** When the plan becomes free, unless a later read from Stripe extends it. Null on the free plan. */
  readonly lapsesAt: Date | null;
  readonly revision: number;
}

/** How long a paid plan lasts after its paid period when the renewal is unpaid. */
const GRACE_DAYS = 7;

export function freePlan(userId: string, revision = 0): Subscription {
  return {
    userId,
    tier: 'free',
    isAnnual: false,
    status: 'none',
    currentPeriodStart: null,
    currentPeriodEnd: null,
    monthAnchor: null,
    cancelledAt: null,
    expiresAt: null,
    nextTier: null,
    nextIsAnnual: null,
    overdueCents: null,
    overdueCurrency: null,
    stripeSubscriptionId: null,
    lapsesAt: null,
    revision,
  };
}

/** The plan of a subscription, by its price; when the price is not in the settings, the plan last known. */
export function planOf(
  { id, priceId }: RemoteSubscription,
  prices: PriceList,
  lastKnown: Subscription,
): PlanChoice | undefined {
  const { tier, isAnnual, stripeSubscriptionId } = lastKnown;
  return prices.choiceOf(priceId) ?? (tier !== 'free' && stripeSubscriptionId === id ? { tier, isAnnual } : undefined);
}

/** An event of a subscription. */
export type SubscriptionEvent =
  /** Stripe has responded; `remote` is undefined when the user has no subscription there. */
  | { readonly type: 'read'; readonly remote: RemoteSubscription | undefined; readonly prices: PriceList }
  /** Stripe does not respond; the plan may have lapsed meanwhile. */
  | { readonly type: 'stripe_unavailable' }
  /** A restored database has lost what was published. */
  | { readonly type: 'recalled'; readonly published: Subscription };

export interface SubscriptionTransition {
  readonly subscription: Subscription;
  readonly effects: { readonly save: boolean; readonly publish: boolean };
}

/** The subscription after an event. Only this function decides a user's entitlement. Pure. */
export function transition(before: Subscription, event: SubscriptionEvent, now: Date): SubscriptionTransition {
  switch (event.type) {
    case 'read':
      return nextRevision(before, entitlementFrom(before, event.remote, event.prices, now));
    case 'stripe_unavailable':
      return nextRevision(before, entitlementAt(before, now));
    case 'recalled': {
      const isNewer = event.published.revision > before.revision;
      return { subscription: isNewer ? event.published : before, effects: { save: isNewer, publish: false } };
    }
  }
}

/** A changed entitlement is saved as the next revision and published. */
function nextRevision(before: Subscription, after: Subscription): SubscriptionTransition {
  if (sameEntitlement(before, after)) return { subscription: before, effects: { save: false, publish: false } };
  return { subscription: { ...after, revision: before.revision + 1 }, effects: { save: true, publish: true } };
}

/** The entitlement of a subscription at Stripe. `before` stays when neither its price nor its plan is known. */
function entitlementFrom(
  before: Subscription,
  remote: RemoteSubscription | undefined,
  prices: PriceList,
  now: Date,
): Subscription {
  const { userId, revision } = before;
  if (!remote || remote.state === 'incomplete' || remote.state === 'ended') return freePlan(userId, revision);
  const choice = planOf(remote, prices, before);
  if (!choice) return entitlementAt(before, now);
  const isPastDue = remote.state === 'past_due';
  const paidUntil = paidUntilOf(remote);
  const months = choice.isAnnual ? 12 : 1;
  const next = prices.choiceOf(remote.nextPriceId);
  const lapsesAt = lapseOf(remote);
  return entitlementAt(
    {
      userId,
      tier: choice.tier,
      isAnnual: choice.isAnnual,
      status: isPastDue ? 'past_due' : remote.endsAt ? 'cancelling' : next ? 'downgrade_pending' : 'active',
      currentPeriodStart: isPastDue ? monthsAfter(paidUntil, -months) : remote.periodStart,
      currentPeriodEnd: paidUntil,
      // Not Stripe's anchor, which moves when an annual period begins: used quota of the month stays used.
      monthAnchor: remote.startedAt,
      cancelledAt: remote.endsAt ? remote.cancelledAt : null,
      // While a payment is overdue the current period is not paid, so access lasts for the grace only.
      expiresAt: isPastDue ? lapsesAt : remote.endsAt,
      nextTier: next?.tier ?? null,
      nextIsAnnual: next?.isAnnual ?? null,
      ...overdueOf(remote),
      stripeSubscriptionId: remote.id,
      lapsesAt,
      revision,
    },
    now,
  );
}

/**
 * Stripe starts the next period before it is paid, so the paid time of an overdue plan ends where that period starts.
 */
function paidUntilOf({ state, periodStart, periodEnd }: RemoteSubscription): Date {
  return state === 'past_due' ? periodStart : periodEnd;
}

/** The overdue amount: that of the invoice that Stripe tries to collect. */
function overdueOf({ state, latestInvoice }: RemoteSubscription) {
  const isOpen = state === 'past_due' && latestInvoice !== null && latestInvoice.amountDueCents > 0;
  return {
    overdueCents: isOpen ? latestInvoice.amountDueCents : null,
    overdueCurrency: isOpen ? latestInvoice.currency : null,
  };
}

/** When a subscription lapses unless it is renewed or paid. */
function lapseOf(remote: RemoteSubscription): Date {
  const graceEnds = addDays(paidUntilOf(remote), GRACE_DAYS);
  return remote.endsAt && remote.endsAt < graceEnds ? remote.endsAt : graceEnds;
}

/** Whether it is overdue for longer than the grace. The plan is then free, although Stripe still tries to collect. */
export function hasLapsed(remote: RemoteSubscription, now: Date): boolean {
  return remote.state === 'past_due' && lapseOf(remote) <= now;
}

/**
 * The entitlement at an instant, even if webhooks were lost: a cancelled plan lapses at its end, any other plan seven
 * days after the last paid period.
 */
export function entitlementAt(subscription: Subscription, now: Date): Subscription {
  const { userId, lapsesAt, revision } = subscription;
  return lapsesAt !== null && lapsesAt <= now ? freePlan(userId, revision) : subscription;
}

/** Whether two entitlements are equal except for the revision. */
export function sameEntitlement(one: Subscription, other: Subscription): boolean {
  return JSON.stringify({ ...one, revision: 0 }) === JSON.stringify({ ...other, revision: 0 });
}

/** The current subscription: paid before unpaid before not started, then the oldest. */
export function currentOf(remotes: readonly RemoteSubscription[]): RemoteSubscription | undefined {
  const order = ['active', 'past_due', 'incomplete'];
  // The list is newest first, and the sort keeps the order of two from the same second.
  return [...remotes]
    .reverse()
    .sort(
      (one, other) =>
        order.indexOf(one.state) - order.indexOf(other.state) || one.startedAt.getTime() - other.startedAt.getTime(),
    )[0];
}

/** A customer's subscriptions other than the current one, for which they would pay twice. */
export function surplusOf(remotes: readonly RemoteSubscription[]): RemoteSubscription[] {
  const current = currentOf(remotes);
  return remotes.filter((remote) => remote.id !== current?.id && remote.state !== 'incomplete');
}

function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * 86_400_000);
}
