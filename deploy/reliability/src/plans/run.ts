import { moveClock, productTime } from '../people.ts';
import { say } from '../say.ts';
import type { Stack } from '../stack.ts';
import { judge, type Mismatch, mismatchText, type ObservedState } from './judge.ts';
import { type Member, must, userOf } from './member.ts';
import { isoOf, secondsOf } from './months.ts';
import type { RemoteSubscription, StripeClient } from './stripe-client.ts';
import type { Waits } from './waits.ts';

/** The parts of a run that all groups share. */
export interface Run {
  readonly stack: Stack;
  readonly stripe: StripeClient;
  readonly waits: Waits;
  readonly random: () => number;
  readonly report: Report;
}

/** The number of judged cells, and the failed ones. */
export interface Report {
  readonly failed: { readonly cell: string; readonly mismatches: readonly string[] }[];
  count: number;
  /** Counts a cell, which passes if it has no mismatches. */
  note(cell: string, mismatches: readonly (Mismatch | string)[]): void;
}

export function newReport(): Report {
  const report: Report = {
    failed: [],
    count: 0,
    note(cell, mismatches) {
      report.count += 1;
      if (mismatches.length === 0) return;
      const lines = mismatches.map((mismatch) => (typeof mismatch === 'string' ? mismatch : mismatchText(mismatch)));
      report.failed.push({ cell, mismatches: lines });
    },
  };
  return report;
}

/** Product time in unix seconds. */
export const now = async ({ stack }: Run): Promise<number> => secondsOf(await productTime(stack));

/** Moves product time and waits until all services have handled what falls due. */
export async function moveTo(run: Run, seconds: number): Promise<void> {
  await moveClock(run.stack, new Date(seconds * 1000));
  await run.waits.settled();
  say(`the clock shows ${isoOf(seconds)}`);
}

/** Reads a person's state in Reelwright and at Stripe. */
export async function readSeen({ stripe }: Run, member: Member): Promise<ObservedState> {
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
    payments: payments as ObservedState['payments'],
  };
}

async function nextPriceOf(stripe: StripeClient, live: RemoteSubscription | undefined): Promise<string | undefined> {
  if (!live?.schedule) return undefined;
  const { phases } = await stripe.get<{ phases: { start_date: number; items: { price: string }[] }[] }>(
    `subscription_schedules/${live.schedule}`,
  );
  const end = live.items.data[0]?.current_period_end ?? 0;
  return phases.find(({ start_date: start }) => start >= end)?.items[0]?.price;
}

/**
 * Compares a person's state with the expected one.
 * @param more mismatches found before, such as those of a response
 * @returns whether the state is as expected
 */
export async function judgeMember(
  run: Run,
  member: Member,
  cell: string,
  { more = [], ...how }: { more?: readonly Mismatch[]; lapsed?: boolean; pending?: boolean } = {},
): Promise<boolean> {
  try {
    const seen = await readSeen(run, member);
    const mismatches = judge(member, seen, await now(run), how);
    run.report.note(cell, [...more, ...mismatches]);
    return mismatches.length === 0;
  } catch (error) {
    run.report.note(cell, [...more, String(error)]);
    return false;
  }
}
