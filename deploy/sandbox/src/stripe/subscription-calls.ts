import { type Account, get } from './account.ts';
import type { Api } from './calls.ts';
import { requirePrice } from './catalogue.ts';
import { collect, methodFor, requestPayment } from './collection.ts';
import { cardFailure, invalid, missing } from './failure.ts';
import type { Subscription } from './objects.ts';
import { changedMetadata, parameters } from './parameters.ts';
import { createdField, isCreatedWithin, pageFields, pageOf } from './presentation.ts';
import { changeItems, declinedPayment, itemFields } from './subscription-changes.ts';
import { changeSubscription, endSubscription, followPayment, startSubscription } from './subscriptions.ts';

const statuses = [
  'active',
  'past_due',
  'unpaid',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'trialing',
  'paused',
  'all',
  'ended',
] as const;
const ended = ['canceled', 'incomplete_expired'];

export function addSubscriptionCalls(api: Api, account: Account): void {
  /** Lists subscriptions, canceled ones only with `status`. */
  api.get('/v1/subscriptions', ({ input, path }) => {
    const { customer, price, status, created, ...page } = parameters(input, {
      ...pageFields,
      customer: 'text',
      price: 'text',
      status: { oneOf: statuses },
      created: createdField,
    });
    if (customer !== undefined) get(account.customers, 'customer', customer, 'customer');
    const wanted = (subscription: Subscription) =>
      isCreatedWithin(subscription.created, created) &&
      (customer === undefined || subscription.customer === customer) &&
      (price === undefined || subscription.items.data.some((item) => item.price.id === price)) &&
      (status === 'all' ||
        (status === undefined && !ended.includes(subscription.status)) ||
        (status === 'ended' && ended.includes(subscription.status)) ||
        subscription.status === status);
    return pageOf(account.subscriptions.filter(wanted), path, page);
  });
  api.get('/v1/subscriptions/:id', ({ id }) => get(account.subscriptions, 'subscription', id));

  api.post('/v1/subscriptions', ({ input }) => {
    const params = parameters(
      input,
      {
        customer: 'text',
        items: { list: { fields: { price: 'text', quantity: 'integer', metadata: 'ignored' } } },
        default_payment_method: 'text',
        payment_behavior: {
          oneOf: ['allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'],
        },
        payment_settings: 'ignored',
        billing_mode: 'ignored',
        collection_method: { oneOf: ['charge_automatically'] },
        metadata: 'metadata',
        off_session: 'boolean',
      },
      'customer',
      'items',
    );
    const customer = get(account.customers, 'customer', params.customer, 'customer');
    const chosen = params.default_payment_method ?? customer.invoice_settings.default_payment_method;
    const method =
      chosen === null ? undefined : get(account.paymentMethods, 'PaymentMethod', chosen, 'default_payment_method');
    if (!method && params.payment_behavior !== 'default_incomplete') {
      throw invalid(
        'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
        undefined,
        'resource_missing',
      );
    }
    if (params.payment_behavior === 'pending_if_incomplete') {
      throw invalid('`pending_if_incomplete` can only be used when a subscription is updated.', 'payment_behavior');
    }
    const items = params.items.map(({ price = '', quantity = 1 }, index) => ({
      price: requirePrice(price, `items[${index}][price]`),
      quantity,
    }));
    // The bank is charged before anything is created, because this subscription must not begin unpaid.
    const result =
      params.payment_behavior === 'error_if_incomplete' && method
        ? requestPayment(account, method._.number, 'absent')
        : undefined;
    if (result !== undefined && result !== 'pays') throw declinedPayment(result);
    return startSubscription(account, {
      customer: customer.id,
      items,
      metadata: changedMetadata({}, params.metadata),
      method,
      keepsMethod: params.default_payment_method !== undefined,
      situation: 'absent',
      ...(result === undefined ? {} : { result }),
      collectNow: params.payment_behavior !== 'default_incomplete',
    });
  });

  api.post('/v1/subscriptions/:id', ({ id, input }) => {
    const present = get(account.subscriptions, 'subscription', id);
    const { items, proration_behavior, proration_date, payment_behavior, billing_cycle_anchor, ...rest } = parameters(
      input,
      {
        ...itemFields,
        cancel_at_period_end: 'boolean',
        cancel_at: 'clearable',
        cancellation_details: { fields: { comment: 'clearable', feedback: 'clearable' } },
        default_payment_method: 'clearable',
        description: 'clearable',
        metadata: 'metadata',
        off_session: 'boolean',
      },
    );
    if (present.ended_at !== null) {
      throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
    }
    const cancels = rest.cancel_at_period_end !== undefined || rest.cancel_at !== undefined;
    if (present.schedule !== null && cancels) {
      throw invalid(
        `The subscription is managed by the subscription schedule \`${present.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
      );
    }
    if (present.schedule !== null && items) {
      throw invalid(
        `The subscription is managed by the subscription schedule \`${present.schedule}\`. Please update or release the schedule before its items are changed.`,
      );
    }
    if (rest.cancel_at_period_end !== undefined && rest.cancel_at !== undefined) {
      throw invalid('You may only specify one of these parameters: cancel_at, cancel_at_period_end.');
    }
    const changesItems = items !== undefined || billing_cycle_anchor?.type === 'now';
    if (payment_behavior === 'pending_if_incomplete') {
      const refused = Object.keys(rest).filter((name) => name !== 'metadata');
      if (refused.length > 0) {
        throw invalid(
          `\`${refused[0]}\` can not be passed when payment_behavior is set to 'pending_if_incomplete'.`,
          refused[0],
        );
      }
    }
    if (
      cancels ||
      rest.metadata !== undefined ||
      rest.default_payment_method !== undefined ||
      rest.description !== undefined
    ) {
      changeSubscription(account, id, plainChange(account, present, rest));
    }
    if (!changesItems) return get(account.subscriptions, 'subscription', id);
    return changeItems(account, id, {
      items,
      proration_behavior,
      proration_date,
      payment_behavior,
      billing_cycle_anchor,
    });
  });

  api.delete('/v1/subscriptions/:id', ({ id, input }) => {
    parameters(input, { invoice_now: 'boolean', prorate: 'boolean', cancellation_details: 'ignored' });
    const { ended_at, customer } = get(account.subscriptions, 'subscription', id);
    if (ended_at !== null) throw missing('subscription', id);
    return endSubscription(account, id, account.timeOf(customer), 'cancellation_requested');
  });

  api.get('/v1/subscription_items', ({ input, path }) => {
    const { subscription, ...page } = parameters(input, { ...pageFields, subscription: 'text' }, 'subscription');
    return pageOf(
      [...get(account.subscriptions, 'subscription', subscription, 'subscription').items.data].reverse(),
      path,
      page,
    );
  });
  api.get('/v1/subscription_items/:id', ({ id }) => {
    const item = account.subscriptions
      .all()
      .flatMap(({ items }) => items.data)
      .find((one) => one.id === id);
    if (!item) throw missing('subscription_item', id);
    return item;
  });

  /** Retries the payment with the stored card. @throws card_error 402 */
  api.post('/v1/invoices/:id/pay', ({ id, input }) => {
    const { payment_method } = parameters(input, {
      payment_method: 'text',
      off_session: 'boolean',
      paid_out_of_band: 'boolean',
    });
    return payInvoice(account, id, payment_method);
  });
}

