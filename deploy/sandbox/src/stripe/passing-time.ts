import type { Account } from './account.ts';
import { collect, methodFor } from './collection.ts';
import { createInvoice } from './invoicing.ts';
import type { Invoice, Subscription } from './objects.ts';
import { periodAt } from './periods.ts';
import { wholePeriod } from './proration.ts';
import { enterNextPhase } from './schedules.ts';
import {
  changeSubscription,
  dropPending,
  endSubscription,
  followPayment,
  openInvoices,
  retryInvoice,
} from './subscriptions.ts';

const incompleteFor = 23 * 3600;
/** Far more steps than any advance of a clock needs. Beyond it the loop itself is broken. */
const maxSteps = 1_000;

/**
 * Plays all due events on each customer's clock: renewals, retries, ends, phase switches, expiries. They happen in order,
 * each at its own instant, however far the clock was moved.
 */
export function catchUp(account: Account): void {
  const open = Map.groupBy(
    account.invoices.filter(({ status }) => status === 'open'),
    ({ parent }) => parent.subscription_details.subscription,
  );
  for (const subscription of account.subscriptions.filter(isLive)) {
    const until = account.timeOf(subscription.customer);
    // Most subscriptions have nothing due, so the open invoices are read once for all.
    if (nextDue(account, subscription, open.get(subscription.id) ?? []).at > until) continue;
    for (let step = 0; step < maxSteps; step++) {
      const present = account.subscriptions.get(subscription.id);
      const due = present && isLive(present) ? nextDue(account, present, openInvoices(account, present.id)) : undefined;
      if (!due || due.at > until) break;
      account.instant = due.at;
      try {
        due.run();
      } finally {
        account.instant = null;
      }
    }
  }
  for (const session of account.sessions.filter(({ status }) => status === 'open')) {
    if (session.expires_at > account.timeOf(session.customer)) continue;
    account.emit('checkout.session.expired', account.sessions.update(session.id, { status: 'expired', url: null }));
  }
}

const isLive = ({ status }: Subscription): boolean => status !== 'canceled' && status !== 'incomplete_expired';

interface Due {
  at: number;
  run(): void;
}

/** The next due event. At the same instant an end is before a new phase, and that before a renewal. */
function nextDue(account: Account, subscription: Subscription, open: readonly Invoice[]): Due {
  const { id, status, cancel_at: end, pending_update: pending, created } = subscription;
  if (status === 'incomplete') {
    const expire = () => {
      changeSubscription(account, id, { status: 'incomplete_expired', ended_at: created + incompleteFor });
    };
    return { at: created + incompleteFor, run: expire };
  }
  const dues: Due[] = [];
  if (end !== null) dues.push({ at: end, run: () => void endSubscription(account, id, end, 'cancellation_requested') });
  if (pending) dues.push({ at: pending.expires_at, run: () => void dropPending(account, subscription) });
  const phase = subscription.schedule === null ? undefined : account.schedules.get(subscription.schedule);
  if (phase?.current_phase) {
    const { end_date: at } = phase.current_phase;
    dues.push({ at, run: () => enterNextPhase(account, phase, at) });
  }
  const periodEnd = Math.min(...subscription.items.data.map((item) => item.current_period_end));
  dues.push({ at: periodEnd, run: () => renew(account, subscription, periodEnd) });
  for (const invoice of open) {
    const at = invoice.next_payment_attempt;
    if (at === null) continue;
    const retry = () => {
      if (retryInvoice(account, invoice, at).status !== 'paid') giveUpWhenDone(account, invoice.id, at);
    };
    dues.push({ at, run: retry });
  }
  return dues.reduce((first, other) => (other.at < first.at ? other : first));
}

function renew(account: Account, subscription: Subscription, at: number): void {
  const { billing_cycle_anchor: anchor } = subscription;
  const renewed = subscription.items.data.map((item) => {
    if (item.current_period_end > at) return item;
    const { start, end } = periodAt(anchor, item.price.recurring.interval, at);
    return { ...item, current_period_start: start, current_period_end: end };
  });
  const waiting = subscription._.waiting;
  const lines = [
    ...waiting,
    ...renewed.filter((item) => item.current_period_start === at).map((item) => wholePeriod(subscription, item)),
  ];
  const lateEnd = subscription.cancel_at_period_end && subscription.cancel_at !== null;
  const next = changeSubscription(account, subscription.id, {
    items: { ...subscription.items, data: renewed },
    ...(lateEnd ? { cancel_at: Math.max(...renewed.map((item) => item.current_period_end)) } : {}),
    _: { waiting: [] },
  });
  const invoice = createInvoice(account, next, { reason: 'subscription_cycle', lines, at });
  changeSubscription(account, subscription.id, { latest_invoice: invoice.id });
  if (invoice.status === 'open') {
    collect(account, invoice, { method: methodFor(account, next), situation: 'absent', at });
  }
  followPayment(account, invoice.id);
}

/** The last retry has failed: the subscription ends, as in the account's settings. */
function giveUpWhenDone(account: Account, invoiceId: string, at: number): void {
  const invoice = account.invoices.get(invoiceId);
  if (!invoice || invoice.next_payment_attempt !== null || invoice.status !== 'open') return;
  endSubscription(account, invoice.parent.subscription_details.subscription, at, 'payment_failed');
}
