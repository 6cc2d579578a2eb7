import { isOpen, lockAccount } from '../accounts/account.repository.ts';
import { isOwnedBy } from '../accounts/ownership.ts';
import type { BillingDeps } from '../deps.ts';
import type { RemoteCharge, RemoteInvoice } from '../stripe/payments.ts';
import { recordDispute } from './dispute.repository.ts';
import { recordPayment, recordRefund } from './payment.repository.ts';

/** Writes an invoice of a user down if it is paid and ours. May be repeated. */
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
 * Writes down what went back of a charge and how its disputes stand. The plan is another matter: Stripe's subscription
 * decides it. May be repeated; answers whether there was news.
 */
export async function recordCharge(deps: BillingDeps, userId: string, charge: RemoteCharge): Promise<boolean> {
  const { db, payments, clock, logger, counts } = deps;
  const paymentId = charge.invoiceId;
  if (paymentId === null) return false;
  // The news of the payment may still be on its way.
  await recordInvoice(deps, userId, await payments.getInvoice(paymentId));
  return db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, userId);
    if (!account || !isOpen(account)) return false;
    let isNews = false;
    for (const dispute of charge.disputes) {
      if (!(await recordDispute(trx, { paymentId, dispute }, clock.now()))) continue;
      isNews = true;
      const { id: disputeId, status, reason, amountCents } = dispute;
      logger.warn({ userId, paymentId, disputeId, status, reason, amountCents }, 'a payment is disputed');
      counts.disputes.inc({ status });
    }
    const { refundedCents } = charge;
    if (!(await recordRefund(trx, { userId, paymentId, refundedCents }, clock.now()))) return isNews;
    logger.info({ userId, paymentId, refundedCents }, 'money went back');
    counts.refunds.inc();
    return true;
  });
}
