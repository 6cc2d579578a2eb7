import { planOf, type Tier } from '../../content/plans.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { cancelText } from './change-words.ts';
import { useCancel } from './use-stay.ts';

/** The question before a subscription ends with its period. */
export function CancelDialog({ tier, onClose }: { tier: Tier; onClose: () => void }) {
  const cancel = useCancel(onClose);
  return (
    <ConfirmDialog
      title="Cancel Subscription"
      text={cancelText}
      action="Cancel Subscription"
      safe={`Keep ${planOf(tier).name}`}
      busy={cancel.busy}
      onConfirm={cancel.run}
      onClose={onClose}
    />
  );
}
