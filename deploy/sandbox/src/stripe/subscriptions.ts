import { type Account, get, newId } from './account.ts';
import type { BankResult, Situation } from './cards.ts';
import { collect, methodFor } from './collection.ts';
import { createInvoice } from './invoicing.ts';
import type { Invoice, Metadata, PaymentMethod, Price, Subscription } from './objects.ts';
import { createItem, wholePeriod } from './proration.ts';

/** Changes a subscription and emits `event`. An update event has the previous values, and is left out if no value changed. */
export function changeSubscription(
  account: Account,
  id: string,
  change: Partial<Subscription>,
  event = 'customer.subscription.updated',
): Subscription {
  const before = get(account.subscriptions, 'subscription', id);
  const after = account.subscriptions.update(id, change);
  const previous = Object.fromEntries(
    Object.keys(change)
      .filter((name) => name !== '_' && JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, before[name]]),
  );
  if (event !== 'customer.subscription.updated') account.emit(event, after);
  else if (Object.keys(previous).length > 0) account.emit(event, after, previous);
  return after;
}

/**
 * Starts a subscription. Its first invoice is created and collected at once. If the invoice is paid, the subscription is
 * active. Otherwise it is incomplete, and expires after 23 hours.
 */
export function startSubscription(
  account: Account,
  options: {
    customer: string;
    items: readonly { price: Price; quantity: number }[];
    metadata: Metadata;
    method: PaymentMethod | undefined;
    /** Whether the card becomes the subscription's default, as after checkout. */
    keepsMethod: boolean;
    situation: Situation;
    result?: BankResult;
    /** False if the caller collects the first payment. */
    collectNow?: boolean;
  },
): Subscription {
  const at = account.timeOf(options.customer);
  const id = newId('sub_1', 23);
  const subscription = account.subscriptions.put({
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: at,
    billing_cycle_anchor_config: null,
    billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' }, updated_at: at },
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: 'charge_automatically',
    created: at,
    currency: 'eur',
    customer: options.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: options.keepsMethod ? (options.method?.id ?? null) : null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: { account_tax_ids: null, issuer: { type: 'self' } },
    items: {
      object: 'list',
      data: options.items.map(({ price, quantity }) => createItem(id, price, quantity, at)),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    metadata: options.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: at,
    status: 'incomplete',
    test_clock: account.customers.get(options.customer)?.test_clock ?? null,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { missing_payment_method: 'create_invoice' } },
    trial_start: null,
    _: { waiting: [] },
  });
  account.emit('customer.subscription.created', subscription);
  const lines = subscription.items.data.map((item) => wholePeriod(subscription, item));
  const invoice = createInvoice(account, subscription, { reason: 'subscription_create', lines, at });
  account.subscriptions.update(id, { latest_invoice: invoice.id });
  if (invoice.status === 'open' && options.collectNow !== false) {
    const { method, situation, result } = options;
    collect(account, invoice, { method, situation, at, ...(result === undefined ? {} : { result }) });
  }
  noteChange(account, subscription, 'created');
  return followPayment(account, invoice.id);
}

/** Sets a subscription's state according to its invoice. */
export function followPayment(account: Account, invoiceId: string): Subscription {
  const invoice = get(account.invoices, 'invoice', invoiceId);
  const subscription = get(account.subscriptions, 'subscription', invoice.parent.subscription_details.subscription);
  const { status, pending_update: pending } = subscription;
  if (status === 'canceled' || status === 'incomplete_expired') return subscription;
  if (invoice.status === 'paid') {
    if (pending && subscription.latest_invoice === invoice.id) return applyPending(account, subscription, invoice);
    const becomesActive = status !== 'active' && openInvoices(account, subscription.id).length === 0;
    return becomesActive ? changeSubscription(account, subscription.id, { status: 'active' }) : subscription;
  }
  if (status === 'active' && !pending && invoice.attempted) {
    return changeSubscription(account, subscription.id, { status: 'past_due' });
  }
  return subscription;
}

