import { billingMonthAround } from '../../lib/billing-month.ts';
import { formatDay } from '../../lib/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface Props {
  /** When the entry over the limit would go out. */
  at: number;
  zone: string;
  videosPerMonth: number;
  usageResetsAt: string | null;
  /** Null in the largest plan. */
  onUpgrade: (() => void) | null;
  onClose: () => void;
}

/** Says which billing month is full: it seldom begins with the calendar month. */
export function LimitDialog({ at, zone, videosPerMonth, usageResetsAt, onUpgrade, onClose }: Props) {
  const month = billingMonthAround(at, usageResetsAt);
  return (
    <Dialog title="Plan limit" role="alertdialog" onClose={onClose}>
      <p>
        {`You've reached your plan limit of ${videosPerMonth} videos per month.`}
        {onUpgrade ? ' Please upgrade to schedule more videos.' : null}
      </p>
      {month ? (
        <p className="small muted">
          {`The month that is full goes from ${formatDay(month.start, zone)} to ${formatDay(month.end, zone)}.`}
        </p>
      ) : null}
      <div className="dialog-actions">
        <Button onClick={onClose} data-first-focus>
          Close
        </Button>
        {onUpgrade ? (
          <Button
            tone="ink"
            onClick={() => {
              onClose();
              onUpgrade();
            }}
          >
            Upgrade Plan
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}
