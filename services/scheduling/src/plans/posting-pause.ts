import { AppError } from '@reelwright/errors';

/** Whether a user has paused all posts of the calendar, and the last pause. */
export interface PostingPause {
  readonly paused: boolean;
  readonly pausedAt: Date | null;
  /** The end of the last pause that ended. */
  readonly resumedAt: Date | null;
}

export const NEVER_PAUSED: PostingPause = { paused: false, pausedAt: null, resumedAt: null };

/** The pause after its owner paused or resumed all posts; undefined if that changes nothing. */
export function pauseAfter(pause: PostingPause, paused: boolean, now: Date): PostingPause | undefined {
  if (pause.paused === paused) return undefined;
  return paused ? { ...pause, paused, pausedAt: now } : { ...pause, paused, resumedAt: now };
}

/** Whether a missed entry was missed because its time came during the last pause. */
export function wasDueInPause({ pausedAt, resumedAt }: PostingPause, publishAt: Date | null, graceMs: number): boolean {
  if (publishAt === null || pausedAt === null || resumedAt === null) return false;
  return publishAt.getTime() > pausedAt.getTime() - graceMs && publishAt <= resumedAt;
}

/**
 * Nothing is made while all posts are paused.
 * @throws AppError POSTING_PAUSED
 */
export function requireUnpaused({ paused }: PostingPause): void {
  if (paused) throw new AppError('ABORTED', 'POSTING_PAUSED', 'Posting is paused. Resume posts first.');
}
