import { events, type PaymentRefunded, type PaymentSucceeded, type SubscriptionChanged } from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import { lockUser } from '../accounts/account.repository.ts';
import type { AnalyticsDatabase } from '../database.ts';

const keepPlan: EventHandler<AnalyticsDatabase, SubscriptionChanged> = async (trx, { payload }) => {
  if (!(await lockUser(trx, payload.userId))) return;
  const row = {
    tier: payload.tier,
    entitled_until: payload.entitledUntil ?? null,
    revision: payload.revision,
  };
  await trx
    .insertInto('subscriptions')
    .values({ user_id: payload.userId, ...row })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(row).where('subscriptions.revision', '<', payload.revision),
    )
    .execute();
};

/** Money counts, whoever brought it: a payment that is heard of after its account went is kept without a name. */
const countPayment: EventHandler<AnalyticsDatabase, PaymentSucceeded> = async (trx, { payload, occurredAt }) => {
  const present = await lockUser(trx, payload.userId);
  await trx
    .insertInto('payments')
    .values({
      payment_id: payload.paymentId,
      user_id: present ? payload.userId : null,
      tier: payload.tier,
      amount_cents: payload.amountCents,
      currency: payload.currency.toLowerCase(),
      paid_at: payload.paidAt ?? occurredAt,
    })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .execute();
};

/** Each event tells of the part that went back with it; parts add up. */
const countRefund: EventHandler<AnalyticsDatabase, PaymentRefunded> = async (trx, { id, payload, occurredAt }) => {
  await trx
    .insertInto('refunds')
    .values({
      event_id: id,
      payment_id: payload.paymentId,
      amount_cents: payload.amountCents,
      refunded_at: payload.refundedAt ?? occurredAt,
    })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .execute();
};

export const planSubscriptions = (): Subscription<AnalyticsDatabase>[] => [
  on(events.SubscriptionChanged, keepPlan),
  on(events.PaymentSucceeded, countPayment),
  on(events.PaymentRefunded, countRefund),
];
