import { withAccountLease } from '../accounts/account-lease.ts';
import type { BillingDeps } from '../deps.ts';
import { closeIntention, findOpenIntention } from '../intentions/intention.repository.ts';
import type { RemoteSubscription } from '../stripe/payments.ts';
import { findPresent, requirePresent } from '../subscriptions/present-subscription.ts';

/**
 * Closes the intention of a pending change once that is paid, cancelled or expired. When it is paid, the cancellation and
 * the planned change of the old plan are undone.
 */
export async function finishPendingChange(deps: BillingDeps, userId: string): Promise<void> {
  if ((await findOpenIntention(deps.db, userId, 'change'))?.waits_since)
    await withAccountLease(deps, userId, () => finish(deps, userId));
}

async function finish(deps: BillingDeps, userId: string): Promise<void> {
  const { db, payments, clock } = deps;
  // Read again: the previous holder of the lease may have finished or cancelled it.
  const intention = await findOpenIntention(db, userId, 'change');
  if (!intention?.waits_since) return;
  const present = await findPresent(deps, userId);
  const isOfIt = present !== undefined && present.id === intention.subscription_id;
  const isPaid = isOfIt && present.priceId === intention.wanted_price_id;
  if (isOfIt && !isPaid && present.hasPendingChange) return;
  if (isPaid) {
    if (present.scheduleId) await payments.releaseSchedule(present.scheduleId);
    if (present.endsAt) await payments.undoCancellation(present);
  }
  await closeIntention(db, intention.id, clock.real());
}

/**
 * Cancels a pending change, because another change was requested. It may have been paid a moment ago, so the subscription
 * is read again.
 * @throws AppError NO_PAID_SUBSCRIPTION (400)
 */
export async function cancelPendingChange(
  deps: BillingDeps,
  userId: string,
  present: RemoteSubscription,
): Promise<RemoteSubscription> {
  const { db, payments, clock } = deps;
  const intention = await findOpenIntention(db, userId, 'change');
  if (intention) await closeIntention(db, intention.id, clock.real());
  if (!present.hasPendingChange) return present;
  if (present.latestInvoice) await payments.voidInvoice(present.latestInvoice.id);
  return requirePresent(deps, userId);
}
