import { useQuery } from '@tanstack/react-query';
import { planOf } from '../../content/plans.ts';
import { formatDate } from '../../lib/format-date.ts';
import { formatCents } from '../../lib/format-money.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { Row } from '../../ui/rows.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { type Payment, paymentsQuery } from './api.ts';

/** The payments. Without a plan only those for plans that have ended: then it renders nothing if there were none. */
export function PaymentsRow({ hasPlan }: { hasPlan: boolean }) {
  const { data, isError, refetch, isFetching } = useQuery(paymentsQuery);
  if (!hasPlan && !isError && !data?.length) return null;
  return (
    <Row label="Payments" wide={data === undefined || data.length > 0}>
      {data ? (
        <Payments payments={data} />
      ) : isError ? (
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
      )}
    </Row>
  );
}

function Payments({ payments }: { payments: readonly Payment[] }) {
  if (payments.length === 0) return <span className="muted">No payment yet.</span>;
  return (
    <ul className="payments">
      {payments.map((payment) => (
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
      <span>{planWords(payment)}</span>
      <b className="number">{amount}</b>
      <span className="payment-marks small">
        <span className="muted">{date}</span>
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
    </li>
  );
}
