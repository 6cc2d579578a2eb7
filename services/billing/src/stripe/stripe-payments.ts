import { AppError } from '@reelwright/errors';
import Stripe from 'stripe';
import { subscriptionBusy } from '../accounts/turn.ts';
import type {
  Payments,
  RemoteCheckout,
  RemoteDispute,
  RemoteInvoice,
  RemoteSubscription,
  SignedEvent,
  UpgradeTerms,
} from './payments.ts';

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly protocol?: 'http' | 'https' | undefined;
}

const TIMEOUT_MS = 10_000;
const PAGE = 100;
/** Receipts are an extra of a page that is there without them. */
const RECEIPTS_TIMEOUT_MS = 3_000;
const SUBSCRIPTION_PARTS = ['schedule', 'latest_invoice'];

/** Stripe behind billing's own interface; the only file that imports its SDK. */
export function createStripePayments(settings: StripeSettings): Payments {
  const { secretKey, webhookSecret, host, port, protocol } = settings;
  const stripe = new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(host && { host, port: port ?? (protocol === 'http' ? 80 : 443), protocol: protocol ?? 'https' }),
  });
  const { subscriptions, checkout, invoices, subscriptionSchedules: schedules } = stripe;

  return {
    createCustomer: (userId, key) =>
      told(async () => (await stripe.customers.create({ metadata: { userId } }, { idempotencyKey: key })).id),

    describeCustomer: (customerId, { email, name }) =>
      told(async () => {
        await stripe.customers.update(customerId, { email, name });
      }),

    forgetCustomer: (customerId) =>
      told(async () => {
        await orUndefined(stripe.customers.del(customerId));
      }),

    ownerOf: (customerId) =>
      told(async () => {
        const customer = await orUndefined(stripe.customers.retrieve(customerId));
        return customer && !customer.deleted ? customer.metadata.userId : undefined;
      }),

    listSubscriptions: (customerId) =>
      told(async () => {
        const expand = SUBSCRIPTION_PARTS.map((part) => `data.${part}`);
        const list = await orUndefined(subscriptions.list({ customer: customerId, limit: 100, expand }));
        return (list?.data ?? []).map(toSubscription).filter(({ state }) => state !== 'ended');
      }),

    startCheckout: ({ customerId, userId, priceId, successUrl, cancelUrl }, key) =>
      told(async () =>
        toCheckout(
          await checkout.sessions.create(
            {
              mode: 'subscription',
              customer: customerId,
              client_reference_id: userId,
              line_items: [{ price: priceId, quantity: 1 }],
              success_url: successUrl,
              cancel_url: cancelUrl,
              metadata: { userId },
              // A session's own metadata is not copied to the subscription it makes.
              subscription_data: { metadata: { userId } },
            },
            { idempotencyKey: key },
          ),
        ),
      ),

    findCheckout: (id) =>
      told(async () => {
        const session = await orUndefined(checkout.sessions.retrieve(id));
        return session && toCheckout(session);
      }),

    expireOtherCheckouts: (customerId, except) =>
      told(async () => {
        const { data } = await checkout.sessions.list({ customer: customerId, status: 'open', limit: 100 });
        for (const { id } of data.filter((session) => session.id !== except)) {
          // One that was paid or expired meanwhile can't be closed any more; reading the customer again shows which.
          await checkout.sessions.expire(id).catch((error: unknown) => {
            if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
          });
        }
      }),

    cancelAtPeriodEnd: (id) =>
      told(async () => {
        await subscriptions.update(id, { cancel_at_period_end: true });
      }),

    // A cancellation by flag and one by date are each undone in their own way; never both in one call.
    undoCancellation: ({ id, endsWithPeriod }) =>
      told(async () => {
        await subscriptions.update(id, endsWithPeriod ? { cancel_at_period_end: false } : { cancel_at: '' });
      }),

    cancelNow: (id) =>
      told(async () => {
        await orUndefined(subscriptions.cancel(id));
      }),

    findSubscription: (id) =>
      told(async () => {
        const subscription = await orUndefined(subscriptions.retrieve(id, { expand: SUBSCRIPTION_PARTS }));
        return subscription && toSubscription(subscription);
      }),

    listInvoices: (subscription) =>
      told(async () => {
        const { data } = await invoices.list({ subscription, limit: 100 });
        return data.filter(({ status }) => status === 'open' || status === 'paid').map(toInvoice);
      }),

    listOpenInvoices: (customer) =>
      told(async () => {
        const list = await orUndefined(invoices.list({ customer, status: 'open', limit: 100 }));
        return (list?.data ?? []).map(toInvoice);
      }),

    voidInvoice: (id) =>
      told(async () => {
        try {
          await invoices.voidInvoice(id);
          return true;
        } catch (error) {
          // Paid or voided meanwhile; who reads on sees which.
          if (error instanceof Stripe.errors.StripeInvalidRequestError) return false;
          throw error;
        }
      }),

    payInvoice: (id, key) =>
      told(async () => {
        await invoices.pay(id, {}, { idempotencyKey: key });
      }),

    refundInvoice: (id, key) =>
      told(async () => {
        const { data } = await stripe.invoicePayments.list({ invoice: id, status: 'paid' });
        const intent = idOf(data[0]?.payment.payment_intent);
        const charge = intent && idOf((await stripe.paymentIntents.retrieve(intent)).latest_charge);
        if (!intent || !charge) return 0;
        const { amount, amount_refunded: gone, disputed } = await stripe.charges.retrieve(charge);
        // What the bank takes back can't be given back as well.
        if (disputed || gone >= amount) return 0;
        await stripe.refunds.create({ payment_intent: intent, reason: 'duplicate' }, { idempotencyKey: key });
        return amount - gone;
      }),

    // With `pending_if_incomplete` Stripe takes hardly any other parameter: a cancellation is undone in a call of its own.
    upgrade: (subscription, terms, key) =>
      told(async () => {
        await subscriptions.update(
          subscription.id,
          { ...itemsOf(subscription, terms), payment_behavior: 'pending_if_incomplete' },
          { idempotencyKey: key },
        );
      }),

    previewUpgrade: (subscription, terms) =>
      told(async () => {
        const { amount_due, total, starting_balance } = await invoices.createPreview({
          subscription: subscription.id,
          subscription_details: itemsOf(subscription, terms),
        });
        return { dueCents: amount_due, creditCents: Math.max(0, -(total + starting_balance)) };
      }),

    creditOf: (customerId) =>
      told(async () => {
        const customer = await orUndefined(stripe.customers.retrieve(customerId));
        return customer && !customer.deleted ? Math.max(0, -customer.balance) : 0;
      }),

    openPortal: (customerId, returnUrl) =>
      told(async () => {
        const { url } = await stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
          flow_data: {
            type: 'payment_method_update',
            after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
          },
        });
        return url;
      }),

    changeAtPeriodEnd: (subscription, { priceId, isAnnual }) =>
      told(async () => {
        const { id } =
          subscription.scheduleId === null
            ? await schedules.create({ from_subscription: subscription.id })
            : { id: subscription.scheduleId };
        await schedules.update(id, {
          end_behavior: 'release',
          phases: [
            {
              items: [{ price: subscription.priceId, quantity: 1 }],
              start_date: toSeconds(subscription.periodStart),
              end_date: toSeconds(subscription.periodEnd),
            },
            {
              items: [{ price: priceId, quantity: 1 }],
              duration: { interval: isAnnual ? 'year' : 'month', interval_count: 1 },
              proration_behavior: 'none',
            },
          ],
        });
      }),

    releaseSchedule: (id) =>
      told(async () => {
        await schedules.release(id);
      }),

    receiptUrls: (customerId) =>
      told(async () => {
        const { data } = await invoices.list(
          { customer: customerId, status: 'paid', limit: 100 },
          { timeout: RECEIPTS_TIMEOUT_MS, maxNetworkRetries: 0 },
        );
        return new Map(
          data.flatMap(({ id, hosted_invoice_url: url }): [string, string][] => (id && url ? [[id, url]] : [])),
        );
      }),

    getInvoice: (id) => told(async () => toInvoice(await invoices.retrieve(id))),

    findCharge: (id) =>
      told(async () => {
        const charge = await orUndefined(stripe.charges.retrieve(id));
        if (!charge) return undefined;
        const intent = idOf(charge.payment_intent);
        const [payments, disputes] = await Promise.all([
          intent && stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intent } }),
          charge.disputed ? stripe.disputes.list({ charge: id, limit: 100 }) : undefined,
        ]);
        const lost = (disputes?.data ?? []).filter(({ status }) => status === 'lost');
        const lostCents = lost.reduce((sum, { amount }) => sum + amount, 0);
        return {
          customerId: idOf(charge.customer),
          invoiceId: payments ? idOf(payments.data[0]?.invoice) : null,
          refundedCents: Math.min(charge.amount, charge.amount_refunded + lostCents),
          disputes: (disputes?.data ?? []).map(toDispute),
        };
      }),

    eachCustomer: () =>
      toldEach(stripe.customers.list({ limit: PAGE }), ({ id, metadata }) => ({ id, userId: metadata.userId })),

    eachSubscription: () =>
      toldEach(
        subscriptions.list({ limit: PAGE, expand: SUBSCRIPTION_PARTS.map((part) => `data.${part}`) }),
        toSubscription,
      ),

    eachInvoice: (status, since) =>
      toldEach(invoices.list({ limit: PAGE, status, created: { gte: toSeconds(since) } }), toInvoice),

    listTouchedCharges: (since) =>
      told(async () => {
        const created = { gte: toSeconds(since) };
        const charges = new Set<string | null>();
        for await (const { charge } of stripe.refunds.list({ limit: PAGE, created })) charges.add(idOf(charge));
        for await (const { charge } of stripe.disputes.list({ limit: PAGE, created })) charges.add(idOf(charge));
        return [...charges].filter((id) => id !== null);
      }),

    readEvent: (rawBody, signature) => {
      try {
        return toEvent(stripe.webhooks.constructEvent(rawBody, signature ?? '', webhookSecret));
      } catch (cause) {
        throw new AppError('INVALID_ARGUMENT', 'INVALID_SIGNATURE', 'This event was not signed by Stripe.', { cause });
      }
    },
  };
}

