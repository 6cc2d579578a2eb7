import { type Account, get, newId } from './account.ts';
import type { Api } from './calls.ts';
import { prices, products } from './catalogue.ts';
import { invoicePayment } from './collection.ts';
import { invalid, missing } from './failure.ts';
import { draftInvoice } from './invoicing.ts';
import type { StripeObject } from './objects.ts';
import { parameters } from './parameters.ts';
import { createdField, isCreatedWithin, pageFields, pageOf } from './presentation.ts';
import { wholePeriod } from './proration.ts';
import { itemFields, plannedChange } from './subscription-changes.ts';
import { voidInvoice } from './subscriptions.ts';

export function addInvoiceCalls(api: Api, account: Account): void {
  api.get('/v1/invoices', ({ input, path }) => {
    const { customer, subscription, status, created, ...page } = parameters(input, {
      ...pageFields,
      customer: 'text',
      subscription: 'text',
      status: { oneOf: ['draft', 'open', 'paid', 'uncollectible', 'void'] },
      created: createdField,
    });
    const all = account.invoices.filter(
      (invoice) =>
        isCreatedWithin(invoice.created, created) &&
        (customer === undefined || invoice.customer === customer) &&
        (subscription === undefined || invoice.parent.subscription_details.subscription === subscription) &&
        (status === undefined || invoice.status === status),
    );
    return pageOf(all, path, page);
  });
  api.get('/v1/invoices/:id', ({ id }) => get(account.invoices, 'invoice', id));
  api.get('/v1/invoices/:id/lines', ({ id, input, path }) =>
    pageOf([...get(account.invoices, 'invoice', id).lines.data].reverse(), path, parameters(input, pageFields)),
  );
  api.post('/v1/invoices/:id/void', ({ id }) => {
    if (get(account.invoices, 'invoice', id).status !== 'open') throw invalid('You can only void open invoices.');
    return voidInvoice(account, id);
  });

  /** Previews the next invoice, or the invoice of a change. */
  api.post('/v1/invoices/create_preview', ({ input }) => {
    const params = parameters(input, {
      customer: 'text',
      subscription: 'text',
      subscription_details: {
        fields: {
          items: itemFields.items,
          proration_behavior: itemFields.proration_behavior,
          proration_date: 'integer',
          billing_cycle_anchor: itemFields.billing_cycle_anchor,
        },
      },
      preview_mode: 'ignored',
    });
    if (params.subscription === undefined)
      throw invalid('Missing required param: subscription.', 'subscription', 'parameter_missing');
    const subscription = get(account.subscriptions, 'subscription', params.subscription, 'subscription');
    const at = account.timeOf(subscription.customer);
    const change = params.subscription_details;
    if (!change) {
      const lines = [
        ...subscription._.waiting,
        ...subscription.items.data.map((item) => wholePeriod(subscription, item)),
      ];
      return draftInvoice(account, subscription, { reason: 'upcoming', lines, at });
    }
    const planned = plannedChange(subscription, change, at);
    const billsNow = change.proration_behavior === 'always_invoice' || planned.restarts;
    const next = billsNow ? [] : planned.items.map((item) => wholePeriod(subscription, item));
    const lines = [...subscription._.waiting, ...planned.lines, ...next];
    const preview = draftInvoice(account, subscription, { reason: 'upcoming', lines, at });
    return { ...preview, id: newId('upcoming_in_1', 23) };
  });

  api.get('/v1/invoice_payments', ({ input, path }) => {
    const { invoice, payment, status, ...page } = parameters(input, {
      ...pageFields,
      invoice: 'text',
      payment: { fields: { type: 'text', payment_intent: 'text' } },
      status: 'text',
    });
    const payments = account.paymentIntents.all().flatMap((intent) => {
      const paidFor = account.invoices.get(intent._.invoice);
      return paidFor ? [invoicePayment(paidFor, intent, intent.status === 'succeeded')] : [];
    });
    const matching = payments.filter(
      (one) =>
        (invoice === undefined || one.invoice === invoice) &&
        (payment?.payment_intent === undefined || one.payment.payment_intent === payment.payment_intent) &&
        (status === undefined || one.status === status),
    );
    return pageOf(matching as StripeObject[], path, page);
  });

  for (const [name, kind, all] of [
    ['payment_intents', 'payment_intent', account.paymentIntents],
    ['charges', 'charge', account.charges],
    ['refunds', 'refund', account.refunds],
  ] as const) {
    api.get(`/v1/${name}`, ({ input, path }) => {
      const { customer, payment_intent, charge, created, ...page } = parameters(input, {
        ...pageFields,
        created: createdField,
        customer: 'text',
        payment_intent: 'text',
        charge: 'text',
      });
      const matching = (all.all() as StripeObject[]).filter(
        (object) =>
          isCreatedWithin(Number(object.created), created) &&
          Object.entries({ customer, payment_intent, charge }).every(
            ([field, value]) => value === undefined || object[field] === value,
          ),
      );
      return pageOf(matching, path, page);
    });
    api.get(`/v1/${name}/:id`, ({ id }) => {
      const object: StripeObject | undefined = all.get(id);
      if (!object) throw missing(kind, id);
      return object;
    });
  }

  api.post('/v1/refunds', ({ input }) => {
    const {
      charge: named,
      payment_intent,
      amount,
      metadata,
      reason,
    } = parameters(input, {
      charge: 'text',
      payment_intent: 'text',
      amount: 'integer',
      metadata: 'metadata',
      reason: { oneOf: ['duplicate', 'fraudulent', 'requested_by_customer'] },
    });
    const id =
      named ??
      (payment_intent
        ? get(account.paymentIntents, 'payment_intent', payment_intent, 'payment_intent').latest_charge
        : null);
    if (!id)
      throw invalid('One of the following params should be provided for this request: payment_intent or charge.');
    const charge = get(account.charges, 'charge', id, 'charge');
    if (charge.disputed) {
      const message = `Charge ${id} has been charged back; cannot issue a refund.`;
      throw invalid(message, undefined, 'charge_disputed');
    }
    const left = charge.amount - charge.amount_refunded;
    if (charge.status !== 'succeeded' || left === 0) {
      throw invalid(`Charge ${id} has already been refunded.`, undefined, 'charge_already_refunded');
    }
    if (amount !== undefined && (amount < 1 || amount > left)) {
      throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, 'amount');
    }
    const refunded = amount ?? left;
    const refund = account.refunds.put({
      id: newId('re_3', 23),
      object: 'refund',
      amount: refunded,
      balance_transaction: newId('txn_3', 23),
      charge: id,
      created: account.timeOf(charge.customer),
      currency: 'eur',
      metadata: metadata || {},
      payment_intent: charge.payment_intent,
      reason: reason ?? null,
      receipt_number: null,
      status: 'succeeded',
    });
    const after = account.charges.update(id, {
      amount_refunded: charge.amount_refunded + refunded,
      refunded: refunded === left,
    });
    account.sandbox.journal.record({
      provider: 'stripe',
      act: 'refund',
      account: charge.customer,
      id: refund.id,
      key: id,
      detail: { amount: refunded, currency: 'eur' },
    });
    account.emit('refund.created', refund);
    account.emit('charge.refunded', after, { amount_refunded: charge.amount_refunded });
    return refund;
  });

  api.get('/v1/prices', ({ input, path }) => {
    const { lookup_keys, active, product, ...page } = parameters(input, {
      ...pageFields,
      lookup_keys: { list: 'text' },
      active: 'boolean',
      product: 'text',
      type: 'ignored',
      currency: 'ignored',
    });
    const matching = prices.filter(
      (price) =>
        (lookup_keys === undefined || lookup_keys.includes(price.lookup_key)) &&
        (active === undefined || price.active === active) &&
        (product === undefined || price.product === product),
    );
    return pageOf(matching, path, page);
  });
  api.get('/v1/prices/:id', ({ id }) => found(prices, 'price', id));
  api.get('/v1/products', ({ input, path }) =>
    pageOf(products, path, parameters(input, { ...pageFields, active: 'ignored', ids: 'ignored' })),
  );
  api.get('/v1/products/:id', ({ id }) => found(products, 'product', id));
}

function found<T extends StripeObject>(all: readonly T[], kind: string, id: string): T {
  const object = all.find((one) => one.id === id);
  if (!object) throw missing(kind, id);
  return object;
}
