import { useMutation, useQueryClient } from '@tanstack/react-query';
import { paths } from '../app/paths.ts';
import { request } from '../lib/api-client.ts';
import { forgetPerson } from '../lib/browser-storage.ts';

/** POST /api/auth/logout. On success or failure everything cached or kept of the person is dropped and the landing page loaded afresh. */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request('POST', '/api/auth/logout', { body: {} }),
    onSettled: () => {
      client.clear();
      forgetPerson();
      window.location.assign(paths.landing);
    },
  });
}
