import { events } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import type { ErasedItem } from '@reelwright/product';
import type { Transaction } from 'kysely';
import { ensureAccount, isOpen, lockAccount, markClosed, startClosing } from '../accounts/account.repository.ts';
import { unlinkClosedCustomer } from '../corrections/close-customer.ts';
import type { AccountRow, BillingDatabase } from '../database.ts';
import { deleteOperations } from '../operations/operation.repository.ts';
import { anonymizePayments } from '../payments/payment.repository.ts';
import { removeUserFromReports } from '../reconcile/reconcile-run.repository.ts';
import { deleteSubscription } from '../subscriptions/subscription.repository.ts';

type Trx = Transaction<BillingDatabase>;

/**
 * Erases the user's data here; the worker that closes accounts erases it at Stripe. Payments are kept for accounting,
 * without the user.
 * @param given.leftAt when the user requested the deletion, product time
 */
export async function eraseAccount(trx: Trx, userId: string, times: { real: Date; leftAt: Date }): Promise<void> {
  await ensureAccount(trx, userId);
  const account = await lockAccount(trx, userId);
  const operations = await deleteOperations(trx, userId);
  const subscriptions = await deleteSubscription(trx, userId);
  const payments = await anonymizePayments(trx, userId);
  await removeUserFromReports(trx, userId);
  if (!account || !isOpen(account)) return;
  const erasedItems: ErasedItem[] = [
    { kind: 'plan', count: subscriptions },
    { kind: 'stripe_customer', count: account.stripe_customer_id ? 1 : 0 },
    { kind: 'checkout_or_change', count: operations },
    { kind: 'payment_kept_without_name', count: payments },
  ];
  await startClosing(trx, userId, { leftAt: times.leftAt, closeDueAt: times.real, erased: erasedItems });
}

/** Unlinks the customer and publishes AccountErased, after the account was erased at Stripe. Lock the account first. */
export async function finishErasure(trx: Trx, account: AccountRow, now: { real: Date; product: Date }): Promise<void> {
  const { id: userId, erased: items, stripe_customer_id: customerId } = account;
  if (customerId) await unlinkClosedCustomer(trx, userId, customerId);
  await markClosed(trx, userId, now.real);
  const erasedAt = now.product;
  await enqueueEvent(trx, events.AccountErased, { userId, service: 'billing', items, erasedAt }, erasedAt);
}
