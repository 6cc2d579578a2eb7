import { AppError } from '@reelwright/errors';
import { findAccount } from '../accounts/account.repository.ts';
import { inTurn, subscriptionBusy } from '../accounts/turn.ts';
import type { SyncDeps } from './sync-subscription.ts';

const MOST_TRIES = 3;
/** What Stripe says when the state that was read is no longer so: the portal, or Stripe itself, came in between. */
const OVERTAKEN = new Set(['PAYMENTS_REFUSED', 'NOT_AT_STRIPE']);

/**
 * Carries a wish out in the user's turn, by what Stripe has at this moment; refused, everything is read again and tried
 * once more. A refusal is told as one only where nothing has moved since the refusal before it.
 * @throws AppError SUBSCRIPTION_BUSY (409) when it moves all the time
 */
export function carryOut<Result>(deps: SyncDeps, userId: string, wish: () => Promise<Result>): Promise<Result> {
  return inTurn(deps, userId, async () => {
    let seen: string | undefined;
    for (let tries = 1; ; tries++) {
      try {
        return await wish();
      } catch (error) {
        if (!(error instanceof AppError) || !OVERTAKEN.has(error.code)) throw error;
        const found = await stateAtStripe(deps, userId);
        if (found === seen) throw error;
        deps.logger.info({ err: error, userId, tries }, 'a change of plan was overtaken by another');
        if (tries >= MOST_TRIES) throw subscriptionBusy(error);
        seen = found;
      }
    }
  });
}

async function stateAtStripe({ db, payments }: SyncDeps, userId: string): Promise<string> {
  const customerId = (await findAccount(db, userId))?.stripe_customer_id;
  return JSON.stringify(customerId ? await payments.listSubscriptions(customerId) : []);
}