/** Flexible billing never starts a new period by itself, also not from month to year. */
function itemsOf({ itemId }: RemoteSubscription, { priceId, newPeriod, prorationDate }: UpgradeTerms) {
  return {
    items: [{ id: itemId, price: priceId }],
    proration_behavior: 'always_invoice' as const,
    ...(prorationDate !== null && { proration_date: prorationDate }),
    ...(newPeriod && { billing_cycle_anchor: { type: 'now' as const } }),
  };
}

function toSubscription(subscription: Stripe.Subscription): RemoteSubscription {
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
  if (status === 'active' || status === 'trialing') return 'live';
  if (status === 'past_due' || status === 'unpaid' || status === 'paused') return 'due';
  return status === 'incomplete' ? 'starting' : 'ended';
}

function toInvoice(invoice: Stripe.Invoice): RemoteInvoice {
  const dearest = [...invoice.lines.data].sort((one, other) => other.amount - one.amount)[0];
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
    priceId: idOf(dearest?.pricing?.price_details?.price),
    paymentUrl: invoice.hosted_invoice_url ?? null,
  };
}

function toDispute({ id, amount, reason, status, created }: Stripe.Dispute): RemoteDispute {
  return { id, amountCents: amount, reason, status, openedAt: toDate(created) };
}

function toCheckout(session: Stripe.Checkout.Session): RemoteCheckout {
  const { id, status, url } = session;
  return {
    id,
    userId: session.client_reference_id,
    customerId: idOf(session.customer),
    state: status === 'complete' ? 'complete' : status === 'expired' ? 'expired' : 'open',
    url,
  };
}

