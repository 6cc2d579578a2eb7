import { requirePresent } from './present-subscription.ts';
import type { Subscription } from './subscription.ts';
import { type SyncDeps, syncSubscription } from './sync-subscription.ts';

/**
 * Lets the plan end with its period. Repeating it is harmless, and after a crash in between Stripe's webhook brings the
 * same change here.
 * @throws AppError NO_PAID_SUBSCRIPTION (400)
 */
export async function cancelSubscription(deps: SyncDeps, userId: string): Promise<Subscription> {
  const present = await requirePresent(deps, userId);
  // A scheduled subscription can't be cancelled directly, and what was planned is void anyway.
  if (present.scheduleId) await deps.payments.releaseSchedule(present.scheduleId);
  if (!present.endsAt) await deps.payments.cancelAtPeriodEnd(present.id);
  return syncSubscription(deps, userId);
}
