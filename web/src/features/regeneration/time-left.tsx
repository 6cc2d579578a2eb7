import { useServerNow } from '../../lib/use-server-now.ts';
import type { RegenerationStatus } from './api.ts';
import { waitAt } from './wait.ts';

/** Counts down by the second. It is a component of its own, so that only it is rendered every second. */
export function TimeLeft({ status }: { status: RegenerationStatus }) {
  const wait = waitAt(status, useServerNow(1_000));
  return (
    <p className="big-figure number" role="timer">
      {wait?.left ?? ''}
    </p>
  );
}
