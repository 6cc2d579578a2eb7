import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';
import type { Answer } from '../../lib/contract.ts';

export type RegenerationStatus = Answer<'GET', '/api/regeneration-status'>;
export type Regenerated = Answer<'POST', '/api/regenerate-videos'>;

const key = ['/api/regeneration-status'] as const;

export const regenerationStatusQuery = queryOptions({
  queryKey: key,
  queryFn: () => request('GET', '/api/regeneration-status'),
  refetchInterval: ({ state }) => (state.data ? 60_000 : false),
  refetchOnMount: 'always',
});

/** The reads that a regeneration changes, besides its own status. */
const changedKeys = [['/api/auth/user'], ['/api/videos'], ['/api/video-configuration']] as const;

/** POST /api/regenerate-videos. The status is read again also after an error, which means that it was out of date. */
export function useRegenerateVideos() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request('POST', '/api/regenerate-videos', { body: {} }),
    onSuccess: () => {
      for (const queryKey of changedKeys) void client.invalidateQueries({ queryKey });
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
