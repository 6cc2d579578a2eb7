import { findAccount } from '../accounts/account.repository.ts';
import { surplusOf } from '../subscriptions/subscription.ts';
import type { SyncDeps } from '../subscriptions/sync-subscription.ts';
import { findUnfinished } from './correction.repository.ts';
import { endSurplus, resumeCorrection } from './end-and-give-back.ts';

/**
 * Puts right at Stripe what must not be for one user: what was begun and not finished, a second subscription to a plan, an open invoice of one that has ended. Each
 * step may be repeated.
 */
export async function putRight(deps: SyncDeps, userId: string): Promise<void> {
  const { db, payments, prices } = deps;
  const customerId = (await findAccount(db, userId))?.stripe_customer_id;
  if (!customerId) return;
  for (const record of await findUnfinished(db, customerId)) await resumeCorrection(deps, record);
  const present = await payments.listSubscriptions(customerId);
  // What is sold elsewhere under the same account is none of our business.
  const plans = present.filter(({ priceId }) => prices.choiceOf(priceId));
  for (const surplus of surplusOf(plans)) await endSurplus(deps, userId, surplus);
  for (const { id, subscriptionId } of await payments.listOpenInvoices(customerId)) {
    if (subscriptionId === null || present.some((one) => one.id === subscriptionId)) continue;
    await payments.voidInvoice(id);
  }
}
