import { planOf } from '../../content/plans.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { cancelOverdueText, cancelText, planEnds } from './change-words.ts';
import { useUpcoming, waitingText } from './late-entries.ts';
import type { PlanHolder } from './plan-step.ts';
import { useCancel } from './use-renew-and-cancel.ts';

/** Asks for confirmation before a subscription is cancelled. */
export function CancelDialog({ user, onClose }: { user: PlanHolder; onClose: () => void }) {
  const cancel = useCancel(user, onClose);
  const upcoming = useUpcoming();
  const isOverdue = user.subscriptionStatus === 'past_due';
  return (
    <ConfirmDialog
      title="Cancel Subscription"
      text={isOverdue ? cancelOverdueText : cancelText}
      more={isOverdue ? [waitingText(upcoming, null)] : [planEnds(user), waitingText(upcoming, user.currentPeriodEnd)]}
      action="Cancel Subscription"
      safe={`Keep ${planOf(user.subscriptionTier).name}`}
      busy={cancel.busy}
      onConfirm={cancel.run}
      onClose={onClose}
    />
  );
}
