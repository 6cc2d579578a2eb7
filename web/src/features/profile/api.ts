import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request, upload } from '../../lib/api-client.ts';
import { type CurrentUser, notePhoto, refreshCurrentUser } from '../../session/current-user.ts';

export type ProfileChange = Partial<{ firstName: string; lastName: string } & Pick<CurrentUser, 'mailNotices'>>;

/** PATCH /api/auth/user. */
export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: ProfileChange) => request<unknown>('PATCH', '/api/auth/user', change),
    onSuccess: () => refreshCurrentUser(client),
  });
}

type Photo = Pick<CurrentUser, 'profileImageUrl'>;
const photoPath = '/api/auth/user/photo';

/** PUT /api/auth/user/photo with the image itself, or DELETE where that is null. */
export function useChangePhoto() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (photo: Blob | null) =>
      photo ? upload<Photo>('PUT', photoPath, photo) : request<Photo>('DELETE', photoPath),
    onSuccess: ({ profileImageUrl }) => notePhoto(client, profileImageUrl),
  });
}
