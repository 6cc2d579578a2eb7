import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isUnauthorized } from '../lib/api-client.ts';
import { refreshCurrentUser } from '../session/current-user.ts';

const MAX_RETRIES = 4;
const MAX_WAIT_SECONDS = 10;
const NO_RESPONSE_WAIT_MS = 1_000;

/** The wait before a failed read is retried, in ms; null if it is not retried. */
function waitOf(error: Error): number | null {
  if (!(error instanceof ApiError)) return null;
  const { status, retryAfterSeconds: seconds } = error;
  if (status === 0 || status === 504) return NO_RESPONSE_WAIT_MS;
  if (status !== 503) return null;
  return seconds !== null && seconds <= MAX_WAIT_SECONDS ? seconds * 1_000 : null;
}

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    // A mutation that fails with 401 reads the current user again, so that screens that need a session notice its end.
    mutationCache: new MutationCache({
      onError: (error) => {
        if (isUnauthorized(error)) void refreshCurrentUser(client);
      },
    }),
    defaultOptions: {
      queries: {
        // Retried are a 503 with Retry-After, a 504 and a lost connection; load-delay.tsx shows that meanwhile. Any
        // other failure is shown at once, with a Try again button.
        retry: (tries, error) => tries < MAX_RETRIES && waitOf(error) !== null,
        retryDelay: (tries, error) => (waitOf(error) ?? 0) * 2 ** tries * (1 + Math.random()),
        // Offline, a call fails and shows its error, instead of waiting for the network in silence.
        networkMode: 'always',
        // Returning to the tab must not change what the user is reading.
        refetchOnWindowFocus: false,
        // A screen that polls sets its own interval.
        refetchInterval: false,
        // Data changes by actions in the app; each action refreshes the data that it changes.
        staleTime: Number.POSITIVE_INFINITY,
      },
      mutations: {
        // The user decides whether to repeat a write.
        retry: false,
        networkMode: 'always',
      },
    },
  });
  return client;
}
