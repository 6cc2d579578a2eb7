import type { Ref } from 'react';
import { formatDate } from '../../lib/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import type { PlanHolder } from './plan-step.ts';
import { useRenew } from './use-renew-and-cancel.ts';

/** The last day of a cancelled plan, with a button to renew it. */
export function EndOfPlan({ user, ref }: { user: PlanHolder; ref?: Ref<HTMLDivElement> }) {
  const renew = useRenew();
  return (
    <div ref={ref} tabIndex={-1}>
      <Note
        tone="warn"
        title={
          user.subscriptionExpiresAt
            ? `Your subscription will expire on ${formatDate(user.subscriptionExpiresAt)}`
            : 'Your subscription will expire at the end of your billing period'
        }
        actions={
          <Button size="small" tone="ink" busy={renew.busy} onClick={renew.run}>
            Renew Plan
          </Button>
        }
      >
        Until then everything stays as it is.
      </Note>
    </div>
  );
}
