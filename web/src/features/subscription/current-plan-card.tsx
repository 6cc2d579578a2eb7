import { useRef, useState } from 'react';
import { planOf } from '../../content/plans.ts';
import { formatDate } from '../../lib/format-date.ts';
import { euroParts, formatEuro } from '../../lib/format-money.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { NextPlan } from './next-plan.tsx';
import { OverdueNote } from './overdue-note.tsx';
import type { PlanHolder } from './plan-step.ts';
import { UpgradeDialog } from './upgrade-dialog.tsx';
import { useFocusAfterCancel } from './use-focus-after-cancel.ts';
import { useRenew } from './use-renew-and-cancel.ts';

/** The plan with its price and next renewal, and buttons to cancel, renew and upgrade. */
export function CurrentPlanCard({ user, videosPerMonth }: { user: PlanHolder; videosPerMonth: number }) {
  const [open, setOpen] = useState<'cancel' | 'upgrade' | null>(null);
  const renew = useRenew();
  const plan = planOf(user.subscriptionTier);
  const isPaid = plan.tier !== 'free';
  const isCancelled = isPaid && user.subscriptionCancelledAt !== null;
  const isOverdue = user.subscriptionStatus === 'past_due';
  const isActive = user.subscriptionStatus === 'active' && !isCancelled;
  const notice = useRef<HTMLDivElement>(null);
  const lines = useRef<HTMLUListElement>(null);
  useFocusAfterCancel(open === 'cancel', isCancelled || !isPaid, isPaid ? notice : lines);
  return (
    <Card title="Current Plan" aside={<span className="badge">{plan.name}</span>}>
      <p className="price number">
        {euroParts(user.isAnnual ? plan.annually : plan.price).map((part) => (
          <span key={part.text} className={part.isSign ? 'sign' : undefined}>
            {part.text}
          </span>
        ))}
        <small className="muted">/month</small>
      </p>
      <ul className="plan-lines" ref={lines} tabIndex={-1}>
        <li>
          {videosPerMonth} {videosPerMonth === 1 ? 'video' : 'videos'} per month
        </li>
        {isPaid ? (
          <li>{user.isAnnual ? `Billed annually: ${formatEuro(plan.annually * 12)} a year` : 'Billed monthly'}</li>
        ) : (
          <li>{plan.description}</li>
        )}
        {isActive && user.currentPeriodEnd ? <li>Renews on {formatDate(user.currentPeriodEnd)}</li> : null}
      </ul>
      {isCancelled ? (
        <div ref={notice} tabIndex={-1}>
          <Note
            tone="warn"
            title={
              user.subscriptionExpiresAt
                ? `Your subscription will expire on ${formatDate(user.subscriptionExpiresAt)}`
                : 'Your subscription will expire at the end of your billing period'
            }
          >
            Until then everything stays as it is.
          </Note>
        </div>
      ) : null}
      <NextPlan user={user} />
      <OverdueNote user={user}>Plans can be changed once it is settled.</OverdueNote>
      <div className="row">
        {isCancelled ? (
          <Button tone="primary" busy={renew.busy} onClick={renew.run}>
            Renew Plan
          </Button>
        ) : null}
        {plan.tier === 'elite' ? null : (
          <Button
            {...(isCancelled || isOverdue ? {} : { tone: 'primary' as const })}
            disabled={isOverdue}
            onClick={() => setOpen('upgrade')}
          >
            Upgrade Plan
          </Button>
        )}
        {isPaid && !isCancelled ? (
          <Button tone="danger" onClick={() => setOpen('cancel')}>
            Cancel Subscription
          </Button>
        ) : null}
      </div>
      {isOverdue && plan.tier !== 'elite' ? (
        <p className="small muted">Upgrading waits until the payment is settled.</p>
      ) : null}
      {open === 'cancel' ? <CancelDialog user={user} onClose={() => setOpen(null)} /> : null}
      {open === 'upgrade' ? <UpgradeDialog user={user} from="profile" onClose={() => setOpen(null)} /> : null}
    </Card>
  );
}
