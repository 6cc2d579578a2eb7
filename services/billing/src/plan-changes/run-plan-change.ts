import { AppError } from '@reelwright/errors';
import { findAccount } from '../accounts/account.repository.ts';
import { withAccountLease } from '../accounts/account-lease.ts';
import { finishEndingUnderLease } from '../corrections/end-unpaid.ts';
import type { BillingDeps } from '../deps.ts';
import { subscriptionBusy } from '../stripe/subscription-busy.ts';
import { syncSubscription } from '../subscriptions/sync-subscription.ts';

const MAX_TRIES = 3;
/** Codes of a change that Stripe rejects because the portal or Stripe itself has changed the subscription meanwhile. */
const CONFLICTS = new Set(['PAYMENTS_REFUSED', 'NOT_AT_STRIPE']);

/**
 * Runs a plan change under the account's lease. A change that Stripe rejects is retried only if the subscription has
 * changed since.
 * @param busy creates the error when the subscription keeps changing or the lease is held; by default SUBSCRIPTION_BUSY
 */
export function runPlanChange<Result>(
  deps: BillingDeps,
  userId: string,
  change: () => Promise<Result>,
  busy: (cause?: unknown) => AppError = subscriptionBusy,
): Promise<Result> {
  const underLease = async () => {
    if (await finishEndingUnderLease(deps, userId)) await syncSubscription(deps, userId);
    let previousState: string | undefined;
    for (let tries = 1; ; tries++) {
      try {
        return await change();
      } catch (error) {
        if (!(error instanceof AppError) || !CONFLICTS.has(error.code)) throw error;
        const state = await stateAtStripe(deps, userId);
        if (state === previousState) throw error;
        deps.logger.info({ err: error, userId, tries }, 'a change of plan was overtaken by another');
        if (tries >= MAX_TRIES) throw busy(error);
        previousState = state;
      }
    }
  };
  return withAccountLease(deps, userId, underLease, busy);
}

async function stateAtStripe({ db, payments }: BillingDeps, userId: string): Promise<string> {
  const customerId = (await findAccount(db, userId))?.stripe_customer_id;
  return JSON.stringify(customerId ? await payments.listSubscriptions(customerId) : []);
}
