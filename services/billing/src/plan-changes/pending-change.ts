import { withAccountLease } from '../accounts/account-lease.ts';
import type { BillingDeps } from '../deps.ts';
import { closeOperation, findOpenOperation } from '../operations/operation.repository.ts';
import type { RemoteSubscription } from '../stripe/payments.ts';
import { findCurrent, requireCurrent } from '../subscriptions/current-subscription.ts';

/**
 * Closes the operation of a pending change once it is paid, cancelled or expired. If it is paid, the cancellation and
 * the change to the next plan are undone.
 */
export async function finishPendingChange(deps: BillingDeps, userId: string): Promise<void> {
  if ((await findOpenOperation(deps.db, userId, 'change'))?.payment_pending_since)
    await withAccountLease(deps, userId, () => finish(deps, userId));
}

async function finish(deps: BillingDeps, userId: string): Promise<void> {
  const { db, payments, clock } = deps;
  // Read again, because the previous holder of the lease may have finished or cancelled it.
  const operation = await findOpenOperation(db, userId, 'change');
  if (!operation?.payment_pending_since) return;
  const current = await findCurrent(deps, userId);
  const isItsSubscription = current !== undefined && current.id === operation.subscription_id;
  const isPaid = isItsSubscription && current.priceId === operation.requested_price_id;
  if (isItsSubscription && !isPaid && current.hasPendingChange) return;
  if (isPaid) {
    if (current.scheduleId) await payments.releaseSchedule(current.scheduleId);
    if (current.endsAt) await payments.undoCancellation(current);
  }
  await closeOperation(db, operation.id, clock.real());
}

/**
 * Cancels a pending change, because another change was requested. The pending change may just have been paid, so the
 * subscription is read again.
 * @throws AppError NO_PAID_SUBSCRIPTION (400)
 */
export async function cancelPendingChange(
  deps: BillingDeps,
  userId: string,
  current: RemoteSubscription,
): Promise<RemoteSubscription> {
  const { db, payments, clock } = deps;
  const operation = await findOpenOperation(db, userId, 'change');
  if (operation) await closeOperation(db, operation.id, clock.real());
  if (!current.hasPendingChange) return current;
  if (current.latestInvoice) await payments.voidInvoice(current.latestInvoice.id);
  return requireCurrent(deps, userId);
}
