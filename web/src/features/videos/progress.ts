import { type PostStatus, postWords, troubles } from '../../content/statuses.ts';
import type { Post, Video } from './api.ts';

/** How many of the eight ticks are lit: at least one once a video has started, at most seven until it is finished. */
export function ticksOf(percent: number | null): number {
  return Math.min(7, Math.max(1, Math.floor((percent ?? 0) / 12.5)));
}

/** The posts of a video that were all missed for the same cause and can be sent alike; null if they differ. */
export function missedTogether({ status, posts }: Video): Post[] | null {
  if (status.state !== 'missed' || status.counted < 2) return null;
  const missed = inState(posts, 'missed');
  const actions = status.actions.includes('resume') ? 'resume' : 'retry';
  const alike = missed.every(
    ({ status: own, message }) => own.actions.join() === actions && message === missed[0]?.message,
  );
  return alike ? missed : null;
}

/** "1 failed, 1 unconfirmed", or null when nothing is wrong. */
export function troubleText(posts: readonly Post[]): string | null {
  const parts = troubles(posts).map(({ word, posts: those }) => `${those.length} ${word}`);
  return parts.length > 0 ? parts.join(', ') : null;
}

export const inState = (posts: readonly Post[], ...states: PostStatus['state'][]): Post[] =>
  posts.filter(({ status }) => states.includes(status.state));

/** Whether the post may still go out. */
export const isAhead = ({ status }: Post): boolean => postWords[status.state].isOpen && status.state !== 'unconfirmed';
