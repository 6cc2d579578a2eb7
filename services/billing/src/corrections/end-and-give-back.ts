import type { CorrectionRow } from '../database.ts';
import type { RemoteInvoice, RemoteSubscription } from '../stripe/payments.ts';
import type { SyncDeps } from '../subscriptions/sync-subscription.ts';
import { type CorrectionReason, finishCorrection, openCorrection } from './correction.repository.ts';

/** Ends a subscription that nobody should pay for any more. What of it is open can't be paid afterwards. */
export async function endUnpaid(deps: SyncDeps, subscription: RemoteSubscription): Promise<void> {
  const { payments } = deps;
  await payments.cancelNow(subscription.id);
  for (const invoice of await payments.listInvoices(subscription.id)) {
    if (invoice.paidAt || (await payments.voidInvoice(invoice.id))) continue;
    // A retry of Stripe's was faster than its end.
    const now = await payments.getInvoice(invoice.id);
    if (now.paidAt) await giveBack(deps, 'paid_after_end', subscription.id, now);
  }
}

/** Ends a second subscription at once and gives back what was paid for the period that runs: nobody pays twice. */
export async function endSurplus(deps: SyncDeps, userId: string, surplus: RemoteSubscription): Promise<void> {
  const { db, clock, logger } = deps;
  const record = await openCorrection(db, {
    reason: 'second_subscription',
    customerId: surplus.customerId,
    subscriptionId: surplus.id,
    paymentId: null,
    amountCents: 0,
    now: clock.now(),
  });
  logger.error({ userId, subscriptionId: surplus.id }, 'more than one live subscription; the second is ended');
  await finishSurplus(deps, record);
}

async function finishSurplus(deps: SyncDeps, record: CorrectionRow): Promise<void> {
  const { db, payments, clock, counts } = deps;
  const surplus = await payments.findSubscription(record.subscription_id);
  if (surplus) {
    await payments.cancelNow(surplus.id);
    for (const invoice of await payments.listInvoices(surplus.id)) {
      if (!invoice.paidAt) await payments.voidInvoice(invoice.id);
      else if (invoice.paidAt >= surplus.periodStart) await giveBack(deps, 'second_subscription', surplus.id, invoice);
    }
  }
  const { id, reason } = record;
  if (await finishCorrection(db, id, { amountCents: 0, now: clock.now() })) counts.corrections.inc({ reason });
}

/** A payment that came after its subscription had ended buys nothing, so it goes back. */
export async function giveBackIfLate(deps: SyncDeps, invoice: RemoteInvoice): Promise<void> {
  const { subscriptionId, paidAt } = invoice;
  if (subscriptionId === null || paidAt === null) return;
  const endedAt = (await deps.payments.findSubscription(subscriptionId))?.endedAt;
  if (endedAt && paidAt > endedAt) await giveBack(deps, 'paid_after_end', subscriptionId, invoice);
}

/** Gives a payment back whose subscription gives nothing for it, once. */
async function giveBack(
  deps: SyncDeps,
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
  await finishGivingBack(deps, record, invoiceId);
}

async function finishGivingBack(deps: SyncDeps, record: CorrectionRow, invoiceId: string): Promise<void> {
  const { db, payments, clock, logger, counts } = deps;
  const { id, reason, subscription_id: subscriptionId } = record;
  if (record.done_at) return;
  const amountCents = await payments.refundInvoice(invoiceId, `refund-${id}`);
  if (!(await finishCorrection(db, id, { amountCents, now: clock.now() }))) return;
  logger.error({ subscriptionId, invoiceId, amountCents, reason }, 'a payment was given back');
  counts.corrections.inc({ reason });
  counts.givenBack.inc(amountCents);
}

/** Goes on with a correction that a crash or Stripe has interrupted. */
export async function resumeCorrection(deps: SyncDeps, record: CorrectionRow): Promise<void> {
  if (record.payment_id === null) await finishSurplus(deps, record);
  else await finishGivingBack(deps, record, record.payment_id);
}
