import { AppError } from '@reelwright/errors';
import { findAccount } from '../accounts/account.repository.ts';
import { inTurn } from '../accounts/turn.ts';
import { finishEndingInTurn } from '../corrections/end-unpaid.ts';
import type { BillingDeps } from '../deps.ts';
import { subscriptionBusy } from '../stripe/subscription-busy.ts';
import { syncSubscription } from '../subscriptions/sync-subscription.ts';

const MOST_TRIES = 3;
/** What Stripe says when the state that was read is no longer so: the portal, or Stripe itself, came in between. */
const OVERTAKEN = new Set(['PAYMENTS_REFUSED', 'NOT_AT_STRIPE']);

/**
 * Carries a wish out in the user's turn, by what Stripe has at this moment; refused, everything is read again and tried
 * once more. A refusal is told as one only where nothing has moved since the refusal before it.
 * @param busy what to throw when it moves all the time, or others have the turn; SUBSCRIPTION_BUSY (409) when left out
 */
export function carryOut<Result>(
  deps: BillingDeps,
  userId: string,
  wish: () => Promise<Result>,
  busy: (cause?: unknown) => AppError = subscriptionBusy,
): Promise<Result> {
  const inTheTurn = async () => {
    if (await finishEndingInTurn(deps, userId)) await syncSubscription(deps, userId);
    let seen: string | undefined;
    for (let tries = 1; ; tries++) {
      try {
        return await wish();
      } catch (error) {
        if (!(error instanceof AppError) || !OVERTAKEN.has(error.code)) throw error;
        const found = await stateAtStripe(deps, userId);
        if (found === seen) throw error;
        deps.logger.info({ err: error, userId, tries }, 'a change of plan was overtaken by another');
        if (tries >= MOST_TRIES) throw busy(error);
        seen = found;
      }
    }
  };
  return inTurn(deps, userId, inTheTurn, busy);
}

async function stateAtStripe({ db, payments }: BillingDeps, userId: string): Promise<string> {
  const customerId = (await findAccount(db, userId))?.stripe_customer_id;
  return JSON.stringify(customerId ? await payments.listSubscriptions(customerId) : []);
}
