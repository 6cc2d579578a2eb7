import { AppError } from '@reelwright/errors';
import type Stripe from 'stripe';
import type { RemoteCheckout, RemoteDispute, RemoteInvoice, RemoteSubscription, SignedEvent } from './payments.ts';

export function toSubscription(subscription: Stripe.Subscription): RemoteSubscription {
  const [item] = subscription.items.data;
  if (!item) throw new AppError('INTERNAL', 'SUBSCRIPTION_EMPTY', 'A subscription at Stripe has no item.');
  const schedule = typeof subscription.schedule === 'object' ? subscription.schedule : null;
  const upcoming = schedule?.phases.find(({ start_date: start }) => start >= item.current_period_end);
  const invoice = subscription.latest_invoice;
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    ownerId: subscription.metadata.userId ?? null,
    state: stateOf(subscription.status),
    itemId: item.id,
    priceId: item.price.id,
    periodStart: toDate(item.current_period_start),
    periodEnd: toDate(Math.max(...subscription.items.data.map((each) => each.current_period_end))),
    startedAt: toDate(subscription.start_date),
    cancelledAt: subscription.canceled_at === null ? null : toDate(subscription.canceled_at),
    endedAt: subscription.ended_at === null ? null : toDate(subscription.ended_at),
    endsAt: subscription.cancel_at === null ? null : toDate(subscription.cancel_at),
    endsWithPeriod: subscription.cancel_at_period_end,
    scheduleId: idOf(subscription.schedule),
    nextPriceId: idOf(upcoming?.items[0]?.price),
    hasPendingChange: subscription.pending_update !== null,
    latestInvoice: invoice !== null && typeof invoice === 'object' ? toInvoice(invoice) : null,
  };
}

function stateOf(status: Stripe.Subscription['status']): RemoteSubscription['state'] {
  if (status === 'active' || status === 'trialing') return 'active';
  if (status === 'past_due' || status === 'unpaid' || status === 'paused') return 'past_due';
  return status === 'incomplete' ? 'incomplete' : 'ended';
}

export function toInvoice(invoice: Stripe.Invoice): RemoteInvoice {
  const lines = [...invoice.lines.data].sort((one, other) => other.amount - one.amount);
  const [mainLine, creditLine] = [lines[0], lines.findLast(({ amount }) => amount < 0)];
  const { paid_at: paidAt } = invoice.status_transitions;
  return {
    id: String(invoice.id),
    customerId: idOf(invoice.customer) ?? '',
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    ownerId: invoice.parent?.subscription_details?.metadata?.userId ?? null,
    amountPaidCents: invoice.amount_paid,
    amountDueCents: invoice.status === 'open' ? invoice.amount_remaining : 0,
    currency: invoice.currency,
    paidAt: invoice.status === 'paid' && paidAt !== null ? toDate(paidAt) : null,
    priceId: idOf(mainLine?.pricing?.price_details?.price),
    creditedPriceId: idOf(creditLine?.pricing?.price_details?.price),
    reason: invoice.billing_reason,
    paymentUrl: invoice.hosted_invoice_url ?? null,
  };
}

export function toDispute({ id, amount, reason, status, created }: Stripe.Dispute): RemoteDispute {
  return { id, amountCents: amount, reason, status, openedAt: toDate(created) };
}

export function toCheckout(session: Stripe.Checkout.Session): RemoteCheckout {
  const { id, status, url } = session;
  return {
    id,
    userId: session.client_reference_id,
    customerId: idOf(session.customer),
    state: status === 'complete' ? 'complete' : status === 'expired' ? 'expired' : 'open',
    url,
  };
}

export function toEvent(event: Stripe.Event): SignedEvent {
  const object = event.data.object as {
    id?: string;
    object: string;
    customer?: string | { id: string } | null;
    charge?: string | { id: string } | null;
  };
  const idOfKind = (kind: string) => (object.object === kind ? (object.id ?? null) : null);
  const changedFields = Object.keys(event.data.previous_attributes ?? {});
  return {
    id: event.id,
    type: event.type,
    customerId: idOfKind('customer') ?? idOf(object.customer),
    invoiceId: idOfKind('invoice'),
    chargeId: idOfKind('charge') ?? idOf(object.charge),
    cardChanged: changedFields.includes('default_payment_method') || changedFields.includes('invoice_settings'),
  };
}

export const idOf = (reference: string | { id?: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);
export const toDate = (seconds: number): Date => new Date(seconds * 1000);
export const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);
