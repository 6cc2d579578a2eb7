import { type Account, newId } from './account.ts';
import { type BankResult, bankAnswer, findCard, type Situation } from './cards.ts';
import { openDispute } from './disputes.ts';
import { markPaid } from './invoicing.ts';
import type { Charge, Invoice, PaymentIntent, PaymentMethod } from './objects.ts';

const day = 86_400;
/** The times between the retries of a failed renewal. After the last one it is given up. */
const retryAfter = [3 * day, 5 * day, 7 * day];

/** Requests a payment from the bank. The chaos switch `refusal` declines any card. */
export function requestPayment(account: Account, number: string, situation: Situation): BankResult {
  if (account.sandbox.chaos.strikes('stripe', 'refusal', 'card')) {
    return { code: 'card_declined', decline_code: 'try_again_later', message: 'Your card was declined.' };
  }
  return bankAnswer(number, situation);
}

/**
 * Tries to collect an open invoice. If the bank pays, the invoice is paid and the charge is in the journal; otherwise it
 * stays open and the attempt is stored. @returns the bank's result
 */
export function collect(
  account: Account,
  invoice: Invoice,
  options: { method: PaymentMethod | undefined; situation: Situation; at: number; result?: BankResult },
): BankResult {
  const { method, situation, at } = options;
  const result: BankResult = method
    ? (options.result ?? requestPayment(account, method._.number, situation))
    : { code: 'resource_missing', message: 'There is no default payment method set on this Customer or Invoice.' };
  const intent = intentFor(account, invoice, method, at);
  const pause = invoice.billing_reason === 'subscription_cycle' ? retryAfter[invoice.attempt_count] : undefined;
  const retryAt = pause === undefined ? null : at + pause;
  if (result === 'pays') {
    const charge = chargeFor(account, intent, method, at, null);
    const succeeded = account.paymentIntents.update(intent.id, {
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: charge.id,
      last_payment_error: null,
      next_action: null,
    });
    account.emit('charge.succeeded', charge);
    account.emit('payment_intent.succeeded', succeeded);
    account.sandbox.journal.record({
      provider: 'stripe',
      act: 'charge',
      account: invoice.customer,
      id: charge.id,
      key: invoice.id,
      detail: {
        amount: charge.amount,
        currency: 'eur',
        reason: invoice.billing_reason,
        subscription: invoice.parent.subscription_details.subscription,
        paymentIntent: intent.id,
        idempotencyKey: account.request.idempotency_key,
      },
    });
    markPaid(account, attempted(account, invoice, intent, { paid: true }), at);
    if (method && findCard(method._.number)?.disputes) openDispute(account, charge);
    return result;
  }
  if (result === 'asks') {
    const asking = account.paymentIntents.update(intent.id, {
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
    });
    const open = attempted(account, invoice, intent, { retryAt });
    account.emit('payment_intent.requires_action', asking);
    account.emit('invoice.payment_action_required', open);
    account.emit('invoice.payment_failed', open);
    return result;
  }
  const failure = { ...result, type: 'card_error' };
  const charge = method ? chargeFor(account, intent, method, at, result) : undefined;
  const failed = account.paymentIntents.update(intent.id, {
    status: 'requires_payment_method',
    latest_charge: charge?.id ?? null,
    last_payment_error: failure,
    next_action: null,
  });
  const open = attempted(account, invoice, intent, { retryAt });
  if (charge) account.emit('charge.failed', charge);
  account.emit('payment_intent.payment_failed', failed);
  account.emit('invoice.payment_failed', open);
  return result;
}

function attempted(
  account: Account,
  invoice: Invoice,
  intent: PaymentIntent,
  outcome: { paid: true } | { retryAt: number | null },
): Invoice {
  const paid = 'paid' in outcome;
  return account.invoices.update(invoice.id, {
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    next_payment_attempt: paid ? null : outcome.retryAt,
    confirmation_secret: { client_secret: `${intent.id}_secret_${intent.id.slice(-12)}`, type: 'payment_intent' },
    payments: {
      object: 'list',
      data: [invoicePayment(invoice, intent, paid)],
      has_more: false,
      url: `/v1/invoice_payments?invoice=${invoice.id}`,
    },
    _: { paymentIntent: intent.id },
  });
}

/** The link between an invoice and a payment (`invoice.payments`, `invoicePayments.list`). */
export function invoicePayment(invoice: Invoice, intent: PaymentIntent, paid: boolean) {
  return {
    id: intent.id.replace('pi_', 'inpay_'),
    object: 'invoice_payment',
    amount_paid: paid ? intent.amount : null,
    amount_requested: intent.amount,
    created: intent.created,
    currency: 'eur',
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: paid ? 'paid' : 'open',
    status_transitions: { canceled_at: null, paid_at: paid ? intent.created : null },
  };
}

function intentFor(account: Account, invoice: Invoice, method: PaymentMethod | undefined, at: number): PaymentIntent {
  const known = invoice._.paymentIntent === null ? undefined : account.paymentIntents.get(invoice._.paymentIntent);
  if (known) return account.paymentIntents.update(known.id, { payment_method: method?.id ?? null });
  const id = newId('pi_3', 23);
  return account.paymentIntents.put({
    id,
    object: 'payment_intent',
    amount: invoice.amount_due,
    amount_capturable: 0,
    amount_received: 0,
    canceled_at: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${id.slice(-12)}`,
    confirmation_method: 'automatic',
    created: at,
    currency: 'eur',
    customer: invoice.customer,
    description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: {},
    next_action: null,
    payment_method: method?.id ?? null,
    payment_method_types: ['card'],
    setup_future_usage: 'off_session',
    status: 'requires_payment_method',
    _: { invoice: invoice.id },
  });
}

function chargeFor(
  account: Account,
  intent: PaymentIntent,
  method: PaymentMethod | undefined,
  at: number,
  failure: Exclude<BankResult, string> | null,
): Charge {
  return account.charges.put({
    id: newId('ch_3', 23),
    object: 'charge',
    amount: intent.amount,
    amount_captured: failure ? 0 : intent.amount,
    amount_refunded: 0,
    balance_transaction: failure ? null : newId('txn_3', 23),
    billing_details: method?.billing_details ?? null,
    captured: !failure,
    created: at,
    currency: 'eur',
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    livemode: false,
    metadata: {},
    outcome: failure
      ? { network_status: 'declined_by_network', reason: failure.decline_code ?? failure.code, type: 'issuer_declined' }
      : { network_status: 'approved_by_network', reason: null, type: 'authorized' },
    paid: !failure,
    payment_intent: intent.id,
    payment_method: method?.id ?? null,
    payment_method_details: { type: 'card', card: method?.card ?? null },
    refunded: false,
    status: failure ? 'failed' : 'succeeded',
  });
}

/** The card a subscription is charged to: its own, else the customer's. */
export function methodFor(
  account: Account,
  subscription: { default_payment_method: string | null; customer: string },
): PaymentMethod | undefined {
  const id =
    subscription.default_payment_method ??
    account.customers.get(subscription.customer)?.invoice_settings.default_payment_method;
  return id ? account.paymentMethods.get(id) : undefined;
}
