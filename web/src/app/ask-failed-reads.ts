import { focusManager, onlineManager, type Query, type QueryClient } from '@tanstack/react-query';
import { isTransient } from '../lib/api-client.ts';

const ASK_EVERY_MS = 20_000;

/**
 * Asks again for reads on the screen that failed for a transient cause: every 20 s while the page is visible, and when it
 * becomes visible or online again. Returns what stops it.
 */
export function askForFailedReads(client: QueryClient): () => void {
  const cache = client.getQueryCache();
  const asked = new Set<Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const failed = () => cache.findAll({ type: 'active', fetchStatus: 'idle', predicate: hasFailed });
  const plan = () => {
    if (timer === undefined && failed().length > 0) timer = setTimeout(askOnTime, ASK_EVERY_MS);
  };
  const askOnTime = () => {
    timer = undefined;
    if (focusManager.isFocused()) askAll();
    plan();
  };
  const askAll = () => {
    for (const query of failed()) void ask(query);
  };
  const ask = async (query: Query) => {
    if (asked.has(query)) return;
    asked.add(query);
    const answer = await readAside(client, query).catch(() => undefined);
    asked.delete(query);
    // Someone may have pressed Try again, or left, meanwhile.
    if (answer !== undefined && hasFailed(query)) query.setData(answer);
  };

  const stops = [
    cache.subscribe(plan),
    focusManager.subscribe((isFocused) => isFocused && askAll()),
    onlineManager.subscribe((isOnline) => isOnline && askAll()),
    () => clearTimeout(timer),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

const hasFailed = ({ state }: Query) => state.status === 'error' && isTransient(state.error);

/** Reads beside the query: one that fetches forgets its error, and the message on the screen would come and go. */
async function readAside(client: QueryClient, { options, queryKey, meta }: Query): Promise<unknown> {
  if (typeof options.queryFn !== 'function') return undefined;
  return options.queryFn({ client, queryKey, meta, signal: new AbortController().signal });
}
