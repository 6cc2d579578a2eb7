import { type Insertable, type Kysely, sql, type Transaction } from 'kysely';
import type { AnalyticsDatabase } from '../database.ts';

type Trx = Transaction<AnalyticsDatabase>;
type Row<Table extends keyof AnalyticsDatabase> = Insertable<AnalyticsDatabase[Table]>;

/** Saves a user's plan, unless a later revision is stored. */
export async function saveSubscription(trx: Trx, subscription: Row<'subscriptions'>): Promise<void> {
  const { user_id: _, ...columns } = subscription;
  await trx
    .insertInto('subscriptions')
    .values(subscription)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(columns).where('subscriptions.revision', '<', subscription.revision),
    )
    .execute();
}

export async function insertPayment(trx: Trx, payment: Row<'payments'>): Promise<void> {
  await trx
    .insertInto('payments')
    .values(payment)
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .execute();
}

export async function insertRefund(trx: Trx, refund: Row<'refunds'>): Promise<void> {
  await trx
    .insertInto('refunds')
    .values(refund)
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .execute();
}

/** @returns the number of deleted rows */
export async function deleteSubscription(trx: Trx, userId: string): Promise<number> {
  const query = trx.deleteFrom('subscriptions').where('user_id', '=', userId);
  return Number((await query.executeTakeFirstOrThrow()).numDeletedRows);
}

/** @returns the number of payments that stay without the user's id */
export async function anonymizePaymentsOf(trx: Trx, userId: string): Promise<number> {
  const query = trx.updateTable('payments').set({ user_id: null }).where('user_id', '=', userId);
  return Number((await query.executeTakeFirstOrThrow()).numUpdatedRows);
}

/** Removes the users' ids from payments of more than ten years ago. */
export async function anonymizeOldPayments(db: Kysely<AnalyticsDatabase>, now: Date): Promise<void> {
  await sql`update payments set user_id = null
    where user_id is not null and paid_at < ${now}::timestamptz - interval '10 years'`.execute(db);
}
