import { notifyManager, type Query, type QueryCache, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { ApiError } from '../lib/api-client.ts';
import { LoadTrouble } from '../ui/skeleton.tsx';

/** Lets what loads say that a read is being retried, instead of only that it loads. */
export function LoadTroubleProvider({ children }: { children: ReactNode }) {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((notify: () => void) => cache.subscribe(notifyManager.batchCalls(notify)), [cache]);
  return <LoadTrouble value={useSyncExternalStore(subscribe, () => troubleOf(cache))}>{children}</LoadTrouble>;
}

function troubleOf(cache: QueryCache): string | null {
  const retried = cache.findAll({ type: 'active', fetchStatus: 'fetching', predicate: isRetriedForLong })[0];
  if (!retried) return null;
  return statusOf(retried.state.fetchFailureReason) === 0
    ? 'No connection. Trying again.'
    : 'Reelwright is busy. Trying again.';
}

/** The second failure comes after some seconds, and so does the first where the gateway waited for an answer. */
function isRetriedForLong({ state }: Query): boolean {
  const { data, fetchFailureCount, fetchFailureReason } = state;
  return data === undefined && (fetchFailureCount > 1 || statusOf(fetchFailureReason) === 504);
}

const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : null);
