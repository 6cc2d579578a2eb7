import type { PostState } from '@reelwright/product';
import type { Video } from './api.ts';
import { isInTheMaking } from './progress.ts';

const whileRunningMs = 3000;
const whileWaitingMs = 15_000;
/** Close enough to its hour that the next seconds matter. */
const soonMs = 90_000;

/**
 * When to ask again: every 3 s while anything runs, now and then while something waits for its hour or (`expectMore`)
 * stands on the calendar, and never when all is over.
 */
export function pollDelay(videos: readonly Video[], now: number, expectMore: boolean): number | false {
  if (videos.some((video) => isRunning(video, now))) return whileRunningMs;
  const waiting = videos.some(({ posts }) => posts.some(({ state }) => waits.has(state)));
  return waiting || expectMore ? whileWaitingMs : false;
}

const runs = new Set<PostState>(['staging', 'going_out', 'processing']);
const waits = new Set<PostState>(['waiting', 'staged', 'unconfirmed']);

function isRunning(video: Video, now: number): boolean {
  if (isInTheMaking(video)) return true;
  if (video.posts.some((post) => runs.has(post.state))) return true;
  return video.posts.some((post) => {
    const dueAt = post.goesOutAt ?? video.publishAt;
    const waiting = post.state === 'waiting' || post.state === 'staged';
    return waiting && dueAt !== null && Date.parse(dueAt) - now < soonMs;
  });
}
