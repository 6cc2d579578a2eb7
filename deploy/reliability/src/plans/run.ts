import { moveClock, productTime } from '../people.ts';
import { say } from '../say.ts';
import type { Stack } from '../stack.ts';
import { type Fault, judge, type Seen, toldFault } from './judge.ts';
import { type Member, must, userOf } from './member.ts';
import { secondsOf, shown } from './months.ts';
import type { Ears } from './settled.ts';
import type { RemoteSubscription, StripeDesk } from './stripe-desk.ts';

/** What every group of a run works with. */
export interface Run {
  readonly stack: Stack;
  readonly stripe: StripeDesk;
  readonly ears: Ears;
  readonly random: () => number;
  readonly report: Report;
}

/** The cells of a run: how many there were, and which failed. */
export interface Report {
  readonly failed: { readonly cell: string; readonly faults: readonly string[] }[];
  count: number;
  /** Judges a cell: no faults is a pass. */
  note(cell: string, faults: readonly (Fault | string)[]): void;
}

export function newReport(): Report {
  const report: Report = {
    failed: [],
    count: 0,
    note(cell, faults) {
      report.count += 1;
      if (faults.length === 0) return;
      const lines = faults.map((fault) => (typeof fault === 'string' ? fault : toldFault(fault)));
      report.failed.push({ cell, faults: lines });
    },
  };
  return report;
}

/** Product time in unix seconds. */
export const now = async ({ stack }: Run): Promise<number> => secondsOf(await productTime(stack));

/** Moves product time there and waits until everybody has heard what that brings. */
export async function moveTo(run: Run, seconds: number): Promise<void> {
  await moveClock(run.stack, new Date(seconds * 1000));
  await run.ears.settled();
  say(`the clock shows ${shown(seconds)}`);
}

/** Looks at a person from every side. */
export async function look({ stripe }: Run, member: Member): Promise<Seen> {
  const { customer } = member;
  const [user, subscriptions, charges, invoices, { payments }] = await Promise.all([
    userOf(member),
    customer === '' ? [] : stripe.subscriptionsOf(customer),
    customer === '' ? [] : stripe.chargesOf(customer),
    customer === '' ? [] : stripe.invoicesOf(customer),
    must(member, 'GET', '/api/payments'),
  ]);
  const live = subscriptions.find(({ ended_at: ended }) => ended === null);
  return {
    user,
    subscriptions,
    nextPrice: await nextPriceOf(stripe, live),
    charges: charges.map(({ amount }) => amount),
    openInvoices: member.customerGone ? 0 : invoices.filter(({ status }) => status === 'open').length,
    payments: payments as Seen['payments'],
  };
}

async function nextPriceOf(stripe: StripeDesk, live: RemoteSubscription | undefined): Promise<string | undefined> {
  if (!live?.schedule) return undefined;
  const { phases } = await stripe.get<{ phases: { start_date: number; items: { price: string }[] }[] }>(
    `subscription_schedules/${live.schedule}`,
  );
  const end = live.items.data[0]?.current_period_end ?? 0;
  return phases.find(({ start_date: start }) => start >= end)?.items[0]?.price;
}

/**
 * Judges a person by what they should have.
 * @param more faults found before, e.g. of an answer
 * @returns whether they have what they should
 */
export async function judgeMember(
  run: Run,
  member: Member,
  cell: string,
  { more = [], ...how }: { more?: readonly Fault[]; lapsed?: boolean; pending?: boolean } = {},
): Promise<boolean> {
  try {
    const seen = await look(run, member);
    const faults = judge(member, seen, await now(run), how);
    run.report.note(cell, [...more, ...faults]);
    return faults.length === 0;
  } catch (error) {
    run.report.note(cell, [...more, String(error)]);
    return false;
  }
}
