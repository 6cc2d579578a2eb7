import { focusManager, onlineManager, type Query, type QueryClient } from '@tanstack/react-query';
import { isTransient } from '../lib/api-client.ts';

const RETRY_EVERY_MS = 20_000;

/**
 * Retries reads on the screen that failed for a transient cause: every 20 s while the page is visible, and when it
 * becomes visible or online again. Returns a function that stops it.
 */
export function retryFailedReads(client: QueryClient): () => void {
  const cache = client.getQueryCache();
  const retryingQueries = new Set<Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const failedQueries = () => cache.findAll({ type: 'active', fetchStatus: 'idle', predicate: hasFailed });
  const schedule = () => {
    if (timer === undefined && failedQueries().length > 0) timer = setTimeout(retryOnTimer, RETRY_EVERY_MS);
  };
  const retryOnTimer = () => {
    timer = undefined;
    if (focusManager.isFocused()) retryAll();
    schedule();
  };
  const retryAll = () => {
    for (const query of failedQueries()) void retry(query);
  };
  const retry = async (query: Query) => {
    if (retryingQueries.has(query)) return;
    retryingQueries.add(query);
    const data = await readOutsideCache(client, query).catch(() => undefined);
    retryingQueries.delete(query);
    // The user may have pressed Try again, or left the screen, meanwhile.
    if (data !== undefined && hasFailed(query)) query.setData(data);
  };

  const stops = [
    cache.subscribe(schedule),
    focusManager.subscribe((isFocused) => isFocused && retryAll()),
    onlineManager.subscribe((isOnline) => isOnline && retryAll()),
    () => clearTimeout(timer),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

const hasFailed = ({ state }: Query) => state.status === 'error' && isTransient(state.error);

/** Reads outside the query, because a fetching query drops its error, and the message on the screen would flicker. */
async function readOutsideCache(client: QueryClient, { options, queryKey, meta }: Query): Promise<unknown> {
  if (typeof options.queryFn !== 'function') return undefined;
  return options.queryFn({ client, queryKey, meta, signal: new AbortController().signal });
}
