import { AppError } from '@reelwright/errors';
import Stripe from 'stripe';
import type {
  Payments,
  RemoteCheckout,
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
  const { subscriptions, checkout, subscriptionSchedules: schedules } = stripe;

  return {
    createCustomer: (userId, key) =>
      told(async () => (await stripe.customers.create({ metadata: { userId } }, { idempotencyKey: key })).id),

    describeCustomer: (customerId, { email, name }) =>
      told(async () => {
        await stripe.customers.update(customerId, { email, name });
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
        const { amount_due, total, starting_balance } = await stripe.invoices.createPreview({
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
        const { data } = await stripe.invoices.list(
          { customer: customerId, status: 'paid', limit: 100 },
          { timeout: RECEIPTS_TIMEOUT_MS, maxNetworkRetries: 0 },
        );
        return new Map(
          data.flatMap(({ id, hosted_invoice_url: url }): [string, string][] => (id && url ? [[id, url]] : [])),
        );
      }),

    getInvoice: (id) => told(async () => toInvoice(await stripe.invoices.retrieve(id))),

    findRefund: (chargeId) =>
      told(async () => {
        const charge = await orUndefined(stripe.charges.retrieve(chargeId));
        const intent = idOf(charge?.payment_intent);
        if (!charge || intent === null) return undefined;
        const { data } = await stripe.invoicePayments.list({
          payment: { type: 'payment_intent', payment_intent: intent },
        });
        const invoiceId = idOf(data[0]?.invoice);
        return invoiceId === null ? undefined : { invoiceId, refundedCents: charge.amount_refunded };
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
    state: stateOf(subscription.status),
    itemId: item.id,
    priceId: item.price.id,
    periodStart: toDate(item.current_period_start),
    periodEnd: toDate(Math.max(...subscription.items.data.map((each) => each.current_period_end))),
    startedAt: toDate(subscription.start_date),
    cancelledAt: subscription.canceled_at === null ? null : toDate(subscription.canceled_at),
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
    amountPaidCents: invoice.amount_paid,
    amountDueCents: invoice.status === 'open' ? invoice.amount_remaining : 0,
    currency: invoice.currency,
    paidAt: invoice.status === 'paid' && paidAt !== null ? toDate(paidAt) : null,
    priceId: idOf(dearest?.pricing?.price_details?.price),
    paymentUrl: invoice.hosted_invoice_url ?? null,
  };
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
  const object = event.data.object as { id?: string; object: string; customer?: string | { id: string } | null };
  const own = (kind: string) => (object.object === kind ? (object.id ?? null) : null);
  return {
    id: event.id,
    type: event.type,
    customerId: own('customer') ?? idOf(object.customer),
    invoiceId: own('invoice'),
    chargeId: own('charge'),
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

/** Runs calls to Stripe and tells their failures in billing's words, by class and code. */
async function told<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (cause instanceof Stripe.errors.StripeCardError) {
      throw new AppError('FAILED_PRECONDITION', 'CARD_DECLINED', cause.message, { cause });
    }
    if (isMissing(cause, 'customer')) {
      throw new AppError('NOT_FOUND', 'CUSTOMER_GONE', 'The payment provider has forgotten this customer.', { cause });
    }
    if (isMissing(cause) && !isMissing(cause, 'price')) {
      throw new AppError('NOT_FOUND', 'NOT_AT_STRIPE', 'The payment provider does not know this.', { cause });
    }
    const passing =
      cause instanceof Stripe.errors.StripeConnectionError ||
      cause instanceof Stripe.errors.StripeAPIError ||
      cause instanceof Stripe.errors.StripeRateLimitError;
    if (passing) {
      throw new AppError(
        'UNAVAILABLE',
        'PAYMENTS_UNAVAILABLE',
        'Payments are not available right now. Please try again.',
        {
          cause,
          retryAfterSeconds: 5,
        },
      );
    }
    throw new AppError('INTERNAL', 'PAYMENTS_REFUSED', 'The payment could not be started. Please try again.', {
      cause,
    });
  }
}
