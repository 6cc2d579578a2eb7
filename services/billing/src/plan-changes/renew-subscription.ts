import type { BillingDeps } from '../deps.ts';
import { requirePresent } from '../subscriptions/present-subscription.ts';
import type { Subscription } from '../subscriptions/subscription.ts';
import { syncAcceptedChange } from '../subscriptions/sync-subscription.ts';
import { cancelPendingChange } from './pending-change.ts';

/**
 * Lets the present plan go on: takes back a cancellation, a planned downgrade and an upgrade that waits for its payment.
 * Nothing to take back is fine, too.
 * @throws AppError NO_PAID_SUBSCRIPTION (400)
 */
export async function renewSubscription(deps: BillingDeps, userId: string): Promise<Subscription> {
  const present = await cancelPendingChange(deps, userId, await requirePresent(deps, userId));
  if (present.scheduleId) await deps.payments.releaseSchedule(present.scheduleId);
  if (present.endsAt) await deps.payments.undoCancellation(present);
  return syncAcceptedChange(deps, userId);
}
