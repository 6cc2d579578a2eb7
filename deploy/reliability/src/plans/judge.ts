import { credentials } from '@reelwright/sandbox/credentials';
import { FREE_VIDEOS, type Plan, SOLD } from './catalogue.ts';
import { GRACE, type HeldPlan } from './held.ts';
import type { User } from './member.ts';
import { isoOf, nextAnniversary, nextCalendarMonth, secondsOf } from './months.ts';
import type { RemoteSubscription } from './stripe-client.ts';

/** A person's state in Reelwright and at Stripe. */
export interface Seen {
  readonly user: User;
  /** All subscriptions of their customer, also ended ones; empty without a customer. */
  readonly subscriptions: readonly RemoteSubscription[];
  /** The price that a schedule sets at the period's end. */
  readonly nextPrice: string | undefined;
  /** The amounts of all successful charges, in cents. */
  readonly charges: readonly number[];
  /** The number of open invoices. */
  readonly openInvoices: number;
  /** The answer of GET /api/payments. */
  readonly payments: readonly Payment[];
}

export interface Payment {
  readonly amountCents: number;
  readonly refundedCents: number;
  readonly disputed: boolean;
}

/** The state a person should have: plan, used videos, refunds and disputes. */
export interface Due {
  readonly held: HeldPlan;
  readonly used: number;
  readonly refunded: number;
  readonly disputed: boolean;
}

/** One difference between the expected and the seen state. */
export interface Fault {
  readonly what: string;
  readonly expected: unknown;
  readonly seen: unknown;
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
  seen: Readonly<Record<string, unknown>>,
): Fault[] {
  return Object.entries(expected)
    .filter(([what, value]) => JSON.stringify(value) !== JSON.stringify(seen[what]))
    .map(([what, value]) => ({ what, expected: value, seen: seen[what] }));
}

/** Compares the answer of GET /api/auth/user with the plan at an instant. */
function ofUser(held: HeldPlan, used: number, user: User, now: number): Fault[] {
  const { plan, status } = held;
  const graceEnd = status === 'overdue' ? held.from + GRACE : null;
  const expected = {
    tier: plan?.tier ?? 'free',
    isAnnual: plan?.annual ?? false,
    limit: plan ? SOLD[plan.tier].videos : FREE_VIDEOS,
    used,
    generated: 0,
    usageResetsAt: plan ? nextAnniversary(held.anchor, now) : nextCalendarMonth(now),
    expiresAt: graceEnd ?? (held.ends ? held.until : null),
    isCancelled: held.ends,
    status: STATUSES[status],
    currentPeriodEnd: plan ? (status === 'overdue' ? held.from : held.until) : null,
    paymentDueBy: graceEnd,
    nextTier: held.next?.tier ?? null,
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
function ofStripe(held: HeldPlan, { subscriptions, nextPrice, user }: Seen, lapsed: boolean): Fault[] {
  const live = subscriptions.filter(({ ended_at: ended }) => ended === null);
  const { plan } = held;
  if (!plan) {
    return differences(
      { 'live subscriptions': lapsed ? 1 : 0, stripeSubscriptionId: null },
      { 'live subscriptions': live.length, stripeSubscriptionId: user.stripeSubscriptionId },
    );
  }
  const [one] = live;
  if (!one || live.length > 1) return [{ what: 'live subscriptions', expected: 1, seen: live.length }];
  const [item] = one.items.data;
  return differences(
    {
      'status at Stripe': held.status === 'overdue' ? 'past_due' : 'active',
      'items at Stripe': 1,
      'price at Stripe': priceId(plan),
      'period at Stripe': [held.from, held.until],
      'ends at Stripe': held.ends ? held.until : null,
      'next price at Stripe': held.next && priceId(held.next),
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
  { held, used, refunded, disputed }: Due,
  seen: Seen,
  now: number,
  { lapsed = false, pending = false } = {},
): Fault[] {
  const { payments } = seen;
  const money = differences(
    {
      charged: held.charged,
      'charges shown as payments': [...seen.charges].sort(),
      'refunds shown': refunded,
      'dispute shown': disputed,
      ...(!pending && { 'open invoices': held.status === 'overdue' || lapsed ? 1 : 0 }),
    },
    {
      charged: sum(seen.charges),
      'charges shown as payments': payments.map(({ amountCents }) => amountCents).sort(),
      'refunds shown': sum(payments.map(({ refundedCents }) => refundedCents)),
      'dispute shown': payments.some((payment) => payment.disputed),
      'open invoices': seen.openInvoices,
    },
  );
  const atStripe = ofStripe(held, seen, lapsed).filter(({ what }) => !pending || !WAITING.includes(what));
  return [...ofUser(held, used, seen.user, now), ...atStripe, ...money];
}

export const faultText = ({ what, expected, seen }: Fault): string =>
  `${what}: expected ${valueText(what, expected)}, seen ${valueText(what, seen)}`;

const INSTANTS = /At$|End$|By$|^period|^ends at/;
function valueText(what: string, value: unknown): string {
  const one = (part: unknown) => (typeof part === 'number' && INSTANTS.test(what) ? isoOf(part) : JSON.stringify(part));
  return Array.isArray(value) ? `[${value.map(one).join(', ')}]` : (one(value) ?? 'nothing');
}
