import { isOwnedBy } from '../accounts/ownership.ts';
import type { CorrectionRow } from '../database.ts';
import type { BillingDeps } from '../deps.ts';
import { markFullyRefunded } from '../payments/payment.repository.ts';
import type { RemoteInvoice, RemoteSubscription } from '../stripe/payments.ts';
import { type CorrectionReason, findReasonOfEnd, finishCorrection, openCorrection } from './correction.repository.ts';

/** Ends a second subscription at once and refunds its current period, so that nobody pays twice. */
export async function endSurplus(deps: BillingDeps, userId: string, surplus: RemoteSubscription): Promise<void> {
  deps.logger.error({ userId, subscriptionId: surplus.id }, 'more than one live subscription; the second is ended');
  await endAndRefund(deps, 'second_subscription', surplus);
}

/** Ends a subscription at once and refunds its current period. After a crash `resumeCorrection` finishes it. */
export async function endAndRefund(
  deps: BillingDeps,
  reason: CorrectionReason,
  { id: subscriptionId, customerId }: RemoteSubscription,
): Promise<void> {
  const { db, clock } = deps;
  const record = await openCorrection(db, {
    reason,
    customerId,
    subscriptionId,
    paymentId: null,
    amountCents: 0,
    now: clock.now(),
  });
  await finishEndAndRefund(deps, record);
}

async function finishEndAndRefund(deps: BillingDeps, record: CorrectionRow): Promise<void> {
  const { db, payments, clock, counts } = deps;
  const subscription = await payments.findSubscription(record.subscription_id);
  if (subscription) {
    await payments.cancelNow(subscription.id);
    for (const listedInvoice of await payments.listInvoices(subscription.id)) {
      if (!listedInvoice.paidAt && (await payments.voidInvoice(listedInvoice.id))) continue;
      const invoice = listedInvoice.paidAt ? listedInvoice : await payments.getInvoice(listedInvoice.id);
      if (!invoice.paidAt || invoice.paidAt < subscription.periodStart) continue;
      await refund(deps, record.reason as CorrectionReason, subscription.id, invoice);
    }
  }
  const { id, reason } = record;
  if (await finishCorrection(db, id, { amountCents: 0, now: clock.now() })) counts.corrections.inc({ reason });
}

/**
 * Refunds a payment made after its subscription had ended. Stripe's times are whole seconds, so it may also be the
 * payment that billing refunds because it ended the subscription itself.
 */
export async function refundIfLate(deps: BillingDeps, userId: string, invoice: RemoteInvoice): Promise<void> {
  const { subscriptionId, paidAt } = invoice;
  if (subscriptionId === null || paidAt === null || !isOwnedBy(invoice, userId, deps.prices)) return;
  const endedAt = (await deps.payments.findSubscription(subscriptionId))?.endedAt;
  if (!endedAt || paidAt < endedAt) return;
  const reason = (await findReasonOfEnd(deps.db, subscriptionId)) ?? 'paid_after_end';
  await refund(deps, reason, subscriptionId, invoice);
}

/** Refunds a payment, once. */
export async function refund(
  deps: BillingDeps,
  reason: CorrectionReason,
  subscriptionId: string,
  { id: invoiceId, customerId, amountPaidCents: amountCents }: RemoteInvoice,
): Promise<void> {
  if (amountCents <= 0) return;
  const { db, clock } = deps;
  const record = await openCorrection(db, {
    reason,
    customerId,
    subscriptionId,
    paymentId: invoiceId,
    amountCents,
    now: clock.now(),
  });
  await finishRefund(deps, record, invoiceId);
}

async function finishRefund(deps: BillingDeps, record: CorrectionRow, invoiceId: string): Promise<void> {
  const { db, payments, clock, logger, counts } = deps;
  const { id, reason, subscription_id: subscriptionId } = record;
  if (record.done_at) return;
  const amountCents = await payments.refundInvoice(invoiceId, `refund-${id}`);
  if (!(await finishCorrection(db, id, { amountCents, now: clock.now() }))) return;
  if (amountCents > 0) await markFullyRefunded(db, invoiceId);
  logger.error({ subscriptionId, invoiceId, amountCents, reason }, 'a payment was refunded');
  counts.corrections.inc({ reason });
  counts.refundedCents.inc(amountCents);
}

/** Finishes a correction that a crash or an error at Stripe interrupted. */
export async function resumeCorrection(deps: BillingDeps, record: CorrectionRow): Promise<void> {
  if (record.payment_id === null) await finishEndAndRefund(deps, record);
  else await finishRefund(deps, record, record.payment_id);
}
