import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';
import type { Answer } from '../../lib/contract.ts';

/** GET /api/user-drive-folder: the address of the user's folder. */
export const readFolder = () => request('GET', '/api/user-drive-folder');

export type OwnDrive = Answer<'GET', '/api/drive/google'>;

/** GET /api/drive/google: the Drive that new videos go to, and why they wait. */
export const ownDriveQuery = queryOptions({
  queryKey: ['/api/drive/google'] as const,
  queryFn: () => request('GET', '/api/drive/google'),
});

/** GET /api/drive/google/auth: the address of Google's consent page. */
export const requestDriveConsent = async () => (await request('GET', '/api/drive/google/auth')).authUrl;

/** DELETE /api/drive/google; then the address of the folder is another one. */
export function useLeaveOwnDrive() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request('DELETE', '/api/drive/google'),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['/api/video-configuration'] });
      return client.invalidateQueries({ queryKey: ownDriveQuery.queryKey });
    },
  });
}
