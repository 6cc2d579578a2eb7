import { credentials } from '@reelwright/sandbox/credentials';
import { FREE_VIDEOS, type Plan, SOLD } from './catalogue.ts';
import { GRACE, type HeldPlan } from './held.ts';
import type { User } from './member.ts';
import { isoOf, nextAnniversary, nextCalendarMonth, secondsOf } from './months.ts';
import type { RemoteSubscription } from './stripe-client.ts';

/** A person's state in Reelwright and at Stripe. */
export interface ObservedState {
  readonly user: User;
  /** All subscriptions of their customer, also ended ones; empty without a customer. */
  readonly subscriptions: readonly RemoteSubscription[];
  /** The price that a schedule sets at the period's end. */
  readonly nextPrice: string | undefined;
  /** The amounts of all successful charges, in cents. */
  readonly charges: readonly number[];
  /** The number of open invoices. */
  readonly openInvoices: number;
  /** The response of GET /api/payments. */
  readonly payments: readonly Payment[];
}

export interface Payment {
  readonly amountCents: number;
  readonly refundedCents: number;
  readonly disputed: boolean;
}

/** The state a person should have: plan, used videos, refunds and disputes. */
export interface ExpectedState {
  readonly heldPlan: HeldPlan;
  readonly used: number;
  readonly refunded: number;
  readonly disputed: boolean;
}

/** One difference between the expected and the seen state. */
export interface Mismatch {
  readonly what: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** These may differ while an upgrade waits for its payment, because Stripe releases the schedule for it. */
const WAITING = ['pending change at Stripe', 'next price at Stripe'];

const { prices } = credentials.stripe;
const priceId = ({ tier, annual }: Plan): string => prices[`${tier}${annual ? 'Annual' : 'Monthly'}`];
const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0);
const at = (text: string | null | undefined) => (text ? secondsOf(text) : null);
const STATUSES = {
  free: 'none',
  active: 'active',
  cancelling: 'cancelling',
  downgrading: 'downgrade_pending',
  overdue: 'past_due',
} as const;

/** The fields that are not as expected. */
export function differences(
  expected: Readonly<Record<string, unknown>>,
  actual: Readonly<Record<string, unknown>>,
): Mismatch[] {
  return Object.entries(expected)
    .filter(([what, value]) => JSON.stringify(value) !== JSON.stringify(actual[what]))
    .map(([what, value]) => ({ what, expected: value, actual: actual[what] }));
}

/** Compares the response of GET /api/auth/user with the plan at an instant. */
function ofUser(heldPlan: HeldPlan, used: number, user: User, now: number): Mismatch[] {
  const { plan, status } = heldPlan;
  const graceEnd = status === 'overdue' ? heldPlan.from + GRACE : null;
  const expected = {
    tier: plan?.tier ?? 'free',
    isAnnual: plan?.annual ?? false,
    limit: plan ? SOLD[plan.tier].videos : FREE_VIDEOS,
    used,
    generated: 0,
    usageResetsAt: plan ? nextAnniversary(heldPlan.anchor, now) : nextCalendarMonth(now),
    expiresAt: graceEnd ?? (heldPlan.ends ? heldPlan.until : null),
    isCancelled: heldPlan.ends,
    status: STATUSES[status],
    currentPeriodEnd: plan ? (status === 'overdue' ? heldPlan.from : heldPlan.until) : null,
    paymentDueBy: graceEnd,
    nextTier: heldPlan.next?.tier ?? null,
  };
  return differences(expected, {
    tier: user.subscriptionTier,
    isAnnual: user.isAnnual,
    limit: user.videosPerMonth,
    used: user.videosUsedThisMonth,
    generated: user.videosGeneratedThisMonth,
    usageResetsAt: at(user.usageResetsAt),
    expiresAt: at(user.subscriptionExpiresAt),
    isCancelled: user.subscriptionCancelledAt !== null,
    status: user.subscriptionStatus,
    currentPeriodEnd: at(user.currentPeriodEnd),
    paymentDueBy: at(user.paymentDueBy),
    nextTier: user.nextTier,
  });
}

/** Compares the subscription at Stripe with the plan. `lapsed`: free already, while Stripe still retries the card. */
function ofStripe(heldPlan: HeldPlan, { subscriptions, nextPrice, user }: ObservedState, lapsed: boolean): Mismatch[] {
  const live = subscriptions.filter(({ ended_at: ended }) => ended === null);
  const { plan } = heldPlan;
  if (!plan) {
    return differences(
      { 'live subscriptions': lapsed ? 1 : 0, stripeSubscriptionId: null },
      { 'live subscriptions': live.length, stripeSubscriptionId: user.stripeSubscriptionId },
    );
  }
  const [one] = live;
  if (!one || live.length > 1) return [{ what: 'live subscriptions', expected: 1, actual: live.length }];
  const [item] = one.items.data;
  return differences(
    {
      'status at Stripe': heldPlan.status === 'overdue' ? 'past_due' : 'active',
      'items at Stripe': 1,
      'price at Stripe': priceId(plan),
      'period at Stripe': [heldPlan.from, heldPlan.until],
      'ends at Stripe': heldPlan.ends ? heldPlan.until : null,
      'next price at Stripe': heldPlan.next && priceId(heldPlan.next),
      'pending change at Stripe': false,
      stripeSubscriptionId: one.id,
    },
    {
      'status at Stripe': one.status,
      'items at Stripe': one.items.data.length,
      'price at Stripe': item?.price.id,
      'period at Stripe': [item?.current_period_start, item?.current_period_end],
      'ends at Stripe': one.cancel_at,
      'next price at Stripe': nextPrice,
      'pending change at Stripe': one.pending_update !== null,
      stripeSubscriptionId: user.stripeSubscriptionId,
    },
  );
}

/** Compares all that is seen with what is expected: the user's view, Stripe's state, and the payments. */
export function judge(
  { heldPlan, used, refunded, disputed }: ExpectedState,
  actual: ObservedState,
  now: number,
  { lapsed = false, pending = false } = {},
): Mismatch[] {
  const { payments } = actual;
  const money = differences(
    {
      charged: heldPlan.charged,
      'charges shown as payments': [...actual.charges].sort(),
      'refunds shown': refunded,
      'dispute shown': disputed,
      ...(!pending && { 'open invoices': heldPlan.status === 'overdue' || lapsed ? 1 : 0 }),
    },
    {
      charged: sum(actual.charges),
      'charges shown as payments': payments.map(({ amountCents }) => amountCents).sort(),
      'refunds shown': sum(payments.map(({ refundedCents }) => refundedCents)),
      'dispute shown': payments.some((payment) => payment.disputed),
      'open invoices': actual.openInvoices,
    },
  );
  const atStripe = ofStripe(heldPlan, actual, lapsed).filter(({ what }) => !pending || !WAITING.includes(what));
  return [...ofUser(heldPlan, used, actual.user, now), ...atStripe, ...money];
}

export const mismatchText = ({ what, expected, actual }: Mismatch): string =>
  `${what}: expected ${valueText(what, expected)}, seen ${valueText(what, actual)}`;

const INSTANTS = /At$|End$|By$|^period|^ends at/;
function valueText(what: string, value: unknown): string {
  const one = (part: unknown) => (typeof part === 'number' && INSTANTS.test(what) ? isoOf(part) : JSON.stringify(part));
  return Array.isArray(value) ? `[${value.map(one).join(', ')}]` : (one(value) ?? 'nothing');
}
