import { AppError } from '@reelwright/errors';
import type { Tier } from '@reelwright/product';
import { findAccount } from '../accounts/account.repository.ts';
import type { CheckoutDeps } from '../checkout/start-checkout.ts';
import { amountCents, type PlanChoice } from '../plans/plan-catalogue.ts';
import type { RemoteSubscription } from '../stripe/payments.ts';
import { monthsAfter } from '../subscriptions/calendar-months.ts';
import { findCurrent } from '../subscriptions/current-subscription.ts';
import { getSubscription } from '../subscriptions/subscription.repository.ts';
import { currentPlanOf } from './current-plan.ts';
import { decideChange, type PlanChange, paymentOverdue } from './plan-change.ts';

export const PREVIEW_KINDS = ['checkout', 'upgrade', 'downgrade', 'cancel', 'resume', 'none'] as const;

/** The effect of a change of plan, in EUR cents. */
export interface ChangePreview {
  readonly kind: (typeof PREVIEW_KINDS)[number];
  readonly dueNowCents: number;
  readonly currency: 'eur';
  /** The next charge after that, if there is one. */
  readonly nextChargeCents: number | null;
  readonly nextChargeAt: Date | null;
  /** Null: at once. */
  readonly effectiveAt: Date | null;
  /** A change that sends this charges exactly `dueNowCents`. Unix seconds. */
  readonly prorationDate: number | null;
}

/**
 * Computes the cost of a change. Writes nothing, neither here nor at Stripe.
 * @throws AppError PAYMENT_OVERDUE (400) like the change itself
 */
export async function previewChange(
  deps: CheckoutDeps,
  userId: string,
  request: { tier: Tier; isAnnual: boolean },
): Promise<ChangePreview> {
  const current = await findCurrent(deps, userId);
  const lastKnown = await getSubscription(deps.db, userId);
  const plan = current && currentPlanOf(current, lastKnown, deps.prices, deps.clock.now());
  const change = decideChange(plan, request);
  if (change.kind === 'reject') throw paymentOverdue();
  if (!current || !plan || change.kind === 'checkout') return previewCheckout(deps, userId, change, request);
  const priceCents = amountCents(request.tier, request.isAnnual);
  if (change.kind === 'upgrade') {
    return previewUpgrade(deps, current, { ...(request as PlanChoice), newPeriod: change.newPeriod });
  }
  const isPastDue = current.state === 'past_due';
  if (change.kind === 'cancel') {
    // An overdue plan has no paid time left, so it ends at once.
    return { ...noCharge, kind: 'cancel', effectiveAt: isPastDue ? null : (current.endsAt ?? current.periodEnd) };
  }
  if (change.kind === 'pay') {
    return {
      ...noCharge,
      kind: 'checkout',
      dueNowCents: current.latestInvoice?.amountDueCents ?? 0,
      nextChargeCents: amountCents(plan.tier, plan.isAnnual),
      nextChargeAt: current.periodEnd,
    };
  }
  const credit = await deps.payments.creditOf(current.customerId);
  const next = { nextChargeAt: current.periodEnd, nextChargeCents: Math.max(0, priceCents - credit) };
  if (change.kind === 'downgrade') return { ...noCharge, ...next, kind: 'downgrade', effectiveAt: current.periodEnd };
  return { ...noCharge, ...next, kind: change.kind };
}

const noCharge = {
  dueNowCents: 0,
  currency: 'eur',
  nextChargeCents: null,
  nextChargeAt: null,
  effectiveAt: null,
  prorationDate: null,
} as const;

async function previewCheckout(
  { db, payments, clock }: CheckoutDeps,
  userId: string,
  { kind }: PlanChange,
  { tier, isAnnual }: { tier: Tier; isAnnual: boolean },
): Promise<ChangePreview> {
  if (kind !== 'checkout') return { ...noCharge, kind: 'none' };
  const customerId = (await findAccount(db, userId))?.stripe_customer_id;
  const credit = customerId ? await payments.creditOf(customerId) : 0;
  const price = amountCents(tier, isAnnual);
  return {
    ...noCharge,
    kind,
    dueNowCents: Math.max(0, price - credit),
    nextChargeCents: Math.max(0, price - Math.max(0, credit - price)),
    nextChargeAt: monthsAfter(clock.now(), isAnnual ? 12 : 1),
  };
}

async function previewUpgrade(
  { payments, prices, clock }: CheckoutDeps,
  current: RemoteSubscription,
  { tier, isAnnual, newPeriod }: PlanChoice & { newPeriod: boolean },
): Promise<ChangePreview> {
  const at = prorationDateAt(current, clock.now());
  const terms = { priceId: prices.priceOf({ tier, isAnnual }), newPeriod, prorationDate: at };
  const { dueCents, creditCents } = await payments.previewUpgrade(current, terms);
  return {
    ...noCharge,
    kind: 'upgrade',
    dueNowCents: dueCents,
    nextChargeCents: Math.max(0, amountCents(tier, isAnnual) - creditCents),
    nextChargeAt: newPeriod ? monthsAfter(new Date(at * 1000), isAnnual ? 12 : 1) : current.periodEnd,
    prorationDate: at,
  };
}

const PREVIEW_VALID_SECONDS = 3600;

/** The current second, clamped to the current period because clocks differ a little. */
function prorationDateAt({ periodStart, periodEnd }: RemoteSubscription, now: Date): number {
  const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
  return Math.min(Math.max(seconds(now), seconds(periodStart)), seconds(periodEnd));
}

/**
 * Requires that a preview is at most an hour old and from the current period.
 * @throws AppError PREVIEW_EXPIRED (400)
 */
export function requireFresh(
  prorationDate: number,
  { periodStart, periodEnd }: Pick<RemoteSubscription, 'periodStart' | 'periodEnd'>,
  now: Date,
): void {
  const age = now.getTime() / 1000 - prorationDate;
  const isOfThisPeriod = prorationDate * 1000 >= periodStart.getTime() && prorationDate * 1000 <= periodEnd.getTime();
  if (age >= -1 && age <= PREVIEW_VALID_SECONDS && isOfThisPeriod) return;
  throw new AppError(
    'FAILED_PRECONDITION',
    'PREVIEW_EXPIRED',
    'The price shown is no longer current. Please look again.',
  );
}
