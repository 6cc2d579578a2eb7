import { events } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { BillingDatabase } from '../database.ts';
import type { PriceList } from '../plans/plan-catalogue.ts';
import type { RemoteInvoice } from '../stripe/payments.ts';
import { kindOfPayment } from './kind-of-payment.ts';
import { paidPlanOf } from './paid-plan.ts';

/**
 * Records a paid invoice and publishes PaymentSucceeded, once even if it is called again. Skips unpaid invoices and
 * invoices of zero. Lock the account first.
 */
export async function recordPayment(
  trx: Transaction<BillingDatabase>,
  { userId, invoice, prices }: { userId: string; invoice: RemoteInvoice; prices: PriceList },
  now: Date,
): Promise<void> {
  if (!invoice.paidAt || invoice.amountPaidCents <= 0) return;
  const { tier, isAnnual } = paidPlanOf(invoice, prices);
  const insertedRow = await trx
    .insertInto('payments')
    .values({
      id: invoice.id,
      user_id: userId,
      amount_cents: invoice.amountPaidCents,
      currency: invoice.currency,
      tier,
      is_annual: isAnnual,
      kind: kindOfPayment(invoice, prices),
      paid_at: invoice.paidAt,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!insertedRow) return;
  const { paidAt, currency } = invoice;
  const amountCents = invoice.amountPaidCents;
  await enqueueEvent(
    trx,
    events.PaymentSucceeded,
    { userId, paymentId: invoice.id, amountCents, currency, tier, paidAt },
    now,
  );
}

export async function findPayment(db: Kysely<BillingDatabase>, id: string) {
  return db.selectFrom('payments').select('is_annual').where('id', '=', id).executeTakeFirst();
}

/** Adds the interval to a payment that was recorded without it. @returns whether it was added */
export async function recordInterval(db: Kysely<BillingDatabase>, id: string, isAnnual: boolean): Promise<boolean> {
  const row = await db
    .updateTable('payments')
    .set({ is_annual: isAnnual })
    .where('id', '=', id)
    .where('is_annual', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Records the total refund of a payment and publishes PaymentRefunded for the new part of it. Lock the account first.
 * @returns whether the total grew
 */
export async function recordRefund(
  trx: Transaction<BillingDatabase>,
  refund: { userId: string; paymentId: string; refundedCents: number },
  now: Date,
): Promise<boolean> {
  const { userId, paymentId } = refund;
  const payment = await trx
    .selectFrom('payments')
    .select(['amount_cents', 'refunded_cents', 'currency'])
    .where('id', '=', paymentId)
    .forUpdate()
    .executeTakeFirst();
  if (!payment) return false;
  // A charge may be larger than what its invoice took of it.
  const refundedCents = Math.min(refund.refundedCents, payment.amount_cents);
  if (payment.refunded_cents >= refundedCents) return false;
  await trx.updateTable('payments').set({ refunded_cents: refundedCents }).where('id', '=', paymentId).execute();
  const amountCents = refundedCents - payment.refunded_cents;
  const { currency } = payment;
  await enqueueEvent(trx, events.PaymentRefunded, { userId, paymentId, amountCents, currency, refundedAt: now }, now);
  return true;
}

/** Records the full refund of a deleted user's payment. Publishes no event, because the user is deleted. */
export async function markFullyRefunded(db: Kysely<BillingDatabase>, id: string): Promise<void> {
  await db
    .updateTable('payments')
    .set((eb) => ({ refunded_cents: eb.ref('amount_cents') }))
    .where('id', '=', id)
    .where('user_id', 'is', null)
    .execute();
}

/** Removes the user from a deleted user's payments, which are kept for accounting. @returns the number of payments */
export async function anonymizePayments(trx: Transaction<BillingDatabase>, userId: string): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('payments')
    .set({ user_id: null })
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** The oldest payments of over ten years ago. */
export async function findExpiredPayments(db: Kysely<BillingDatabase>, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from payments
    where paid_at < ${now}::timestamptz - interval '10 years' order by paid_at, id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes payments; a payment disputed meanwhile stays. @returns the number of deleted rows */
export async function deletePayments(db: Kysely<BillingDatabase>, ids: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('payments')
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('disputes').select('id').whereRef('disputes.payment_id', '=', 'payments.id'))),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
