import { notifyManager, type Query, type QueryCache, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { ApiError } from '../lib/api-client.ts';
import { LoadDelay } from '../ui/skeleton.tsx';

/** Tells loading components that a read is being retried, so that they show it instead of "Loading". */
export function LoadDelayProvider({ children }: { children: ReactNode }) {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((notify: () => void) => cache.subscribe(notifyManager.batchCalls(notify)), [cache]);
  const text = useSyncExternalStore(
    subscribe,
    () => delayText(cache),
    () => null,
  );
  return <LoadDelay value={text}>{children}</LoadDelay>;
}

function delayText(cache: QueryCache): string | null {
  const retriedQuery = cache.findAll({ type: 'active', fetchStatus: 'fetching', predicate: isRetriedForLong })[0];
  if (!retriedQuery) return null;
  return statusOf(retriedQuery.state.fetchFailureReason) === 0
    ? 'No connection. Trying again.'
    : 'Reelwright is busy. Trying again.';
}

/** True after a few seconds of failures: after the second failure, or after a first 504, for which the gateway waited. */
function isRetriedForLong({ state }: Query): boolean {
  const { data, fetchFailureCount, fetchFailureReason } = state;
  return data === undefined && (fetchFailureCount > 1 || statusOf(fetchFailureReason) === 504);
}

const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : null);
