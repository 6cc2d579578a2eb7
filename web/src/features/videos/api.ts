import { analyticsOf, type Platform, type PostAction, type Tier } from '@reelwright/product';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';
import type { Answer } from '../../lib/contract.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { pollDelay } from './poll.ts';

/** Newest first: 60, and older ones that need their owner. */
export type VideoList = Answer<'GET', '/api/videos'>;
export type Video = VideoList['videos'][number];
export type Post = Video['posts'][number];
export type Group = NonNullable<Video['status']['group']>;

const key = ['/api/videos'] as const;

/** GET /api/videos, polled while something can change without the user. */
export const videosQuery = (expectMore: boolean) =>
  queryOptions({
    queryKey: key,
    queryFn: async () => {
      const list = await request('GET', '/api/videos');
      // Planned and paused entries have no group; only the calendar shows them.
      return { ...list, videos: list.videos.filter(({ status }) => status.group !== null) };
    },
    refetchInterval: ({ state }) => (state.data ? pollDelay(state.data.videos, serverNow(), expectMore) : false),
    // Videos may have changed while the user was on another screen.
    refetchOnMount: 'always',
  });

/** POST /api/videos/{id}/post-now: makes and posts a video that missed its time, then reads the timeline again. */
export function usePostMissed(videoId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request('POST', '/api/videos/{id}/post-now', { params: { id: videoId }, body: {} }),
    onSettled: () => readNowAndSoon(client),
  });
}

const soonMs = 2_500;

/** Reads the list now, which shows the accepted request, and again shortly after, which shows its result. */
function readNowAndSoon(client: QueryClient): Promise<void> {
  setTimeout(() => void client.invalidateQueries({ queryKey: key }), soonMs);
  return client.invalidateQueries({ queryKey: key });
}

/** Retries the missed posts of these platforms, for a video that is made. */
export function usePostAll(videoId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (platforms: readonly Platform[]) =>
      Promise.all(
        platforms.map((platform) =>
          request('POST', '/api/videos/{id}/posts/{platform}/retry', { params: { id: videoId, platform }, body: {} }),
        ),
      ),
    onSettled: () => readNowAndSoon(client),
  });
}

/** POST /api/videos/{id}/posts/{platform}/{action}, then reads the timeline again. */
export function usePostAction(videoId: string, platform: Platform) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: PostAction) =>
      request('POST', `/api/videos/{id}/posts/{platform}/${action}`, { params: { id: videoId, platform }, body: {} }),
    onSettled: () => readNowAndSoon(client),
  });
}

/** This month's posts, and how many of them were on time. */
export const onTimeQuery = queryOptions({
  queryKey: ['/api/on-time'],
  queryFn: () => request('GET', '/api/on-time'),
  refetchOnMount: 'always',
});

/** The views of the newest posts, as far as the plan shows them. */
export const postViewsQuery = (tier: Tier) =>
  queryOptions({
    queryKey: ['/api/analytics/posts', 'newest'],
    queryFn: () => request('GET', '/api/analytics/posts', { query: { limit: '100' } }),
    enabled: analyticsOf[tier] !== 'none',
    staleTime: 5 * 60_000,
  });

/** What a change of a hold may have changed: states, usage and the calendar. */
const changed = [['/api/videos'], ['/api/video-configuration'], ['/api/auth/user']];

function useReadAgain() {
  const client = useQueryClient();
  return () => Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** PUT /api/posting-pause: pauses or resumes all posts of the calendar. */
export function usePausePosting() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (paused: boolean) => request('PUT', '/api/posting-pause', { body: { paused } }),
    onSettled: readAgain,
  });
}

/** POST /api/videos/{id}/skip or /unskip. */
export function useSkip(videoId: string) {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (action: 'skip' | 'unskip') =>
      request('POST', `/api/videos/{id}/${action}`, { params: { id: videoId }, body: {} }),
    onSettled: readAgain,
  });
}

/** POST /api/videos/{id}/approve: lets this variation of the video go out. */
export function useApprove(videoId: string) {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (variation: number) =>
      request('POST', '/api/videos/{id}/approve', { params: { id: videoId }, body: { variation } }),
    onSettled: readAgain,
  });
}
