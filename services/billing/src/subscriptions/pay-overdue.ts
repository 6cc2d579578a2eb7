import { AppError } from '@reelwright/errors';
import type { BillingDeps } from '../deps.ts';
import { findCurrent } from './current-subscription.ts';

/**
 * Charges an overdue invoice to a new card, because Stripe's next retry may come after the grace period.
 * @param eventId part of the idempotency key: a repeat charges once
 */
export async function payOverdueFromNewCard(deps: BillingDeps, userId: string, eventId: string): Promise<void> {
  const { payments, logger } = deps;
  const current = await findCurrent(deps, userId);
  const invoice = current?.latestInvoice;
  if (current?.state !== 'past_due' || !invoice || invoice.amountDueCents === 0) return;
  try {
    await payments.payInvoice(invoice.id, `pay-${invoice.id}-${eventId}`);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'PAYMENTS_UNAVAILABLE') throw error;
    logger.info(
      { err: error, userId, invoiceId: invoice.id },
      'the overdue invoice could not be charged to the new card',
    );
  }
}
