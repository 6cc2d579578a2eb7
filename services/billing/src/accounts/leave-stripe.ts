import { AppError } from '@reelwright/errors';
import type { Payments } from '../stripe/payments.ts';

/**
 * Leaves a customer with nothing that could cost them anything, and then forgets who they are: their name, address and
 * cards. Invoices stay at Stripe, for the books. Every step may be repeated.
 */
export async function leaveStripe(payments: Payments, customerId: string): Promise<void> {
  try {
    await payments.expireOtherCheckouts(customerId, undefined);
    for (const { id } of await payments.listSubscriptions(customerId)) await payments.cancelNow(id);
    for (const { id } of await payments.listOpenInvoices(customerId)) await payments.voidInvoice(id);
  } catch (error) {
    // Forgotten before a crash, or by hand: what it had has ended with it.
    if (!(error instanceof AppError && error.code === 'CUSTOMER_GONE')) throw error;
  }
  await payments.forgetCustomer(customerId);
}
