import { monthsOf, type Plan, priceOf } from './catalogue.ts';
import { DAY, nextAnniversary, plusMonths } from './months.ts';

/** The free plan, or one of the four states of a paid plan. */
export type Status = 'free' | 'active' | 'cancelling' | 'downgrading' | 'overdue';

/** The plan a person should have, computed from their actions alone. Times are unix seconds, amounts are cents. */
export interface HeldPlan {
  readonly plan: Plan | undefined;
  readonly status: Status;
  /** When the subscription began. Billing months are counted from it, also when its periods change (decision 12). */
  readonly anchor: number;
  /** The instant that periods are counted from. */
  readonly cycle: number;
  /** The current period at Stripe; while overdue, the unpaid one. */
  readonly from: number;
  readonly until: number;
  /** The plan that follows at the period's end. */
  readonly next: Plan | undefined;
  /** Set to end with the period. */
  readonly ends: boolean;
  /** The sum of all charges. */
  readonly charged: number;
  /** The customer's credit, which Stripe subtracts from the next invoices. */
  readonly credit: number;
}

/** How long a plan continues in an unpaid period (decision 41). */
export const GRACE = 7 * DAY;

export const NOTHING: HeldPlan = {
  plan: undefined,
  status: 'free',
  anchor: 0,
  cycle: 0,
  from: 0,
  until: 0,
  next: undefined,
  ends: false,
  charged: 0,
  credit: 0,
};

function billed(heldPlan: HeldPlan, amount: number): HeldPlan {
  const due = amount - heldPlan.credit;
  return { ...heldPlan, charged: heldPlan.charged + Math.max(0, due), credit: Math.max(0, -due) };
}

/** Buys a plan: its first period is paid at once. */
export function bought(heldPlan: HeldPlan, plan: Plan, at: number): HeldPlan {
  const period = { anchor: at, cycle: at, from: at, until: plusMonths(at, monthsOf(plan)) };
  return billed({ ...heldPlan, ...period, plan, status: 'active', next: undefined, ends: false }, priceOf(plan));
}

/** The price of the rest of the period at an instant, by the second. */
function remainingPrice({ from, until }: HeldPlan, plan: Plan, at: number): number {
  return Math.round((priceOf(plan) * (until - at)) / (until - from));
}

/**
 * Changes the plan now. In the same interval the rest of the period is charged at the new price, in another a whole new
 * period; the unused part of the old price is subtracted.
 * @param priced the instant for which prices are computed: the preview's, if there was one
 */
export function upgraded(heldPlan: HeldPlan, plan: Plan, at: number, priced = at): HeldPlan {
  const { plan: before } = heldPlan;
  if (!before) throw new Error('no plan to upgrade');
  const unused = remainingPrice(heldPlan, before, priced);
  const after: HeldPlan = { ...heldPlan, plan, status: 'active', next: undefined, ends: false };
  if (plan.annual === before.annual) return billed(after, remainingPrice(heldPlan, plan, priced) - unused);
  return billed({ ...after, cycle: at, from: at, until: plusMonths(at, monthsOf(plan)) }, priceOf(plan) - unused);
}

/** A smaller plan from the period's end on (decision 5). */
export const planned = (heldPlan: HeldPlan, next: Plan): HeldPlan => ({
  ...heldPlan,
  status: 'downgrading',
  next,
  ends: false,
});

/** Ends with the period. An overdue plan stays overdue. */
export function cancelled(heldPlan: HeldPlan): HeldPlan {
  return { ...heldPlan, status: heldPlan.status === 'overdue' ? 'overdue' : 'cancelling', next: undefined, ends: true };
}

/** Withdraws a cancellation or a planned change. */
export function resumed(heldPlan: HeldPlan): HeldPlan {
  return { ...heldPlan, status: heldPlan.status === 'overdue' ? 'overdue' : 'active', next: undefined, ends: false };
}

/** The free plan, with the charges and credit so far. */
export const ended = ({ charged, credit }: HeldPlan): HeldPlan => ({ ...NOTHING, charged, credit });

/** The period ends and the next one begins. Its price is charged, or the plan is overdue when the card is declined. */
export function periodOver(heldPlan: HeldPlan, card: 'pays' | 'refuses'): HeldPlan {
  const plan = heldPlan.next ?? heldPlan.plan;
  if (!plan || !heldPlan.plan || heldPlan.status === 'cancelling') return ended(heldPlan);
  const cycle = plan.annual === heldPlan.plan.annual ? heldPlan.cycle : heldPlan.until;
  const until = nextAnniversary(cycle, heldPlan.until, monthsOf(plan));
  const begun: HeldPlan = { ...heldPlan, plan, cycle, from: heldPlan.until, until, next: undefined };
  return card === 'pays' ? billed({ ...begun, status: 'active' }, priceOf(plan)) : { ...begun, status: 'overdue' };
}

/** The open invoice is paid, within the grace or later. */
export function paid(heldPlan: HeldPlan): HeldPlan {
  if (!heldPlan.plan) throw new Error('no plan to pay for');
  return billed({ ...heldPlan, status: heldPlan.ends ? 'cancelling' : 'active' }, priceOf(heldPlan.plan));
}
