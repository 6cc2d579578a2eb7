import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isUnauthorized } from '../lib/api-client.ts';
import { refreshCurrentUser } from '../session/current-user.ts';

const BUSY_TRIES = 4;
const LONGEST_WAIT_SECONDS = 10;
const NO_ANSWER_WAIT_MS = 1_000;

/** How long to wait before a failed read is retried, in ms; null where it is not. */
function waitOf(error: Error): number | null {
  if (!(error instanceof ApiError)) return null;
  const { status, retryAfterSeconds: seconds } = error;
  if (status === 0 || status === 504) return NO_ANSWER_WAIT_MS;
  if (status !== 503) return null;
  return seconds !== null && seconds <= LONGEST_WAIT_SECONDS ? seconds * 1_000 : null;
}

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    // An action refused for want of a session: whoever needs one finds out by asking who is here.
    mutationCache: new MutationCache({
      onError: (error) => {
        if (isUnauthorized(error)) void refreshCurrentUser(client);
      },
    }),
    defaultOptions: {
      queries: {
        // Retried: what the server said to ask again for, what it did not answer in time, and a lost connection. The
        // screen says so meanwhile (load-trouble.tsx). Any other failure is shown at once, with a Try again button.
        retry: (tries, error) => tries < BUSY_TRIES && waitOf(error) !== null,
        retryDelay: (tries, error) => (waitOf(error) ?? 0) * 2 ** tries * (1 + Math.random()),
        // Offline is an answer too: a call that fails says so instead of waiting for the network without a word.
        networkMode: 'always',
        // Coming back to the tab must not move what one is looking at.
        refetchOnWindowFocus: false,
        // No polling unless a screen says so: only the video timeline does.
        refetchInterval: false,
        // Data changes by what people do here; those actions refresh what they touch.
        staleTime: Number.POSITIVE_INFINITY,
      },
      mutations: {
        // Repeating a write is for the person to decide.
        retry: false,
        networkMode: 'always',
      },
    },
  });
  return client;
}
