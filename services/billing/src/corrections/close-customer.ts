import { AppError } from '@reelwright/errors';
import type { Kysely, Transaction } from 'kysely';
import { unlinkCustomer } from '../accounts/account.repository.ts';
import { isOwnedBy } from '../accounts/ownership.ts';
import type { AccountRow, BillingDatabase } from '../database.ts';
import type { BillingDeps } from '../deps.ts';
import type { RemoteSubscription } from '../stripe/payments.ts';
import { anonymizeCorrections } from './correction.repository.ts';
import { endAndRefund, refundIfLate } from './end-and-refund.ts';

/**
 * Ends all subscriptions and open payments of a customer, then erases name, address and cards at Stripe. A period that
 * began after the deletion request, by a purchase or a renewal, is refunded; invoices stay for accounting. Every step is
 * idempotent.
 */
export async function closeCustomer(
  deps: BillingDeps,
  customerId: string,
  { id: userId, left_at: leftAt }: Pick<AccountRow, 'id' | 'left_at'>,
): Promise<void> {
  const { payments, prices } = deps;
  try {
    await payments.expireOtherCheckouts(customerId, undefined);
    for (const subscription of await payments.listSubscriptions(customerId)) {
      const isRefunded = leftAt !== null && beganAfter(subscription, leftAt) && isOwnedBy(subscription, userId, prices);
      if (isRefunded) await endAndRefund(deps, 'paid_after_end', subscription);
      else await payments.cancelNow(subscription.id);
    }
    for (const { id } of await payments.listOpenInvoices(customerId)) {
      if (!(await payments.voidInvoice(id))) await refundIfLate(deps, userId, await payments.getInvoice(id));
    }
  } catch (error) {
    // The customer was deleted before a crash or by hand; its subscriptions ended with it.
    if (!(error instanceof AppError && error.code === 'CUSTOMER_GONE')) throw error;
  }
  await payments.eraseCustomer(customerId);
}

/** Call it after `closeCustomer`: removes the customer from the account and from corrections. */
export async function unlinkClosedCustomer(
  db: Kysely<BillingDatabase> | Transaction<BillingDatabase>,
  userId: string,
  customerId: string,
): Promise<void> {
  await unlinkCustomer(db, userId, customerId);
  await anonymizeCorrections(db, customerId);
}

/** Stripe counts whole seconds. */
function beganAfter({ periodStart }: RemoteSubscription, leftAt: Date): boolean {
  return periodStart.getTime() >= Math.floor(leftAt.getTime() / 1000) * 1000;
}
