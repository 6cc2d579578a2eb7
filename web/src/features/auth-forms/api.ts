import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';
import { refreshCurrentUser } from '../../session/current-user.ts';

export interface Credentials {
  email: string;
  password: string;
}

export interface NewAccount extends Credentials {
  firstName: string;
  lastName: string;
}

/** Google sign-in is a navigation of the whole page. */
export const googleSignInPath = '/api/auth/google';

function useStartSession<Input, Answer>(path: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => request<Answer>('POST', path, input),
    // Nothing read before belongs to the person who is signed in now.
    onSuccess: () => client.resetQueries(),
  });
}

/** `googleLinked`: Google sign-in for this e-mail had asked for the password, and is linked from now on. */
export const useLogin = () => useStartSession<Credentials, { googleLinked?: boolean }>('/api/auth/login');
/** `isNew`: false for who had this account and its password already. */
export const useSignup = () => useStartSession<NewAccount, { isNew?: boolean }>('/api/auth/signup');

/** GET /api/auth/google/link: whose password is wanted to link Google, for the browser that came from there; else null. */
export const linkedAccountQuery = queryOptions({
  queryKey: ['/api/auth/google/link'] as const,
  queryFn: () => request<{ email: string | null }>('GET', '/api/auth/google/link'),
  gcTime: 0,
});

/** POST /api/auth/password/forgotten: the same answer whether or not there is such an account. */
export const useForgottenPassword = () =>
  useMutation({
    mutationFn: (email: string) => request<void>('POST', '/api/auth/password/forgotten', { email }),
  });

/** POST /api/auth/password/reset: ends every session of the account. */
export function useResetPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { token: string; password: string }) =>
      request<void>('POST', '/api/auth/password/reset', input),
    onSuccess: () => client.resetQueries(),
    gcTime: 0,
  });
}

/** POST /api/auth/password/change: ends all other sessions. Without a present password where there is none yet. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { currentPassword?: string; newPassword: string }) =>
      request<void>('POST', '/api/auth/password/change', input),
    onSuccess: () => refreshCurrentUser(client),
    gcTime: 0,
  });
}
