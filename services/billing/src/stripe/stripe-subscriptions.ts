import type Stripe from 'stripe';
import type { Payments, RemoteSubscription, UpgradeTerms } from './payments.ts';
import { orUndefined, translateEach, translateErrors, withIdempotencyKey } from './stripe-errors.ts';
import { toSeconds, toSubscription } from './stripe-readers.ts';

const PAGE = 100;
const SUBSCRIPTION_PARTS = ['schedule', 'latest_invoice'];

/** Reads, changes and ends subscriptions. */
export function subscriptionCalls(stripe: Stripe) {
  const { subscriptions, invoices, subscriptionSchedules: schedules } = stripe;
  return {
    listSubscriptions: (customerId) =>
      translateErrors(async () => {
        const expand = SUBSCRIPTION_PARTS.map((part) => `data.${part}`);
        const list = await orUndefined(subscriptions.list({ customer: customerId, limit: 100, expand }));
        return (list?.data ?? []).map(toSubscription).filter(({ state }) => state !== 'ended');
      }),

    findSubscription: (id) =>
      translateErrors(async () => {
        const subscription = await orUndefined(subscriptions.retrieve(id, { expand: SUBSCRIPTION_PARTS }));
        return subscription && toSubscription(subscription);
      }),

    eachSubscription: () =>
      translateEach(
        subscriptions.list({ limit: PAGE, expand: SUBSCRIPTION_PARTS.map((part) => `data.${part}`) }),
        toSubscription,
      ),

    cancelAtPeriodEnd: (id) =>
      translateErrors(async () => {
        await subscriptions.update(id, { cancel_at_period_end: true });
      }),

    // A cancellation by flag and one by date are undone by different parameters, never both in one call.
    undoCancellation: ({ id, endsWithPeriod }) =>
      translateErrors(async () => {
        await subscriptions.update(id, endsWithPeriod ? { cancel_at_period_end: false } : { cancel_at: '' });
      }),

    cancelNow: (id) =>
      translateErrors(async () => {
        await orUndefined(subscriptions.cancel(id));
      }),

    // With `pending_if_incomplete` Stripe accepts few other parameters, so a cancellation is undone in a separate call.
    upgrade: (subscription, terms, key) =>
      translateErrors(async () => {
        const change = { ...itemsOf(subscription, terms), payment_behavior: 'pending_if_incomplete' } as const;
        await withIdempotencyKey(key, (options) => subscriptions.update(subscription.id, change, options));
      }),

    previewUpgrade: (subscription, terms) =>
      translateErrors(async () => {
        const { amount_due, total, starting_balance } = await invoices.createPreview({
          subscription: subscription.id,
          subscription_details: itemsOf(subscription, terms),
        });
        return { dueCents: amount_due, creditCents: Math.max(0, -(total + starting_balance)) };
      }),

    changeAtPeriodEnd: (subscription, { priceId, isAnnual }) =>
      translateErrors(async () => {
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
      translateErrors(async () => {
        await schedules.release(id);
      }),
  } satisfies Partial<Payments>;
}

/** Flexible billing never starts a new period by itself, not even from monthly to annual. */
function itemsOf({ itemId }: RemoteSubscription, { priceId, newPeriod, prorationDate }: UpgradeTerms) {
  return {
    items: [{ id: itemId, price: priceId }],
    proration_behavior: 'always_invoice' as const,
    ...(prorationDate !== null && { proration_date: prorationDate }),
    ...(newPeriod && { billing_cycle_anchor: { type: 'now' as const } }),
  };
}
