import { type Account, get, newId } from './account.ts';
import type { BillingReason, Invoice, InvoiceLine, Subscription, SubscriptionItem } from './objects.ts';

/** An invoice line for a subscription's item: its price for a period, or a proration. */
export function itemLine(
  subscription: Pick<Subscription, 'id'>,
  item: SubscriptionItem,
  options: { amount: number; start: number; end: number; proration: boolean; description: string },
): InvoiceLine {
  const { amount, start, end, proration, description } = options;
  return {
    id: newId('il_1', 23),
    object: 'line_item',
    amount,
    currency: item.price.currency,
    description,
    discount_amounts: [],
    discountable: !proration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: item.id,
      },
    },
    period: { start, end },
    pretax_credit_amounts: [],
    pricing: {
      type: 'price_details',
      price_details: { price: item.price.id, product: item.price.product },
      unit_amount_decimal: String(item.price.unit_amount),
    },
    quantity: item.quantity,
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  };
}

/** An invoice that is not stored, for a preview or as the start of a new one. */
export function draftInvoice(
  account: Account,
  subscription: Subscription,
  options: { reason: BillingReason; lines: readonly InvoiceLine[]; at: number },
): Invoice {
  const customer = get(account.customers, 'customer', subscription.customer);
  const total = options.lines.reduce((sum, line) => sum + line.amount, 0);
  const due = Math.max(0, total + customer.balance);
  const id = newId('in_1', 23);
  return {
    id,
    object: 'invoice',
    account_country: 'IT',
    account_name: 'Reelwright',
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null, disabled_reason: null },
    automatically_finalizes_at: null,
    billing_reason: options.reason,
    collection_method: 'charge_automatically',
    confirmation_secret: null,
    created: options.at,
    currency: 'eur',
    custom_fields: null,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name,
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    lines: {
      object: 'list',
      data: options.lines.map((line) => ({ ...line, invoice: id })),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    payments: { object: 'list', data: [], has_more: false, url: `/v1/invoice_payments?invoice=${id}` },
    period_start: Math.min(options.at, ...options.lines.map((line) => line.period.start)),
    period_end: options.at,
    receipt_number: null,
    starting_balance: customer.balance,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: customer.test_clock,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_taxes: [],
    webhooks_delivered_at: null,
    _: { paymentIntent: null },
  };
}

/**
 * Makes an invoice and finalizes it at once. The customer's credit is used first, and a negative total becomes
 * credit. An invoice without an amount due is paid at once; others are paid by `collect`.
 */
export function createInvoice(
  account: Account,
  subscription: Subscription,
  options: Parameters<typeof draftInvoice>[2],
): Invoice {
  const draft = account.invoices.put(draftInvoice(account, subscription, options));
  account.emit('invoice.created', draft);
  const balance = Math.min(0, draft.total + Number(draft.starting_balance));
  account.customers.update(draft.customer, { balance });
  const number = account.invoices.filter((invoice) => invoice.customer === draft.customer).length;
  const open = account.invoices.update(draft.id, {
    status: 'open',
    number: `${draft.customer.slice(-8).toUpperCase()}-${String(number).padStart(4, '0')}`,
    effective_at: options.at,
    ending_balance: balance,
    hosted_invoice_url: `${account.sandbox.origins.browser('stripe')}/i/${draft.id}`,
    status_transitions: { ...draft.status_transitions, finalized_at: options.at },
  });
  account.emit('invoice.finalized', open);
  return open.amount_due === 0 ? markPaid(account, open, options.at) : open;
}

/** Marks an invoice as paid, with or without a charge. */
export function markPaid(account: Account, invoice: Invoice, at: number): Invoice {
  const paid = account.invoices.update(invoice.id, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: at },
  });
  account.emit('invoice.paid', paid);
  account.emit('invoice.payment_succeeded', paid);
  return paid;
}
