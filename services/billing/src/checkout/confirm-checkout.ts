import { AppError } from '@reelwright/errors';
import type { Tier } from '@reelwright/product';
import { linkCustomer } from '../accounts/account.repository.ts';
import type { BillingDeps } from '../deps.ts';
import { syncSubscription } from '../subscriptions/sync-subscription.ts';

/**
 * The result of a checkout, for the page that users return to. It does the same as the webhook, so either may come
 * first.
 * @throws AppError SESSION_NOT_FOUND (404), also for the session of another user
 */
export async function confirmCheckout(
  deps: BillingDeps,
  userId: string,
  sessionId: string,
): Promise<{ success: boolean; tier: Tier }> {
  const session = await deps.payments.findCheckout(sessionId);
  if (session?.userId !== userId) throw new AppError('NOT_FOUND', 'SESSION_NOT_FOUND', 'There is no such checkout.');
  if (session.customerId) await linkCustomer(deps.db, userId, session.customerId);
  const { tier } = await syncSubscription(deps, userId);
  return { success: session.state === 'complete' && tier !== 'free', tier };
}
