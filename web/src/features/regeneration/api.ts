import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';

export interface RegenerationStatus {
  canRegenerate: boolean;
  /** Days to wait, begun days counted whole; 0 when it is allowed. */
  daysRemaining: number;
  lastRegeneratedAt: string | null;
  /** When it is allowed again; null when it is. */
  nextAt: string | null;
}

export interface KeptVideo {
  videoId: string;
  /** Why it stays as it is, in plain words. */
  reason: string;
}

export interface Regenerated {
  regenerated: number;
  kept: KeptVideo[];
}

const key = ['/api/regeneration-status'] as const;

export const regenerationStatusQuery = queryOptions({
  queryKey: key,
  queryFn: () => request<RegenerationStatus>('GET', '/api/regeneration-status'),
  refetchInterval: ({ state }) => (state.data ? 60_000 : false),
  refetchOnMount: 'always',
});

/** What a regeneration changes, beside its own status. */
const touched = [['/api/auth/user'], ['/api/videos'], ['/api/video-configuration']] as const;

/** POST /api/regenerate-videos. The status is read again whatever came of it: a refusal is news about it. */
export function useRegenerateVideos() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request<Regenerated>('POST', '/api/regenerate-videos', {}),
    onSuccess: () => {
      for (const queryKey of touched) void client.invalidateQueries({ queryKey });
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
