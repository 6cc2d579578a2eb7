import type { Kysely, Transaction } from 'kysely';
import type { BillingDatabase } from '../database.ts';
import type { RemoteDispute } from '../stripe/payments.ts';

/**
 * Inserts a dispute, or updates it if its status changed. Call it with the account locked.
 * @returns whether anything was saved; false if the payment is not recorded
 */
export async function recordDispute(
  trx: Transaction<BillingDatabase>,
  { paymentId, dispute }: { paymentId: string; dispute: RemoteDispute },
  now: Date,
): Promise<boolean> {
  const payment = await trx.selectFrom('payments').select('id').where('id', '=', paymentId).executeTakeFirst();
  if (!payment) return false;
  const { id, amountCents, reason, status, openedAt } = dispute;
  const row = await trx
    .insertInto('disputes')
    .values({
      id,
      payment_id: paymentId,
      amount_cents: amountCents,
      reason,
      status,
      opened_at: openedAt,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ status, amount_cents: amountCents, updated_at: now })
        .where('disputes.status', '!=', status),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteDisputesOfPayments(
  db: Kysely<BillingDatabase>,
  paymentIds: readonly string[],
): Promise<void> {
  await db.deleteFrom('disputes').where('payment_id', 'in', paymentIds).execute();
}