function toEvent(event: Stripe.Event): SignedEvent {
  const object = event.data.object as {
    id?: string;
    object: string;
    customer?: string | { id: string } | null;
    charge?: string | { id: string } | null;
  };
  const own = (kind: string) => (object.object === kind ? (object.id ?? null) : null);
  const changed = Object.keys(event.data.previous_attributes ?? {});
  return {
    id: event.id,
    type: event.type,
    customerId: own('customer') ?? idOf(object.customer),
    invoiceId: own('invoice'),
    chargeId: own('charge') ?? idOf(object.charge),
    cardChanged: changed.includes('default_payment_method') || changed.includes('invoice_settings'),
  };
}

const idOf = (reference: string | { id?: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);
const toDate = (seconds: number): Date => new Date(seconds * 1000);
const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

const isMissing = (error: unknown, param = ''): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === 'resource_missing' &&
  (error.param ?? '').includes(param);

async function orUndefined<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Runs calls to Stripe and tells their failures in billing's words. */
async function told<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw inOurWords(cause);
  }
}

/** The same for a list that is read page by page. */
async function* toldEach<Item, Result>(items: AsyncIterable<Item>, as: (item: Item) => Result): AsyncIterable<Result> {
  try {
    for await (const item of items) yield as(item);
  } catch (cause) {
    throw inOurWords(cause);
  }
}

/** By class and code, never by message. */
function inOurWords(cause: unknown): unknown {
  if (!(cause instanceof Error) || cause instanceof AppError) return cause;
  if (cause instanceof Stripe.errors.StripeCardError) {
    return new AppError('FAILED_PRECONDITION', 'CARD_DECLINED', cause.message, { cause });
  }
  if (isMissing(cause, 'customer')) {
    return new AppError('NOT_FOUND', 'CUSTOMER_GONE', 'The payment provider has forgotten this customer.', { cause });
  }
  if (isMissing(cause) && !isMissing(cause, 'price')) {
    return new AppError('NOT_FOUND', 'NOT_AT_STRIPE', 'The payment provider does not know this.', { cause });
  }
  // It is at it already: the same object, or the same key, of another call of this moment.
  if (cause instanceof Stripe.errors.StripeError && (cause.code === 'lock_timeout' || cause.statusCode === 409)) {
    return subscriptionBusy(cause);
  }
  const passing =
    cause instanceof Stripe.errors.StripeConnectionError ||
    cause instanceof Stripe.errors.StripeAPIError ||
    cause instanceof Stripe.errors.StripeRateLimitError;
  if (passing) {
    return new AppError(
      'UNAVAILABLE',
      'PAYMENTS_UNAVAILABLE',
      'Payments are not available right now. Please try again.',
      {
        cause,
        retryAfterSeconds: 5,
      },
    );
  }
  return new AppError('INTERNAL', 'PAYMENTS_REFUSED', 'The payment could not be started. Please try again.', {
    cause,
  });
}
