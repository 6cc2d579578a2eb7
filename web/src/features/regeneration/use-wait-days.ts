import { useCallback, useSyncExternalStore } from 'react';
import { serverNow } from '../../lib/server-clock.ts';
import type { RegenerationStatus } from './api.ts';
import { waitAt } from './wait.ts';

/** The begun days of the wait, 0 once it is over. Looked at each second; only another number draws the component. */
export function useWaitDays(status: RegenerationStatus): number {
  const days = useCallback(() => waitAt(status, serverNow())?.days ?? 0, [status]);
  return useSyncExternalStore(everySecond, days);
}

function everySecond(look: () => void): () => void {
  const timer = setInterval(look, 1_000);
  return () => clearInterval(timer);
}
