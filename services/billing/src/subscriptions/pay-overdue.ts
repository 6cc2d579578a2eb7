import { AppError } from '@reelwright/errors';
import type { BillingDeps } from '../deps.ts';
import { findPresent } from './present-subscription.ts';

/**
 * Pays what is overdue from the card a person has just given for that. Stripe's next try may come only after the grace.
 * `wish` is the event's id: repeating it charges once.
 */
export async function payOverdueFromNewCard(deps: BillingDeps, userId: string, wish: string): Promise<void> {
  const { payments, logger } = deps;
  const present = await findPresent(deps, userId);
  const invoice = present?.latestInvoice;
  if (present?.state !== 'due' || !invoice || invoice.amountDueCents === 0) return;
  try {
    await payments.payInvoice(invoice.id, `pay-${invoice.id}-${wish}`);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'PAYMENTS_UNAVAILABLE') throw error;
    logger.info({ err: error, userId, invoiceId: invoice.id }, 'the new card did not pay what is overdue');
  }
}
