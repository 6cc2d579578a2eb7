import { postWords } from '../../content/statuses.ts';
import type { Video } from './api.ts';
import { inState } from './progress.ts';

const whileRunningMs = 3000;
const whileWaitingMs = 15_000;
/** This close to its publishing time, a video counts as running. */
const soonMs = 90_000;

/**
 * The delay before the next read: 3 s while something runs, 15 s while something waits for its publishing time or is
 * planned (`expectMore`), and no read when everything is finished.
 */
export function pollDelay(videos: readonly Video[], now: number, expectMore: boolean): number | false {
  if (videos.some((video) => isRunning(video, now))) return whileRunningMs;
  const isOpen = videos.some(({ posts }) => posts.some(({ status }) => postWords[status.state].isOpen));
  return isOpen || expectMore ? whileWaitingMs : false;
}

function isRunning({ status, stages, posts }: Video, now: number): boolean {
  const { late, next, actions } = status;
  if (late || inState(posts, 'going_out', 'processing').length > 0) return true;
  if (next !== null && Date.parse(next.at) - now < soonMs) return true;
  const isComing = status.state !== 'render_failed' && !actions.includes('post_now');
  return isComing && (stages.drive.state === 'waiting' || stages.drive.state === 'running');
}
