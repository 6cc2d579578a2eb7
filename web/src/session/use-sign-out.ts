import { useMutation, useQueryClient } from '@tanstack/react-query';
import { paths } from '../app/paths.ts';
import { request } from '../lib/api-client.ts';
import { removePersonalData } from '../lib/browser-storage.ts';

/** POST /api/auth/logout. Even if it fails, removes all cached and stored user data and reloads at the landing page. */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request('POST', '/api/auth/logout', { body: {} }),
    onSettled: () => {
      client.clear();
      removePersonalData();
      window.location.assign(paths.landing);
    },
  });
}
