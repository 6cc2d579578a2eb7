import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isUnauthorized } from '../lib/api-client.ts';
import { refreshCurrentUser } from '../session/current-user.ts';

const BUSY_TRIES = 4;
const LONGEST_WAIT_SECONDS = 10;

/** How long a server with too much to do asks to wait, in ms; null where another try would bring the same. */
function waitOf(error: Error): number | null {
  if (!(error instanceof ApiError) || error.status !== 503) return null;
  const { retryAfterSeconds: seconds } = error;
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
        // A failed read is shown with a Try again button at once; silent retries only delay the truth. But a server that
        // names a time to come again will take it then: what is on the screen stays there meanwhile.
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
