import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { planOf } from '../../content/plans.ts';
import { formatDate } from '../../lib/format-date.ts';
import { euroParts, formatEuro } from '../../lib/format-money.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Row, RowSection, Rows } from '../../ui/rows.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { EndOfPlan } from './end-of-plan.tsx';
import { NextPlan } from './next-plan.tsx';
import { OverdueNote } from './overdue-note.tsx';
import { PaymentsRow } from './payments-row.tsx';
import type { PlanHolder } from './plan-step.ts';
import { UpgradeDialog } from './upgrade-dialog.tsx';
import { useBillingPortal } from './use-billing-portal.ts';
import { useFocusAfterCancel } from './use-focus-after-cancel.ts';

interface Props {
  user: PlanHolder;
  videosPerMonth: number;
  /** Whether there is a subscription at the payment provider, which can be managed. */
  isSubscribed: boolean;
}

/** The plan and everything that can be done about it: its price, billing, payments, upgrade, cancellation and renewal. */
export function CurrentPlan({ user, videosPerMonth, isSubscribed }: Props) {
  const [open, setOpen] = useState<'cancel' | 'upgrade' | null>(null);
  const isPaid = user.subscriptionTier !== 'free';
  const isCancelled = isPaid && user.subscriptionCancelledAt !== null;
  const isOverdue = user.subscriptionStatus === 'past_due';
  const notice = useRef<HTMLDivElement>(null);
  const plan = useRef<HTMLDivElement>(null);
  useFocusAfterCancel(open === 'cancel', isCancelled || !isPaid, isPaid ? notice : plan);
  return (
    <RowSection title="Current Plan">
      {isCancelled ? <EndOfPlan user={user} ref={notice} /> : null}
      <NextPlan user={user} />
      <OverdueNote user={user}>Plans can be changed once it is settled.</OverdueNote>
      <Rows>
        <PlanRow user={user} videosPerMonth={videosPerMonth} onUpgrade={() => setOpen('upgrade')} ref={plan} />
        {isSubscribed ? <ManagementRows user={user} /> : null}
        <PaymentsRow hasPlan={isSubscribed} />
        {isPaid && !isCancelled ? (
          <Row
            label="Cancellation"
            action={
              <Button size="small" tone="danger" onClick={() => setOpen('cancel')}>
                Cancel Subscription
              </Button>
            }
          >
            <p className="muted">
              {isOverdue ? 'Your plan ends immediately.' : 'You keep your plan until the end of the billing period.'}
            </p>
          </Row>
        ) : null}
      </Rows>
      {open === 'cancel' ? <CancelDialog user={user} onClose={() => setOpen(null)} /> : null}
      {open === 'upgrade' ? <UpgradeDialog user={user} from="profile" onClose={() => setOpen(null)} /> : null}
    </RowSection>
  );
}

interface PlanRowProps {
  user: PlanHolder;
  videosPerMonth: number;
  onUpgrade: () => void;
  ref: React.Ref<HTMLDivElement>;
}

function PlanRow({ user, videosPerMonth, onUpgrade, ref }: PlanRowProps) {
  const plan = planOf(user.subscriptionTier);
  const isOverdue = user.subscriptionStatus === 'past_due';
  return (
    <Row
      label="Plan"
      ref={ref}
      action={
        plan.tier === 'elite' ? null : (
          <Button
            size="small"
            {...(user.subscriptionCancelledAt || isOverdue ? {} : { tone: 'primary' as const })}
            disabled={isOverdue}
            onClick={onUpgrade}
          >
            Upgrade Plan
          </Button>
        )
      }
    >
      <p className="plan-now">
        <b>{plan.name}</b>
        <span className="price number">
          {euroParts(user.isAnnual ? plan.annually : plan.price).map((part) => (
            <span key={part.text} className={part.isSign ? 'sign' : undefined}>
              {part.text}
            </span>
          ))}
          <small className="muted">/month</small>
        </span>
      </p>
      <p>
        {videosPerMonth} {videosPerMonth === 1 ? 'video' : 'videos'} per month
      </p>
      {plan.tier === 'free' ? <p className="muted">{plan.description}</p> : null}
      {isOverdue && plan.tier !== 'elite' ? (
        <p className="small muted">You can upgrade once the payment is settled.</p>
      ) : null}
    </Row>
  );
}

function ManagementRows({ user }: { user: PlanHolder }) {
  const portal = useBillingPortal();
  const plan = planOf(user.subscriptionTier);
  const isActive = user.subscriptionStatus === 'active' && user.subscriptionCancelledAt === null;
  return (
    <>
      <Row
        label="Subscription Management"
        action={
          <Link className={buttonClass({ size: 'small' })} to={paths.pricing}>
            Manage Subscription
          </Link>
        }
      >
        <p className="row-facts">
          <span>{user.isAnnual ? `Billed annually: ${formatEuro(plan.annually * 12)} a year` : 'Billed monthly'}</span>
          {isActive && user.currentPeriodEnd ? (
            <span className="muted">Renews on {formatDate(user.currentPeriodEnd)}</span>
          ) : null}
        </p>
      </Row>
      <Row
        label="Payment method"
        action={
          <Button size="small" busy={portal.busy} onClick={portal.open}>
            Manage payment method
          </Button>
        }
      >
        <p className="muted">Your card details stay with Stripe.</p>
      </Row>
    </>
  );
}
