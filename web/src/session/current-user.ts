import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { isUnauthorized, request } from '../lib/api-client.ts';
import { removePersonalData } from '../lib/browser-storage.ts';
import type { Answer } from '../lib/contract.ts';
import { useBrowserValue } from '../lib/use-browser-value.ts';
import { isOutcomeUnknown } from '../lib/write-problem.ts';
import { mayBeSignedIn, removeSignedInHint, showSignedIn } from './signed-in-hint.ts';

/** The signed-in user with plan and usage. */
export type CurrentUser = Answer<'GET', '/api/auth/user'>;

const key = ['/api/auth/user'] as const;

/**
 * The address of the user's photo, or null. A photo from Google is on another site, which the content security policy
 * blocks; the initial is shown instead.
 */
export function photoOf({ profileImageUrl }: Pick<CurrentUser, 'profileImageUrl'>): string | null {
  return profileImageUrl?.startsWith('/api/') ? profileImageUrl : null;
}

/** Puts the new photo into the cache, without reading plan and usage again. */
export function setCachedPhoto(client: QueryClient, profileImageUrl: string | null): void {
  client.setQueryData<CurrentUser | null>(key, (user) => user && { ...user, profileImageUrl });
}

/** GET /api/auth/user. Without a session the result is null; every other failure is an error. */
export const currentUserQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ client }): Promise<CurrentUser | null> => {
    const user = await readUser();
    const before = client.getQueryData<CurrentUser | null>(key);
    if (before && before.id !== user?.id) removePersonalData();
    return user;
  },
  // Fresh for two minutes, cached for five; a screen that mounts later reads it again.
  staleTime: 2 * 60_000,
  gcTime: 5 * 60_000,
  refetchOnMount: true,
});

async function readUser(): Promise<CurrentUser | null> {
  // A browser reports a 401 as an error. Most without the cookie have no session, so that is asked first.
  if (!mayBeSignedIn() && !(await request('GET', '/api/auth/session')).signedIn) return null;
  try {
    const user = await request('GET', '/api/auth/user');
    showSignedIn();
    return user;
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    removeSignedInHint();
    return null;
  }
}

export const useCurrentUser = () => useQuery(currentUserQuery);

/**
 * The signed-in user on a page for everybody. A browser without the cookie of `mayBeSignedIn` has a guest, for whom
 * nothing is read. In the HTML that the build wrote, and in the first render, which takes it over, it is not known yet.
 */
export function useVisitor() {
  const isSignedIn = useBrowserValue<boolean | undefined>(mayBeSignedIn, undefined);
  const query = useQuery({ ...currentUserQuery, enabled: isSignedIn === true });
  const { data: user, isError, refetch, isFetching } = query;
  return { user: user ?? null, isPending: isSignedIn !== false && query.isPending, isError, refetch, isFetching };
}

/** Reads plan and usage again, after an action that may have changed them. */
export const refreshCurrentUser = (client: QueryClient) => client.invalidateQueries({ queryKey: key });

/** Reads the user again after a write whose answer was lost, because it may have been done. */
export function refreshAfterLostAnswer(client: QueryClient, error: unknown): void {
  if (isOutcomeUnknown(error)) void refreshCurrentUser(client);
}

/** The full name, else the e-mail address, else 'User'. */
export function displayName(user: Pick<CurrentUser, 'firstName' | 'lastName' | 'email'>): string {
  const full = [user.firstName, user.lastName].filter(Boolean).join(' ').trim();
  return full || user.email || 'User';
}
