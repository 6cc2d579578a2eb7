import { AppError } from '@reelwright/errors';
import { inTurn } from '../accounts/turn.ts';
import type { SyncDeps } from './sync-subscription.ts';

const MOST_TRIES = 3;
/** What Stripe says when the state that was read is no longer so: another wish of the same person came in between. */
const OVERTAKEN = new Set(['PAYMENTS_REFUSED', 'NOT_AT_STRIPE']);

/** Carries a wish out by what Stripe has at this moment; refused, everything is read again and tried once more. */
export function carryOut<Result>(deps: SyncDeps, userId: string, wish: () => Promise<Result>): Promise<Result> {
  return inTurn(deps, userId, async () => {
    for (let tries = 1; ; tries++) {
      try {
        return await wish();
      } catch (error) {
        if (!(error instanceof AppError) || !OVERTAKEN.has(error.code) || tries >= MOST_TRIES) throw error;
        deps.logger.info({ err: error, tries }, 'a change of plan was overtaken by another');
      }
    }
  });
}
