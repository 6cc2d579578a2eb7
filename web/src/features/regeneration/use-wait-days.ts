import { useCallback, useSyncExternalStore } from 'react';
import { serverNow } from '../../lib/server-clock.ts';
import type { RegenerationStatus } from './api.ts';
import { waitAt } from './wait.ts';

/** The remaining days of the wait, rounded up; 0 once it is over. Checked every second; only a change renders. */
export function useWaitDays(status: RegenerationStatus): number {
  const days = useCallback(() => waitAt(status, serverNow())?.days ?? 0, [status]);
  return useSyncExternalStore(everySecond, days);
}

function everySecond(check: () => void): () => void {
  const timer = setInterval(check, 1_000);
  return () => clearInterval(timer);
}
