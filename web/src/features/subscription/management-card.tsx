import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { planOf } from '../../content/plans.ts';
import { formatDate } from '../../lib/format-date.ts';
import { formatCents } from '../../lib/format-money.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { type Payment, paymentsQuery } from './api.ts';
import { useBillingPortal } from './use-billing-portal.ts';

/** Links to the plans and the payment method, and the payments. Shown to subscribers. */
export function ManagementCard() {
  const portal = useBillingPortal();
  return (
    <Card title="Subscription Management">
      <div className="row">
        <Link className={buttonClass()} to={paths.pricing}>
          Manage Subscription
        </Link>
        <Button busy={portal.busy} onClick={portal.open}>
          Manage payment method
        </Button>
      </div>
      <h3 className="card-part">Payments</h3>
      <Payments />
    </Card>
  );
}

/** The payments for plans that have ended. Renders nothing if there were none. */
export function PastPaymentsCard() {
  const { data, isError } = useQuery(paymentsQuery);
  if (!isError && !data?.length) return null;
  return (
    <Card title="Payments">
      <Payments />
    </Card>
  );
}

function Payments() {
  const { data, isError, refetch, isFetching } = useQuery(paymentsQuery);
  if (!data) {
    return isError ? (
      <LoadError
        title="Your payments did not load"
        text="Your plan has not changed. Only this list could not load."
        onRetry={() => refetch()}
        busy={isFetching}
      />
    ) : (
      <Loading text="Loading your payments...">
        <div className="stack">
          <Skeleton width="80%" />
          <Skeleton width="70%" />
        </div>
      </Loading>
    );
  }
  if (data.length === 0) return <p className="muted">No payment yet.</p>;
  return (
    <ul className="payments">
      {data.map((payment) => (
        <PaymentLine key={payment.id} payment={payment} />
      ))}
    </ul>
  );
}

const kindWords = { purchase: 'Bought', renewal: 'Renewed', upgrade: 'Upgraded to', switch: 'Switched to' } as const;

/** "Upgraded to Pro, annual", as far as the parts are known. */
function planWords({ tier, isAnnual, kind }: Payment): string {
  const name = tier ? planOf(tier).name : 'Plan';
  const plan = isAnnual === null ? name : `${name}, ${isAnnual ? 'annual' : 'monthly'}`;
  return kind ? `${kindWords[kind]} ${plan}` : plan;
}

function PaymentLine({ payment }: { payment: Payment }) {
  const { amountCents, refundedCents, currency } = payment;
  const date = formatDate(payment.paidAt);
  const amount = formatCents(amountCents, currency);
  return (
    <li>
      <span className="payment-what">
        <span>{planWords(payment)}</span>
        <span className="small muted">{date}</span>
      </span>
      <b className="number">{amount}</b>
      {refundedCents > 0 || payment.disputed || payment.receiptUrl ? (
        <span className="payment-marks">
          {refundedCents > 0 ? (
            <span className="badge">
              {refundedCents >= amountCents ? 'Refunded' : `${formatCents(refundedCents, currency)} refunded`}
            </span>
          ) : null}
          {payment.disputed ? <span className="badge warn">Disputed</span> : null}
          {payment.receiptUrl ? (
            <a
              href={payment.receiptUrl}
              target="_blank"
              rel="noreferrer"
              aria-label={`Receipt of ${date}, ${amount}, in a new tab`}
            >
              Receipt
            </a>
          ) : null}
        </span>
      ) : null}
    </li>
  );
}
