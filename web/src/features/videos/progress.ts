import { fullDayCauses, type PostState, uncommittedStates } from '@reelwright/product';
import type { Post, Video } from './api.ts';

/** Which part of the rundown a video belongs to. */
export type Group = 'making' | 'needs-you' | 'going-out' | 'delivering' | 'posted' | 'delivered';

const troubled: readonly PostState[] = ['failed', 'unconfirmed', 'missed'];
const ahead: readonly PostState[] = [...uncommittedStates, 'going_out', 'processing'];

/** Has not gone out, and will not before a person does something about the connection. */
export const isHeldBack = (post: Post) => (isAhead(post) || post.state === 'no_connection') && post.needs !== null;

export const isTroubled = (post: Post) => troubled.includes(post.state) || isHeldBack(post);
export const isAhead = (post: Post) => ahead.includes(post.state);
/** Cancelled posts, and platforms without a connected account, are no part of the count: nothing went wrong there. */
export const isCounted = (post: Post) =>
  post.state !== 'cancelled' && (post.state !== 'no_connection' || isHeldBack(post));
/** A platform's full day put it on another day than its video's. */
export const isMoved = (post: Post) =>
  isAhead(post) && fullDayCauses.some((code) => code === post.code) && post.goesOutAt !== null;
export const isPosted = (post: Post) => post.state === 'posted';

/** Its time passed before its video was asked for: there is nothing yet, until someone wants it posted now. */
export const isUnmade = ({ state, stages }: Video) => state === 'missed' && stages.requested.at === null;

export function groupOf(video: Video): Group {
  const { stages, posts } = video;
  const { rendering, drive } = stages;
  if (isUnmade(video)) return 'needs-you';
  if (rendering.state === 'failed' || drive.state === 'failed' || posts.some(isTroubled)) return 'needs-you';
  if (rendering.state !== 'done') return 'making';
  if (posts.some(isAhead)) return 'going-out';
  if (drive.state !== 'done') return 'delivering';
  return posts.some(isPosted) ? 'posted' : 'delivered';
}

/** Whether the video is being made or delivered right now. */
export function isInTheMaking(video: Video): boolean {
  const { rendering, drive } = video.stages;
  if (isUnmade(video)) return false;
  if (rendering.state === 'failed') return false;
  return rendering.state !== 'done' || drive.state === 'waiting' || drive.state === 'running';
}

/** Lit ticks of the eight: a started video shows at least one, an unfinished one at most seven. */
export function ticksOf(percent: number | null): number {
  return Math.min(7, Math.max(1, Math.floor((percent ?? 0) / 12.5)));
}

/** "Posted on 2 of 4"; while none is out "Posting", and "Not posted" once all have ended without. */
export function postedTitle(posts: readonly Post[]): string {
  const counted = posts.filter(isCounted);
  const posted = counted.filter(isPosted).length;
  if (posted > 0) return `Posted on ${posted} of ${counted.length}`;
  return counted.some((post) => isAhead(post) || post.state === 'unconfirmed') ? 'Posting' : 'Not posted';
}

/** The posts of a video that were all missed for the same cause; null where there is more to tell than once. */
export function missedTogether(posts: readonly Post[]): Post[] | null {
  const counted = posts.filter(isCounted);
  const alike = counted.every(
    (post) => post.state === 'missed' && post.canRetry && !post.needs && post.message === counted[0]?.message,
  );
  return counted.length > 1 && alike ? counted : null;
}

/** "1 failed, 1 unconfirmed", or null when nothing is wrong. */
export function troubleText(posts: readonly Post[]): string | null {
  const words: [string, PostState[]][] = [
    ['failed', ['failed']],
    ['unconfirmed', ['unconfirmed']],
    ['missed', ['missed']],
  ];
  const parts = words
    .map(([word, states]) => [word, posts.filter((post) => states.includes(post.state)).length] as const)
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${count} ${word}`);
  const held = posts.filter(isHeldBack).length;
  if (held > 0) parts.push(`${held} held back`);
  return parts.length > 0 ? parts.join(', ') : null;
}
