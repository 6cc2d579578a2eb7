import { AppError } from '@reelwright/errors';
import { findAccount } from '../accounts/account.repository.ts';
import { withAccountLease } from '../accounts/account-lease.ts';
import { finishEndingUnderLease } from '../corrections/end-unpaid.ts';
import type { BillingDeps } from '../deps.ts';
import { subscriptionBusy } from '../stripe/subscription-busy.ts';
import { syncSubscription } from '../subscriptions/sync-subscription.ts';

const MAX_TRIES = 3;
/**
 * Codes with which Stripe refuses a change because the portal or Stripe itself has changed the subscription meanwhile.
 */
const OVERTAKEN = new Set(['PAYMENTS_REFUSED', 'NOT_AT_STRIPE']);

/**
 * Runs a plan change under the account's lease. If Stripe refuses it because the subscription has changed, the
 * subscription is read again and the change retried; a refusal of an unchanged subscription is final.
 * @param busy creates the error when the subscription keeps changing or the lease is held; SUBSCRIPTION_BUSY (409) by
 *   default
 */
export function runPlanChange<Result>(
  deps: BillingDeps,
  userId: string,
  change: () => Promise<Result>,
  busy: (cause?: unknown) => AppError = subscriptionBusy,
): Promise<Result> {
  const underLease = async () => {
    if (await finishEndingUnderLease(deps, userId)) await syncSubscription(deps, userId);
    let seen: string | undefined;
    for (let tries = 1; ; tries++) {
      try {
        return await change();
      } catch (error) {
        if (!(error instanceof AppError) || !OVERTAKEN.has(error.code)) throw error;
        const found = await stateAtStripe(deps, userId);
        if (found === seen) throw error;
        deps.logger.info({ err: error, userId, tries }, 'a change of plan was overtaken by another');
        if (tries >= MAX_TRIES) throw busy(error);
        seen = found;
      }
    }
  };
  return withAccountLease(deps, userId, underLease, busy);
}

async function stateAtStripe({ db, payments }: BillingDeps, userId: string): Promise<string> {
  const customerId = (await findAccount(db, userId))?.stripe_customer_id;
  return JSON.stringify(customerId ? await payments.listSubscriptions(customerId) : []);
}
