import { AppError } from '@reelwright/errors';
import { countStripeRead, findAccount, isOpen, lockAccount } from '../accounts/account.repository.ts';
import type { BillingDeps } from '../deps.ts';
import { recordPayment } from '../payments/payment.repository.ts';
import { subscriptionBusy } from '../stripe/subscription-busy.ts';
import { applyEvent } from './apply-event.ts';
import { readOwnSubscriptions } from './own-subscriptions.ts';
import { getSubscription } from './subscription.repository.ts';
import type { Subscription } from './subscription.ts';

const MAX_READS = 8;

/**
 * Reads a user's subscription from Stripe, saves it and publishes it when it changed. Every change uses this function,
 * so webhooks may arrive in any order, twice or not at all.
 */
export async function syncSubscription(deps: BillingDeps, userId: string): Promise<Subscription> {
  const { db, prices, clock, logger } = deps;
  for (let reading = 0; reading < MAX_READS; reading++) {
    const account = await findAccount(db, userId);
    const customerId = account?.stripe_customer_id;
    if (!account || !customerId || !isOpen(account)) return getSubscription(db, userId);
    // Read outside the transaction: no lock is held while Stripe responds.
    const { current, unknown } = await readOwnSubscriptions(deps, userId, customerId);
    for (const { id: subscriptionId, priceId } of unknown) {
      logger.error({ userId, subscriptionId, priceId }, 'a subscription has a price that is not in the settings');
    }
    const subscription = await db.transaction().execute(async (trx) => {
      const lockedAccount = await lockAccount(trx, userId);
      // Another read was saved since this one began and may be newer.
      if (!lockedAccount || !isOpen(lockedAccount) || lockedAccount.stripe_reads !== account.stripe_reads)
        return undefined;
      await countStripeRead(trx, userId);
      const now = clock.now();
      if (current?.latestInvoice) await recordPayment(trx, { userId, invoice: current.latestInvoice, prices }, now);
      return applyEvent(trx, userId, { type: 'read', remote: current, prices }, now);
    });
    if (subscription) return subscription;
  }
  throw subscriptionBusy();
}

/**
 * Reads a change that Stripe has just accepted. If reading fails, the change is still made and its webhook will report
 * it, so the caller must not repeat it.
 * @throws AppError CHANGE_SHOWN_LATER (503)
 */
export async function syncAcceptedChange(deps: BillingDeps, userId: string): Promise<Subscription> {
  try {
    return await syncSubscription(deps, userId);
  } catch (cause) {
    throw new AppError(
      'UNAVAILABLE',
      'CHANGE_SHOWN_LATER',
      'Your plan was changed. It shows here within a few minutes; there is nothing to repeat.',
      { cause },
    );
  }
}
