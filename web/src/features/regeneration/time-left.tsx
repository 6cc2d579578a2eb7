import { useServerNow } from '../../lib/use-server-now.ts';
import type { RegenerationStatus } from './api.ts';
import { waitAt } from './wait.ts';

/** Counts down to the second, and is the only part of the card that is drawn each second. */
export function TimeLeft({ status }: { status: RegenerationStatus }) {
  const wait = waitAt(status, useServerNow(1_000));
  return (
    <p className="big-figure number" role="timer">
      {wait?.left ?? ''}
    </p>
  );
}
