import { AppError } from '@reelwright/errors';
import { withAccountLease } from '../accounts/account-lease.ts';
import type { BillingDeps } from '../deps.ts';
import { closeOperation, findOpenOperation, openOperation } from '../operations/operation.repository.ts';
import type { RemoteInvoice, RemoteSubscription } from '../stripe/payments.ts';
import { refund } from './end-and-refund.ts';

/**
 * Voids the open invoices of an unpaid subscription, then ends it. Stripe continues a subscription whose invoice is
 * void, so an operation is opened first and finished after a crash. Call it under the account's lease.
 * @returns false when it was paid meanwhile; it then continues
 */
export async function endUnpaid(deps: BillingDeps, userId: string, { id }: RemoteSubscription): Promise<boolean> {
  const { db, payments, clock } = deps;
  const operation = await openOperation(db, { userId, kind: 'end', target: id, now: clock.real() });
  const openInvoices = (await payments.listInvoices(id)).filter(({ paidAt }) => paidAt === null);
  const unvoidedIds: string[] = [];
  for (const invoice of openInvoices) if (!(await payments.voidInvoice(invoice.id))) unvoidedIds.push(invoice.id);
  const isPaid = (await payments.findSubscription(id))?.latestInvoice?.paidAt != null;
  if (!isPaid) {
    await payments.cancelNow(id);
    // An invoice that could not be voided may have been paid just before the end.
    for (const invoiceId of unvoidedIds) await refundIfPaid(deps, id, await payments.getInvoice(invoiceId));
  }
  await closeOperation(db, operation.id, clock.real());
  return !isPaid;
}

/** Finishes an ending that a crash interrupted. */
export async function finishEnding(deps: BillingDeps, userId: string): Promise<void> {
  if (await findOpenOperation(deps.db, userId, 'end'))
    await withAccountLease(deps, userId, () => finishEndingUnderLease(deps, userId));
}

/**
 * The same, under a lease that the caller holds. Ends a subscription with a void invoice; one without, or one that was
 * paid, continues.
 * @returns whether there was an ending to finish
 */
export async function finishEndingUnderLease(deps: BillingDeps, userId: string): Promise<boolean> {
  const { db, payments, clock } = deps;
  const operation = await findOpenOperation(db, userId, 'end');
  if (!operation) return false;
  const remote = await payments.findSubscription(operation.target);
  const invoice = remote?.latestInvoice;
  if (remote?.state === 'active' && !invoice?.paidAt) await payments.cancelNow(remote.id);
  // It was paid after the ending started, and has ended.
  if (remote?.state === 'ended' && invoice) await refundIfPaid(deps, remote.id, invoice);
  await closeOperation(db, operation.id, clock.real());
  return true;
}

/** A failed refund is retried later from its correction; the subscription has ended. */
async function refundIfPaid(deps: BillingDeps, subscriptionId: string, invoice: RemoteInvoice): Promise<void> {
  if (!invoice.paidAt) return;
  try {
    await refund(deps, 'paid_after_end', subscriptionId, invoice);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    deps.logger.warn({ err: error, subscriptionId, invoiceId: invoice.id }, 'a payment could not be refunded yet');
  }
}
