import { events } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import { sql, type Transaction } from 'kysely';
import { ensureAccount, isOpen, lockAccount, unlinkCustomer } from '../accounts/account.repository.ts';
import type { AccountRow, BillingDatabase } from '../database.ts';

type Trx = Transaction<BillingDatabase>;

/**
 * Erases the person here and leaves what is at Stripe to the worker that closes accounts. The books are kept, without the
 * person. The account's bare id stays, so that late events bring nothing back.
 * @param given.leftAt when the user asked for it, product time
 */
export async function eraseAccount(trx: Trx, userId: string, given: { real: Date; leftAt: Date }): Promise<void> {
  await ensureAccount(trx, userId);
  const account = await lockAccount(trx, userId);
  const intentions = await trx.deleteFrom('intentions').where('user_id', '=', userId).executeTakeFirstOrThrow();
  const subscriptions = await trx.deleteFrom('subscriptions').where('id', '=', userId).executeTakeFirstOrThrow();
  const payments = await trx
    .updateTable('payments')
    .set({ user_id: null })
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  // What a night's comparison found stays counted; whose it was does not.
  await sql`update reconcile_runs
    set report = jsonb_set(report, '{differences}', coalesce(
      (select jsonb_agg(d) from jsonb_array_elements(report->'differences') d where d->>'userId' <> ${userId}), '[]'))
    where report->'differences' @> jsonb_build_array(jsonb_build_object('userId', ${userId}::text))`.execute(trx);
  if (!account || !isOpen(account)) return;
  const erased = [
    { what: 'plans', count: Number(subscriptions.numDeletedRows) },
    { what: 'customers at Stripe', count: account.stripe_customer_id ? 1 : 0 },
    { what: 'checkouts and changes', count: Number(intentions.numDeletedRows) },
    { what: 'payments, kept in the books without a name', count: Number(payments.numUpdatedRows) },
  ];
  await trx
    .updateTable('accounts')
    .set({
      email: null,
      first_name: null,
      last_name: null,
      left_at: given.leftAt,
      close_due_at: given.real,
      erased: JSON.stringify(erased),
    })
    .where('id', '=', userId)
    .execute();
}

/** Nothing of the account is left at Stripe: its customer is forgotten, and auth is told. Lock the account first. */
export async function finishErasure(trx: Trx, account: AccountRow, now: { real: Date; product: Date }): Promise<void> {
  const { id: userId, erased: items, stripe_customer_id: customerId } = account;
  if (customerId) await unlinkCustomer(trx, userId, customerId);
  await trx.updateTable('accounts').set({ closed_at: now.real }).where('id', '=', userId).execute();
  const erasedAt = now.product;
  await enqueueEvent(trx, events.AccountErased, { userId, service: 'billing', items, erasedAt }, erasedAt);
}
