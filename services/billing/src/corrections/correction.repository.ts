import type { Kysely, Transaction } from 'kysely';
import type { BillingDatabase, CorrectionRow } from '../database.ts';

/** Why billing corrected something at Stripe. */
export type CorrectionReason =
  /** A second subscription beside the one that counts. */
  | 'second_subscription'
  /** A payment for a subscription that had ended, or was ended because it was unpaid. */
  | 'paid_after_end';

/** Inserts a correction, or returns the row of an earlier attempt. Call it before Stripe. */
export async function openCorrection(
  db: Kysely<BillingDatabase>,
  correction: {
    reason: CorrectionReason;
    customerId: string;
    subscriptionId: string;
    /** The refunded invoice; null when the subscription is ended. */
    paymentId: string | null;
    amountCents: number;
    now: Date;
  },
): Promise<CorrectionRow> {
  const { reason, customerId, subscriptionId, paymentId, amountCents, now } = correction;
  await db
    .insertInto('corrections')
    .values({
      reason,
      customer_id: customerId,
      subscription_id: subscriptionId,
      payment_id: paymentId,
      amount_cents: amountCents,
      opened_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .selectFrom('corrections')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('payment_id', paymentId === null ? 'is' : '=', paymentId)
    .executeTakeFirstOrThrow();
}

/** Why billing ended a subscription; undefined if it did not. */
export async function findReasonOfEnd(
  db: Kysely<BillingDatabase>,
  subscriptionId: string,
): Promise<CorrectionReason | undefined> {
  const row = await db
    .selectFrom('corrections')
    .select('reason')
    .where('subscription_id', '=', subscriptionId)
    .where('payment_id', 'is', null)
    .executeTakeFirst();
  return row?.reason as CorrectionReason | undefined;
}

/** @returns whether this call finished it */
export async function finishCorrection(
  db: Kysely<BillingDatabase>,
  id: string,
  { amountCents, now }: { amountCents: number; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('corrections')
    .set({ done_at: now, amount_cents: amountCents })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Unfinished corrections, oldest first, of one customer or of all. */
export function findUnfinishedCorrections(db: Kysely<BillingDatabase>, customerId?: string): Promise<CorrectionRow[]> {
  return db
    .selectFrom('corrections')
    .selectAll()
    .where('done_at', 'is', null)
    .$if(customerId !== undefined, (query) => query.where('customer_id', '=', customerId ?? ''))
    .orderBy('opened_at')
    .execute();
}

export async function anonymizeCorrections(
  db: Kysely<BillingDatabase> | Transaction<BillingDatabase>,
  customerId: string,
): Promise<void> {
  await db.updateTable('corrections').set({ customer_id: null }).where('customer_id', '=', customerId).execute();
}

export async function deleteCorrectionsOfPayments(
  db: Kysely<BillingDatabase>,
  paymentIds: readonly string[],
): Promise<void> {
  await db.deleteFrom('corrections').where('payment_id', 'in', paymentIds).execute();
}
