import type { CauseData } from '@reelwright/causes';
import type { Post } from '@reelwright/contracts';
import { endedWithoutPostStates, type Platform, type PostState } from '@reelwright/product';

/** `unknown`: publishing did not answer whether it accepted the post. */
export type OutcomeKind = 'posted' | 'processing' | 'failed' | 'unconfirmed' | 'unknown';

/** A post in an answer or an event of publishing. */
export type SeenPost = Pick<
  Post,
  | 'state'
  | 'code'
  | 'causeData'
  | 'platformPostId'
  | 'containerId'
  | 'accountId'
  | 'accountName'
  | 'permalink'
  | 'revision'
  | 'goesOutAt'
>;

/** The state of one platform's post. */
export interface Outcome {
  readonly platform: Platform;
  readonly kind: OutcomeKind;
  readonly code: string;
  /** Further data for the text of the code. */
  readonly causeData: CauseData | null;
  readonly post: SeenPost | undefined;
}

const ENDED = new Set<string>(['posted', 'unconfirmed', ...endedWithoutPostStates] satisfies PostState[]);

export const hasEnded = (post: SeenPost | undefined): boolean => post !== undefined && ENDED.has(post.state);

/** The outcome of a post for the partner. */
export function outcomeOf(platform: Platform, post: SeenPost | undefined): Outcome {
  const state = post?.state ?? 'waiting';
  if (state === 'posted') return { platform, kind: 'posted', code: '', causeData: null, post };
  const causeData = post?.causeData ?? null;
  if (state === 'unconfirmed') {
    return { platform, kind: 'unconfirmed', code: post?.code || 'POST_UNCONFIRMED', causeData, post };
  }
  if (ENDED.has(state)) return { platform, kind: 'failed', code: post?.code || 'POST_FAILED', causeData, post };
  // A waiting post has the code of its delay, whose text has the day.
  const code = post?.goesOutAt ? post.code : '';
  return { platform, kind: 'processing', code, causeData, post };
}
