import { monthsOf, type Plan, priceOf } from './catalogue.ts';
import { DAY, nextAnniversary, plusMonths } from './months.ts';

/** What a person can be in: on the free plan, or on a paid one in one of four ways. */
export type Status = 'free' | 'active' | 'cancelling' | 'downgrading' | 'overdue';

/** What a person has by the rules, worked out here from what they did. Times are unix seconds, money is cents. */
export interface Held {
  readonly plan: Plan | undefined;
  readonly status: Status;
  /** When the subscription began: billing months are counted from it, whatever happens to its periods (decision 12). */
  readonly anchor: number;
  /** What periods are counted from. */
  readonly cycle: number;
  /** The period that runs at Stripe; the one that is not paid yet while overdue. */
  readonly from: number;
  readonly until: number;
  /** The plan that follows at the period's end. */
  readonly next: Plan | undefined;
  /** Set to end with the period. */
  readonly ends: boolean;
  /** All that was taken from the card. */
  readonly charged: number;
  /** What Stripe owes them and takes off the next invoices. */
  readonly credit: number;
}

/** How long a plan goes on after a period that nobody has paid for (decision 41). */
export const GRACE = 7 * DAY;

export const NOTHING: Held = {
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

function billed(held: Held, amount: number): Held {
  const due = amount - held.credit;
  return { ...held, charged: held.charged + Math.max(0, due), credit: Math.max(0, -due) };
}

/** Buys a plan: its first period is paid at once. */
export function bought(held: Held, plan: Plan, at: number): Held {
  const period = { anchor: at, cycle: at, from: at, until: plusMonths(at, monthsOf(plan)) };
  return billed({ ...held, ...period, plan, status: 'active', next: undefined, ends: false }, priceOf(plan));
}

/** What of a period's price is left at an instant, by the second. */
function left({ from, until }: Held, plan: Plan, at: number): number {
  return Math.round((priceOf(plan) * (until - at)) / (until - from));
}

/**
 * Another plan now. The same interval: the rest of the period is charged at the new price, less what is left of the old.
 * Another interval: a whole new period begins now, less what is left of the old.
 * @param priced the instant that prices are reckoned at: that of the preview, when the change was previewed
 */
export function upgraded(held: Held, plan: Plan, at: number, priced = at): Held {
  const { plan: before } = held;
  if (!before) throw new Error('nothing to upgrade');
  const unused = left(held, before, priced);
  const after: Held = { ...held, plan, status: 'active', next: undefined, ends: false };
  if (plan.annual === before.annual) return billed(after, left(held, plan, priced) - unused);
  return billed({ ...after, cycle: at, from: at, until: plusMonths(at, monthsOf(plan)) }, priceOf(plan) - unused);
}

/** A smaller plan from the period's end on (decision 5). */
export const planned = (held: Held, next: Plan): Held => ({ ...held, status: 'downgrading', next, ends: false });

/** Ends with the period; while overdue that changes nothing about what is owed. */
export function cancelled(held: Held): Held {
  return { ...held, status: held.status === 'overdue' ? 'overdue' : 'cancelling', next: undefined, ends: true };
}

/** A cancellation or a planned change is taken back. */
export function resumed(held: Held): Held {
  return { ...held, status: held.status === 'overdue' ? 'overdue' : 'active', next: undefined, ends: false };
}

/** No plan any more; what was paid stays paid. */
export const gone = ({ charged, credit }: Held): Held => ({ ...NOTHING, charged, credit });

/** The period is over: what follows begins, and its price is charged, or not when the card refuses. */
export function periodOver(held: Held, card: 'pays' | 'refuses'): Held {
  const plan = held.next ?? held.plan;
  if (!plan || !held.plan || held.status === 'cancelling') return gone(held);
  const cycle = plan.annual === held.plan.annual ? held.cycle : held.until;
  const until = nextAnniversary(cycle, held.until, monthsOf(plan));
  const begun: Held = { ...held, plan, cycle, from: held.until, until, next: undefined };
  return card === 'pays' ? billed({ ...begun, status: 'active' }, priceOf(plan)) : { ...begun, status: 'overdue' };
}

/** What is owed is paid after all, within the grace or later. */
export function paid(held: Held): Held {
  if (!held.plan) throw new Error('nothing is owed');
  return billed({ ...held, status: held.ends ? 'cancelling' : 'active' }, priceOf(held.plan));
}
