import { events, type PaymentRefunded, type PaymentSucceeded, type SubscriptionChanged } from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import type { AnalyticsDatabase } from '../database.ts';
import { lockUser } from '../users/user.repository.ts';
import { insertPayment, insertRefund, saveSubscription } from './plan.repository.ts';

const projectSubscription: EventHandler<AnalyticsDatabase, SubscriptionChanged> = async (trx, { payload }) => {
  const { userId, tier, entitledUntil = null, revision } = payload;
  if (!(await lockUser(trx, userId))) return;
  await saveSubscription(trx, { user_id: userId, tier, entitled_until: entitledUntil, revision });
};

/** A payment that arrives after its account was deleted is counted without the user's id. */
const countPayment: EventHandler<AnalyticsDatabase, PaymentSucceeded> = async (trx, { payload, occurredAt }) => {
  const { paymentId, userId, tier, amountCents, currency, paidAt = occurredAt } = payload;
  const isKnown = await lockUser(trx, userId);
  await insertPayment(trx, {
    payment_id: paymentId,
    user_id: isKnown ? userId : null,
    tier,
    amount_cents: amountCents,
    currency: currency.toLowerCase(),
    paid_at: paidAt,
  });
};

/** Each event has the newly refunded part of a payment; the parts add up. */
const countRefund: EventHandler<AnalyticsDatabase, PaymentRefunded> = (trx, { id, payload, occurredAt }) => {
  const { paymentId, amountCents, refundedAt = occurredAt } = payload;
  return insertRefund(trx, {
    event_id: id,
    payment_id: paymentId,
    amount_cents: amountCents,
    refunded_at: refundedAt,
  });
};

export const planSubscriptions = (): Subscription<AnalyticsDatabase>[] => [
  on(events.SubscriptionChanged, projectSubscription),
  on(events.PaymentSucceeded, countPayment),
  on(events.PaymentRefunded, countRefund),
];
