import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';
import { type CurrentUser, refreshCurrentUser } from '../../session/current-user.ts';

export type ProfileChange = Partial<{ firstName: string; lastName: string } & Pick<CurrentUser, 'mailNotices'>>;

/** PATCH /api/auth/user. */
export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: ProfileChange) => request<unknown>('PATCH', '/api/auth/user', change),
    onSuccess: () => refreshCurrentUser(client),
  });
}
