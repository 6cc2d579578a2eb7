import { planOf } from '../../content/plans.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { cancelOverdueText, cancelText, planEnds } from './change-words.ts';
import type { PlanHolder } from './plan-step.ts';
import { useCancel } from './use-stay.ts';

/** The question before a subscription ends. */
export function CancelDialog({ user, onClose }: { user: PlanHolder; onClose: () => void }) {
  const cancel = useCancel(user, onClose);
  const isOverdue = user.subscriptionStatus === 'past_due';
  return (
    <ConfirmDialog
      title="Cancel Subscription"
      text={isOverdue ? cancelOverdueText : cancelText}
      more={isOverdue ? null : planEnds(user)}
      action="Cancel Subscription"
      safe={`Keep ${planOf(user.subscriptionTier).name}`}
      busy={cancel.busy}
      onConfirm={cancel.run}
      onClose={onClose}
    />
  );
}
