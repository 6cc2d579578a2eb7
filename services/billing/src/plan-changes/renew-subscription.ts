import type { BillingDeps } from '../deps.ts';
import { requireCurrent } from '../subscriptions/current-subscription.ts';
import type { Subscription } from '../subscriptions/subscription.ts';
import { syncAcceptedChange } from '../subscriptions/sync-subscription.ts';
import { cancelPendingChange } from './pending-change.ts';

/**
 * Continues the current plan: undoes a cancellation, the change to the next plan and an unpaid upgrade. With nothing
 * to undo it changes nothing.
 * @throws AppError NO_PAID_SUBSCRIPTION (400)
 */
export async function renewSubscription(deps: BillingDeps, userId: string): Promise<Subscription> {
  const current = await cancelPendingChange(deps, userId, await requireCurrent(deps, userId));
  if (current.scheduleId) await deps.payments.releaseSchedule(current.scheduleId);
  if (current.endsAt) await deps.payments.undoCancellation(current);
  return syncAcceptedChange(deps, userId);
}
