import { formatDate } from '../../lib/format-date.ts';
import { formatCents } from '../../lib/format-money.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import type { PlanHolder } from './plan-step.ts';
import { useBillingPortal } from './use-billing-portal.ts';
import { useOverdueCheck } from './use-overdue-check.ts';
import { usePayOpenInvoice } from './use-plan-change.ts';

interface Props {
  user: PlanHolder;
  /** What else on this screen waits for the payment. */
  children?: string;
}

/** The title, with the open amount if it is known. */
const overdueTitle = ({ paymentDueCents: cents, paymentDueCurrency: currency }: PlanHolder) =>
  cents && currency
    ? `Your last payment of ${formatCents(cents, currency)} did not go through.`
    : 'Your last payment did not go through.';

/** An overdue payment: its amount, its deadline and a button to pay it. Renders nothing if no payment is overdue. */
export function OverdueNote({ user, children }: Props) {
  const portal = useBillingPortal();
  const pay = usePayOpenInvoice();
  const checking = useOverdueCheck(user.subscriptionStatus === 'past_due');
  if (user.subscriptionStatus !== 'past_due') return null;
  return (
    <Note
      tone="bad"
      title={overdueTitle(user)}
      actions={
        <>
          <Button size="small" tone="ink" busy={portal.busy} onClick={portal.open}>
            Update payment method
          </Button>
          <Button
            size="small"
            busy={pay.isPending || pay.isSuccess}
            onClick={() => pay.mutate({ tier: user.subscriptionTier, isAnnual: user.isAnnual === true })}
          >
            Pay now
          </Button>
        </>
      }
    >
      {user.paymentDueBy
        ? `Everything works until ${formatDate(user.paymentDueBy)}. If it is not paid by then, your plan changes to Free.`
        : 'Everything works for a few more days. If it is not paid by then, your plan changes to Free.'}
      {children ? ` ${children}` : ''}
      <p role="status">{checking ? 'Checking your payment…' : null}</p>
    </Note>
  );
}
