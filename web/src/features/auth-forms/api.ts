import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';

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

function useStartSession<Input>(path: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => request<unknown>('POST', path, input),
    // Nothing read before belongs to the person who is signed in now.
    onSuccess: () => client.resetQueries(),
  });
}

export const useLogin = () => useStartSession<Credentials>('/api/auth/login');
export const useSignup = () => useStartSession<NewAccount>('/api/auth/signup');
