import { endUnpaid } from '../corrections/end-unpaid.ts';
import type { BillingDeps } from '../deps.ts';
import { requireCurrent } from '../subscriptions/current-subscription.ts';
import type { Subscription } from '../subscriptions/subscription.ts';
import { syncAcceptedChange } from '../subscriptions/sync-subscription.ts';
import { cancelPendingChange } from './pending-change.ts';

/**
 * Lets the plan end with its period; one whose payment is overdue has no paid time left and ends at once, with what was
 * open, unless that is paid at this very moment. Repeating it is harmless, and after a crash in between Stripe's webhook
 * brings the same change here.
 * @throws AppError NO_PAID_SUBSCRIPTION (400)
 */
export async function cancelSubscription(deps: BillingDeps, userId: string): Promise<Subscription> {
  const { payments } = deps;
  const current = await cancelPendingChange(deps, userId, await requireCurrent(deps, userId));
  // A scheduled subscription can't be cancelled directly, and what was planned is void anyway.
  if (current.scheduleId) await payments.releaseSchedule(current.scheduleId);
  const isOver = current.state === 'past_due' && (await endUnpaid(deps, userId, current));
  if (!isOver && !current.endsAt) await payments.cancelAtPeriodEnd(current.id);
  return syncAcceptedChange(deps, userId);
}
