import { endUnpaid } from '../corrections/end-unpaid.ts';
import type { BillingDeps } from '../deps.ts';
import { requireCurrent } from '../subscriptions/current-subscription.ts';
import type { Subscription } from '../subscriptions/subscription.ts';
import { syncAcceptedChange } from '../subscriptions/sync-subscription.ts';
import { cancelPendingChange } from './pending-change.ts';

/**
 * Ends the plan with its period. An overdue plan has no paid time left and ends at once with its open invoice, unless
 * that is paid at the same moment. Idempotent; after a crash, Stripe's webhook applies the same change here.
 * @throws AppError NO_PAID_SUBSCRIPTION (400)
 */
export async function cancelSubscription(deps: BillingDeps, userId: string): Promise<Subscription> {
  const { payments } = deps;
  const current = await cancelPendingChange(deps, userId, await requireCurrent(deps, userId));
  // A subscription with a schedule can't be cancelled directly, and its next plan no longer applies.
  if (current.scheduleId) await payments.releaseSchedule(current.scheduleId);
  const isOver = current.state === 'past_due' && (await endUnpaid(deps, userId, current));
  if (!isOver && !current.endsAt) await payments.cancelAtPeriodEnd(current.id);
  return syncAcceptedChange(deps, userId);
}