function applyPending(account: Account, subscription: Subscription, invoice: Invoice): Subscription {
  const pending = subscription.pending_update;
  if (!pending) return subscription;
  noteChange(account, subscription, 'changed', pending.subscription_items[0]?.price.id);
  const after = changeSubscription(account, subscription.id, {
    pending_update: null,
    items: { ...subscription.items, data: pending.subscription_items },
    billing_cycle_anchor: pending.billing_cycle_anchor ?? subscription.billing_cycle_anchor,
    latest_invoice: invoice.id,
  });
  account.emit('customer.subscription.pending_update_applied', after);
  return after;
}

export function openInvoices(account: Account, subscription: string): Invoice[] {
  return account.invoices.filter(
    ({ status, parent }) => status === 'open' && parent.subscription_details.subscription === subscription,
  );
}

/** Ends a subscription. Its open invoices are not collected any more. */
export function endSubscription(
  account: Account,
  id: string,
  at: number,
  reason: 'cancellation_requested' | 'payment_failed',
): Subscription {
  const before = get(account.subscriptions, 'subscription', id);
  for (const invoice of openInvoices(account, id)) {
    account.invoices.update(invoice.id, { auto_advance: false, next_payment_attempt: null });
  }
  if (before.schedule !== null) {
    const schedule = account.schedules.update(before.schedule, {
      status: 'canceled',
      canceled_at: at,
      current_phase: null,
    });
    account.emit('subscription_schedule.canceled', schedule);
  }
  noteChange(account, before, 'ended');
  return changeSubscription(
    account,
    id,
    {
      status: 'canceled',
      ended_at: at,
      canceled_at: before.canceled_at ?? at,
      cancellation_details: { comment: null, feedback: null, reason },
      schedule: null,
      pending_update: null,
    },
    'customer.subscription.deleted',
  );
}

/** Collects an open invoice from the stored card and updates the subscription. */
export function retryInvoice(account: Account, invoice: Invoice, at: number): Invoice {
  const subscription = get(account.subscriptions, 'subscription', invoice.parent.subscription_details.subscription);
  collect(account, invoice, { method: methodFor(account, subscription), situation: 'absent', at });
  followPayment(account, invoice.id);
  return get(account.invoices, 'invoice', invoice.id);
}

/**
 * Voids an invoice, so that it can't be paid. The change that waits for its payment is dropped. A past-due subscription without other
 * open invoices becomes active.
 */
export function voidInvoice(account: Account, id: string): Invoice {
  const voided = account.invoices.update(id, { status: 'void', next_payment_attempt: null });
  account.emit('invoice.voided', voided);
  const subscription = account.subscriptions.get(voided.parent.subscription_details.subscription);
  if (!subscription || subscription.ended_at !== null) return voided;
  if (subscription.pending_update && subscription.latest_invoice === id) dropPending(account, subscription);
  else if (subscription.status === 'past_due' && openInvoices(account, subscription.id).length === 0) {
    changeSubscription(account, subscription.id, { status: 'active' });
  }
  return voided;
}

export function noteChange(account: Account, subscription: Subscription, change: string, price?: string): void {
  account.sandbox.journal.record({
    provider: 'stripe',
    act: 'subscription-changed',
    account: subscription.customer,
    id: subscription.id,
    detail: { change, price: price ?? subscription.items.data[0]?.price.id ?? null },
  });
}

/** Drops an unpaid change: its invoice is voided and the plan stays. */
export function dropPending(account: Account, subscription: Subscription): Subscription {
  if (subscription.latest_invoice !== null) {
    const invoice = account.invoices.get(subscription.latest_invoice);
    if (invoice?.status === 'open') {
      account.emit(
        'invoice.voided',
        account.invoices.update(invoice.id, { status: 'void', next_payment_attempt: null }),
      );
    }
  }
  const after = changeSubscription(account, subscription.id, { pending_update: null });
  account.emit('customer.subscription.pending_update_expired', after);
  return after;
}
