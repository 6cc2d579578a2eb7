import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';
import type { Body } from '../../lib/contract.ts';
import { refreshAfterLostAnswer, refreshCurrentUser } from '../../session/current-user.ts';

export type Credentials = Body<'POST', '/api/auth/login'>;
export type NewAccount = Body<'POST', '/api/auth/signup'>;

/** The address of Google sign-in, which leaves the app. */
export const googleSignInPath = '/api/auth/google';

/** Drops all cached reads, because they belong to the previous user. */
function useClearCache() {
  const client = useQueryClient();
  return () => client.resetQueries();
}

/** `googleLinked`: this sign-in with the password linked a pending Google sign-in to the account. */
export const useLogin = () =>
  useMutation({
    mutationFn: (input: Credentials) => request('POST', '/api/auth/login', { body: input }),
    onSuccess: useClearCache(),
  });

/** `isNew`: false if the account existed and the password was right. */
export const useSignup = () =>
  useMutation({
    mutationFn: (input: NewAccount) => request('POST', '/api/auth/signup', { body: input }),
    onSuccess: useClearCache(),
  });

/** GET /api/auth/google/link: the account whose password links Google, if this browser came from Google; else null. */
export const linkedAccountQuery = queryOptions({
  queryKey: ['/api/auth/google/link'] as const,
  queryFn: () => request('GET', '/api/auth/google/link'),
  gcTime: 0,
});

/** POST /api/auth/password/forgotten: the response is the same whether or not the account exists. */
export const useForgottenPassword = () =>
  useMutation({
    mutationFn: (email: string) => request('POST', '/api/auth/password/forgotten', { body: { email } }),
  });

/** POST /api/auth/password/reset: ends every session of the account. */
export function useResetPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Body<'POST', '/api/auth/password/reset'>) =>
      request('POST', '/api/auth/password/reset', { body: input }),
    onSuccess: () => client.resetQueries(),
    gcTime: 0,
  });
}

/** POST /api/auth/password/change: ends all other sessions. A first password needs no current one. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Body<'POST', '/api/auth/password/change'>) =>
      request('POST', '/api/auth/password/change', { body: input }),
    onSuccess: () => refreshCurrentUser(client),
    onError: (error) => refreshAfterLostAnswer(client, error),
    gcTime: 0,
  });
}
