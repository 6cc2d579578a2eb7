import { MutationCache, QueryClient } from '@tanstack/react-query';
import { isUnauthorized } from '../lib/api-client.ts';
import { refreshCurrentUser } from '../session/current-user.ts';

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
        // A failed read is shown with a Try again button at once; silent retries only delay the truth.
        retry: false,
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