function payInvoice(account: Account, id: string, payment_method: string | undefined) {
  const invoice = get(account.invoices, 'invoice', id);
  if (invoice.status === 'paid') throw invalid('Invoice is already paid', undefined, 'invoice_already_paid');
  if (invoice.status !== 'open') throw invalid(`This invoice is ${invoice.status} and can no longer be paid.`);
  const subscription = get(account.subscriptions, 'subscription', invoice.parent.subscription_details.subscription);
  const method = payment_method
    ? get(account.paymentMethods, 'PaymentMethod', payment_method, 'payment_method')
    : methodFor(account, subscription);
  const at = account.timeOf(invoice.customer);
  const result = collect(account, invoice, { method, situation: 'absent', at });
  followPayment(account, id);
  if (result === 'pays') return get(account.invoices, 'invoice', id);
  throw result === 'asks'
    ? cardFailure({
        code: 'invoice_payment_intent_requires_action',
        message: 'This payment requires additional user action before it can be completed successfully.',
      })
    : cardFailure(result);
}

function plainChange(
  account: Account,
  present: Subscription,
  params: {
    cancel_at_period_end?: boolean | undefined;
    cancel_at?: string | undefined;
    cancellation_details?: { comment?: string | undefined; feedback?: string | undefined } | undefined;
    default_payment_method?: string | undefined;
    description?: string | undefined;
    metadata?: Record<string, string> | '' | undefined;
  },
): Partial<Subscription> {
  const at = account.timeOf(present.customer);
  const change: Partial<Subscription> = { metadata: changedMetadata(present.metadata, params.metadata) };
  const ends = (cancel_at: number, byFlag: boolean) => {
    change.cancel_at = cancel_at;
    change.cancel_at_period_end = byFlag;
    change.canceled_at = present.canceled_at ?? at;
    change.cancellation_details = {
      comment: params.cancellation_details?.comment || null,
      feedback: params.cancellation_details?.feedback || null,
      reason: 'cancellation_requested',
    };
  };
  const goesOn = () => {
    change.cancel_at = null;
    change.cancel_at_period_end = false;
    change.canceled_at = null;
    change.cancellation_details = { comment: null, feedback: null, reason: null };
  };
  const periodEnds = present.items.data.map((item) => item.current_period_end);
  // With the flag the object also has `cancel_at`, which moves with the period.
  if (params.cancel_at_period_end === true) ends(Math.max(...periodEnds), true);
  if (params.cancel_at_period_end === false && present.cancel_at_period_end) goesOn();
  if (params.cancel_at === '') goesOn();
  else if (params.cancel_at !== undefined) {
    const time =
      params.cancel_at === 'min_period_end'
        ? Math.min(...periodEnds)
        : params.cancel_at === 'max_period_end'
          ? Math.max(...periodEnds)
          : Number(params.cancel_at);
    if (!Number.isInteger(time) || time <= at) throw invalid('`cancel_at` must be in the future.', 'cancel_at');
    ends(time, false);
  }
  if (params.default_payment_method !== undefined) {
    if (params.default_payment_method !== '') {
      get(account.paymentMethods, 'PaymentMethod', params.default_payment_method, 'default_payment_method');
    }
    change.default_payment_method = params.default_payment_method || null;
  }
  if (params.description !== undefined) change.description = params.description || null;
  return change;
}
