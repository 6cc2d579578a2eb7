import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { isUnauthorized, request } from '../lib/api-client.ts';
import { forgetPerson } from '../lib/browser-storage.ts';
import type { Answer } from '../lib/contract.ts';

/** The signed-in person with plan and usage. */
export type CurrentUser = Answer<'GET', '/api/auth/user'>;

const key = ['/api/auth/user'] as const;

/**
 * Where the person's photo is; null without one. A picture that Google gave lies on another site, where the content policy
 * lets no image come from: the initial is shown instead.
 */
export function photoOf({ profileImageUrl }: Pick<CurrentUser, 'profileImageUrl'>): string | null {
  return profileImageUrl?.startsWith('/api/') ? profileImageUrl : null;
}

/** Notes the new photo, without asking for the plan and the usage again. */
export function notePhoto(client: QueryClient, profileImageUrl: string | null): void {
  client.setQueryData<CurrentUser | null>(key, (user) => user && { ...user, profileImageUrl });
}

/** GET /api/auth/user. No session is an answer (null), anything else that is not OK is an error. */
export const currentUserQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ client }): Promise<CurrentUser | null> => {
    const user = await readUser();
    const before = client.getQueryData<CurrentUser | null>(key);
    if (before && before.id !== user?.id) forgetPerson();
    return user;
  },
  // Two minutes fresh, kept for five, and asked again by each screen that mounts after that.
  staleTime: 2 * 60_000,
  gcTime: 5 * 60_000,
  refetchOnMount: true,
});

async function readUser(): Promise<CurrentUser | null> {
  try {
    return await request('GET', '/api/auth/user');
  } catch (error) {
    if (isUnauthorized(error)) return null;
    throw error;
  }
}

export const useCurrentUser = () => useQuery(currentUserQuery);

/** Asks for plan and usage again, after anything that may have changed them. */
export const refreshCurrentUser = (client: QueryClient) => client.invalidateQueries({ queryKey: key });

/** Full name, else e-mail, else 'User'. */
export function displayName(user: Pick<CurrentUser, 'firstName' | 'lastName' | 'email'>): string {
  const full = [user.firstName, user.lastName].filter(Boolean).join(' ').trim();
  return full || user.email || 'User';
}
