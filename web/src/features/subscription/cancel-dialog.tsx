import { planOf } from '../../content/plans.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { cancelOverdueText, cancelText } from './change-words.ts';
import type { PlanHolder } from './plan-step.ts';
import { useCancel } from './use-stay.ts';

/** The question before a subscription ends. */
export function CancelDialog({ user, onClose }: { user: PlanHolder; onClose: () => void }) {
  const cancel = useCancel(onClose);
  return (
    <ConfirmDialog
      title="Cancel Subscription"
      text={user.subscriptionStatus === 'past_due' ? cancelOverdueText : cancelText}
      action="Cancel Subscription"
      safe={`Keep ${planOf(user.subscriptionTier).name}`}
      busy={cancel.busy}
      onConfirm={cancel.run}
      onClose={onClose}
    />
  );
}
