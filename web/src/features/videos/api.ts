import type { Platform, PostNeed, PostState, StageState } from '@reelwright/product';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { pollDelay } from './poll.ts';
import { isUnmade } from './progress.ts';

export interface Post {
  platform: Platform;
  state: PostState;
  code: string | null;
  message: string | null;
  /** What to do about it. */
  fix: string | null;
  /** What only the account's owner can do before it goes out. */
  needs: PostNeed | null;
  permalink: string | null;
  at: string | null;
  nextCheckAt: string | null;
  /** Until it has gone out: when it does, which may be another time than the video's. */
  goesOutAt: string | null;
  canRetry: boolean;
  canCheck: boolean;
}

export interface Video {
  id: string;
  videoType: string;
  variation: number;
  createdAt: string;
  publishAt: string | null;
  date: string | null;
  time: string | null;
  timeZone: string | null;
  caption: string | null;
  mediaUrl: string | null;
  posterUrl: string | null;
  stages: {
    requested: { at: string | null };
    rendering: {
      state: StageState;
      startedAt: string | null;
      finishedAt: string | null;
      percent: number | null;
      /** While it waits for its next try. */
      nextTryAt: string | null;
      /** 1 is the next one to be made; null where it waits in no line. */
      place: number | null;
      /** Real seconds until it is made; null where that is not known. */
      readyInSeconds: number | null;
      code: string | null;
      message: string | null;
      fix: string | null;
    };
    drive: {
      state: StageState;
      at: string | null;
      link: string | null;
      code: string | null;
      message: string | null;
      fix: string | null;
    };
  };
  posts: Post[];
  state: string;
  /** Why it does not simply take its course. */
  why?: { code: string; message: string; fix: string } | null;
}

export interface VideoList {
  serverTime: string;
  /** Newest first, at most 60. */
  videos: Video[];
}

const key = ['/api/videos'] as const;

/** GET /api/videos: the one read that polls, and only while something can change by itself. */
export const videosQuery = (expectMore: boolean) =>
  queryOptions({
    queryKey: key,
    queryFn: async () => {
      const list = await request<VideoList>('GET', '/api/videos');
      // An entry nobody has asked the model for yet is on the calendar, not in the making; what was missed needs a person.
      return { ...list, videos: list.videos.filter((video) => video.stages.requested.at !== null || isUnmade(video)) };
    },
    refetchInterval: ({ state }) => (state.data ? pollDelay(state.data.videos, serverNow(), expectMore) : false),
    // What happened while one was on another screen is news.
    refetchOnMount: 'always',
  });

/** POST /api/videos/{id}/post-now: makes and posts what was missed before it was made, then the timeline again. */
export function usePostMissed(videoId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request('POST', `/api/videos/${videoId}/post-now`, {}),
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
      Promise.all(platforms.map((name) => request('POST', `/api/videos/${videoId}/posts/${name}/retry`, {}))),
    onSettled: () => readNowAndSoon(client),
  });
}

type PostAction = 'retry' | 'check';

/** POST /api/videos/{id}/posts/{platform}/retry or /check, then the timeline again. */
export function usePostAction(videoId: string, platform: Platform) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: PostAction) => request('POST', `/api/videos/${videoId}/posts/${platform}/${action}`, {}),
    onSettled: () => readNowAndSoon(client),
  });
}
