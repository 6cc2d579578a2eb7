import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../lib/api-client.ts';
import { formatDate, formatTime } from '../../lib/format-date.ts';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Note } from '../../ui/note.tsx';
import { Pip } from '../../ui/pips.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { type Receipt, receiptQuery } from './api.ts';
import { CopyReceiptAddress } from './copy-receipt-address.tsx';

const serviceNames: Readonly<Record<string, string>> = {
  auth: 'Account',
  billing: 'Plan and payments',
  scheduling: 'Calendar',
  generation: 'Videos',
  drive: 'Drive folder',
  publishing: 'Connections and posts',
  analytics: 'Usage',
  'external-api': 'API posts',
};

const at = (instant: string) => `${formatDate(instant)}, ${formatTime(instant)}`;

/** The receipt of a deleted account: the progress, and at the end what was erased. */
export function ReceiptStatus({ code }: { code: string }) {
  const { data, error, refetch, isFetching } = useQuery(receiptQuery(code));
  if (!data) {
    if (error instanceof ApiError && error.status === 404) {
      return (
        <Note tone="warn" title="There is no such receipt.">
          Check that the address is complete. Receipts are kept for twelve months.
        </Note>
      );
    }
    return error ? (
      <LoadError
        title="The receipt did not load"
        text="The deletion continues. Only this page could not load."
        onRetry={() => refetch()}
        busy={isFetching}
      />
    ) : (
      <Loading text="Loading the receipt...">
        <div className="stack">
          <Skeleton width="60%" height="1.75rem" />
          <Skeleton width="80%" />
          <Skeleton width="70%" />
        </div>
      </Loading>
    );
  }
  const finished = data.finishedAt !== null;
  return (
    <Card title={finished ? 'Your account was deleted' : 'Your account is being deleted'}>
      <div role="status">
        <p>
          Requested on {at(data.requestedAt)}.{' '}
          {data.finishedAt
            ? `Finished on ${at(data.finishedAt)}.`
            : 'You are signed out, and nothing more is posted. Some parts take a few minutes, 30 days at most.'}
        </p>
      </div>
      <ul className="receipt">
        {data.parts.map((part) => (
          <ReceiptPart key={part.service} part={part} />
        ))}
      </ul>
      <CopyReceiptAddress code={code} />
      <p className="small muted">
        Keep this address. It is your receipt: it can be opened for twelve months, and it does not say who you are.
      </p>
    </Card>
  );
}

function ReceiptPart({ part }: { part: Receipt['parts'][number] }) {
  const name = Object.hasOwn(serviceNames, part.service) ? serviceNames[part.service] : part.service;
  return (
    <li>
      <Pip state={part.finishedAt ? 'ok' : 'live'} />
      <div>
        <b>{name}</b>
        <ErasedThings part={part} />
      </div>
    </li>
  );
}

/** What was erased: "12 video files", "3 payments, kept in the books without a name". */
function ErasedThings({ part }: { part: Receipt['parts'][number] }) {
  if (!part.finishedAt) return <p className="small muted">Being erased...</p>;
  const things = part.erased.filter(({ count }) => count > 0);
  if (things.length === 0) return <p className="small muted">Nothing was kept here.</p>;
  return (
    <ul className="small muted">
      {things.map(({ kind, text }) => (
        <li key={kind}>{text}</li>
      ))}
    </ul>
  );
}
