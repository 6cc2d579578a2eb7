import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request, upload } from '../../lib/api-client.ts';
import type { Body } from '../../lib/contract.ts';
import { refreshAfterLostAnswer, refreshCurrentUser, setCachedPhoto } from '../../session/current-user.ts';

export type ProfileChange = Body<'PATCH', '/api/auth/user'>;

/** PATCH /api/auth/user. */
export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: ProfileChange) => request('PATCH', '/api/auth/user', { body: change }),
    onSuccess: () => refreshCurrentUser(client),
    onError: (error) => refreshAfterLostAnswer(client, error),
  });
}

const photoPath = '/api/auth/user/photo';

/** PUT /api/auth/user/photo with the image as the body, or DELETE for null. */
export function useChangePhoto() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (photo: Blob | null) => (photo ? upload('PUT', photoPath, photo) : request('DELETE', photoPath)),
    onSuccess: ({ profileImageUrl }) => setCachedPhoto(client, profileImageUrl),
    onError: (error) => refreshAfterLostAnswer(client, error),
  });
}
