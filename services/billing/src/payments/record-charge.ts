import { isOpen, lockAccount } from '../accounts/account.repository.ts';
import { isOwnedBy } from '../accounts/ownership.ts';
import type { BillingDeps } from '../deps.ts';
import type { RemoteCharge, RemoteInvoice } from '../stripe/payments.ts';
import { recordDispute } from './dispute.repository.ts';
import { recordPayment, recordRefund } from './payment.repository.ts';

/** Records a user's invoice if it is paid and ours. Idempotent. */
export async function recordInvoice(deps: BillingDeps, userId: string, invoice: RemoteInvoice): Promise<void> {
  const { db, prices, clock } = deps;
  if (!isOwnedBy(invoice, userId, prices)) return;
  await db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, userId);
    if (!account || !isOpen(account)) return;
    await recordPayment(trx, { userId, invoice, prices }, clock.now());
  });
}

/**
 * Records the refunds of a charge and the state of its disputes. The plan does not change; it follows the subscription
 * at Stripe. Idempotent. @returns whether a row changed
 */
export async function recordCharge(deps: BillingDeps, userId: string, charge: RemoteCharge): Promise<boolean> {
  const { db, payments, clock, logger, counts } = deps;
  const paymentId = charge.invoiceId;
  if (paymentId === null) return false;
  // The webhook of the payment may not have arrived yet.
  await recordInvoice(deps, userId, await payments.getInvoice(paymentId));
  return db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, userId);
    if (!account || !isOpen(account)) return false;
    let isChanged = false;
    for (const dispute of charge.disputes) {
      if (!(await recordDispute(trx, { paymentId, dispute }, clock.now()))) continue;
      isChanged = true;
      const { id: disputeId, status, reason, amountCents } = dispute;
      logger.warn({ userId, paymentId, disputeId, status, reason, amountCents }, 'a payment is disputed');
      counts.disputes.inc({ status });
    }
    const { refundedCents } = charge;
    if (!(await recordRefund(trx, { userId, paymentId, refundedCents }, clock.now()))) return isChanged;
    logger.info({ userId, paymentId, refundedCents }, 'a payment was refunded or lost in a dispute');
    counts.refunds.inc();
    return true;
  });
}
