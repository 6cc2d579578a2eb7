import { AppError } from '@reelwright/errors';
import { isOwnedBy } from '../accounts/ownership.ts';
import { endAndGiveBack, giveBackIfLate } from '../corrections/end-and-give-back.ts';
import type { AccountRow } from '../database.ts';
import type { BillingDeps } from '../deps.ts';
import type { RemoteSubscription } from '../stripe/payments.ts';

/**
 * Leaves a customer with nothing that could cost them anything, and then forgets who they are: their name, address and
 * cards. What of ours began after its user had asked to be deleted is given back. Invoices stay at Stripe, for the books. Every
 * step may be repeated.
 */
export async function leaveStripe(
  deps: BillingDeps,
  customerId: string,
  { id: userId, left_at: leftAt }: Pick<AccountRow, 'id' | 'left_at'>,
): Promise<void> {
  const { payments, prices } = deps;
  try {
    await payments.expireOtherCheckouts(customerId, undefined);
    for (const subscription of await payments.listSubscriptions(customerId)) {
      const buysNothing =
        leftAt !== null && beganAfter(subscription, leftAt) && isOwnedBy(subscription, userId, prices);
      if (buysNothing) await endAndGiveBack(deps, 'paid_after_end', subscription);
      else await payments.cancelNow(subscription.id);
    }
    for (const { id } of await payments.listOpenInvoices(customerId)) {
      if (!(await payments.voidInvoice(id))) await giveBackIfLate(deps, userId, await payments.getInvoice(id));
    }
  } catch (error) {
    // Forgotten before a crash, or by hand: what it had has ended with it.
    if (!(error instanceof AppError && error.code === 'CUSTOMER_GONE')) throw error;
  }
  await payments.forgetCustomer(customerId);
}

/** Stripe counts whole seconds. */
function beganAfter({ startedAt }: RemoteSubscription, leftAt: Date): boolean {
  return startedAt.getTime() >= Math.floor(leftAt.getTime() / 1000) * 1000;
}
