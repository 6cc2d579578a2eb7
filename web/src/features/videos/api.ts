import type { Platform } from '@reelwright/product';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';
import type { Answer } from '../../lib/contract.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { pollDelay } from './poll.ts';

/** Newest first, at most 60. */
export type VideoList = Answer<'GET', '/api/videos'>;
export type Video = VideoList['videos'][number];
export type Post = Video['posts'][number];
export type Group = NonNullable<Video['status']['group']>;

const key = ['/api/videos'] as const;

/** GET /api/videos: the one read that polls, and only while something can change by itself. */
export const videosQuery = (expectMore: boolean) =>
  queryOptions({
    queryKey: key,
    queryFn: async () => {
      const list = await request('GET', '/api/videos');
      // What is planned or paused is on the calendar only.
      return { ...list, videos: list.videos.filter(({ status }) => status.group !== null) };
    },
    refetchInterval: ({ state }) => (state.data ? pollDelay(state.data.videos, serverNow(), expectMore) : false),
    // What happened while one was on another screen is news.
    refetchOnMount: 'always',
  });

/** POST /api/videos/{id}/post-now: makes and posts what was missed before it was made, then the timeline again. */
export function usePostMissed(videoId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request('POST', '/api/videos/{id}/post-now', { params: { id: videoId }, body: {} }),
    onSettled: () => readNowAndSoon(client),
  });
}

const soonMs = 2_500;

/** What was asked for is taken at once, and what became of it is told a moment later by another service. */
function readNowAndSoon(client: QueryClient): Promise<void> {
  setTimeout(() => void client.invalidateQueries({ queryKey: key }), soonMs);
  return client.invalidateQueries({ queryKey: key });
}

/** The same for each of these platforms, whose posts were missed with the video made. */
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

/** What is asked of publishing; the other actions lead to another page. */
type PostAction = Extract<Post['status']['actions'][number], 'retry' | 'check'>;

/** POST /api/videos/{id}/posts/{platform}/retry or /check, then the timeline again. */
export function usePostAction(videoId: string, platform: Platform) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: PostAction) =>
      request('POST', `/api/videos/{id}/posts/{platform}/${action}`, { params: { id: videoId, platform }, body: {} }),
    onSettled: () => readNowAndSoon(client),
  });
}
