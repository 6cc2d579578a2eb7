import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';
import type { Body } from '../../lib/contract.ts';
import { refreshCurrentUser } from '../../session/current-user.ts';

export type Credentials = Body<'POST', '/api/auth/login'>;
export type NewAccount = Body<'POST', '/api/auth/signup'>;

/** Google sign-in is a navigation of the whole page. */
export const googleSignInPath = '/api/auth/google';

/** Nothing read before belongs to the person who is signed in now. */
function useForgetReads() {
  const client = useQueryClient();
  return () => client.resetQueries();
}

/** `googleLinked`: Google sign-in for this e-mail had asked for the password, and is linked from now on. */
export const useLogin = () =>
  useMutation({
    mutationFn: (input: Credentials) => request('POST', '/api/auth/login', { body: input }),
    onSuccess: useForgetReads(),
  });

/** `isNew`: false for who had this account and its password already. */
export const useSignup = () =>
  useMutation({
    mutationFn: (input: NewAccount) => request('POST', '/api/auth/signup', { body: input }),
    onSuccess: useForgetReads(),
  });

/** GET /api/auth/google/link: whose password is wanted to link Google, for the browser that came from there; else null. */
export const linkedAccountQuery = queryOptions({
  queryKey: ['/api/auth/google/link'] as const,
  queryFn: () => request('GET', '/api/auth/google/link'),
  gcTime: 0,
});

/** POST /api/auth/password/forgotten: the same answer whether or not there is such an account. */
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

/** POST /api/auth/password/change: ends all other sessions. Without a present password where there is none yet. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Body<'POST', '/api/auth/password/change'>) =>
      request('POST', '/api/auth/password/change', { body: input }),
    onSuccess: () => refreshCurrentUser(client),
    gcTime: 0,
  });
}
