import type { CauseData } from '@reelwright/causes';
import type { Post } from '@reelwright/contracts';
import { aheadStates, isPostState, type Platform, type PostState, postStateFacts } from '@reelwright/product';

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

/** Whether no more is to be expected of a post; a state of a newer version is one that may still change. */
const isOver = (state: string): state is PostState => isPostState(state) && !aheadStates.includes(state);

export const hasEnded = (post: SeenPost | undefined): boolean => post !== undefined && isOver(post.state);

/** The outcome of a post for the partner. */
export function outcomeOf(platform: Platform, post: SeenPost | undefined): Outcome {
  const causeData = post?.causeData ?? null;
  if (!post || !isOver(post.state)) {
    // A post that waits has the code of its delay, whose text has the day.
    const code = post?.goesOutAt ? post.code : '';
    return { platform, kind: 'processing', code, causeData, post };
  }
  switch (postStateFacts[post.state].phase) {
    case 'posted':
      return { platform, kind: 'posted', code: '', causeData: null, post };
    case 'ended':
      return { platform, kind: 'failed', code: post.code || 'POST_FAILED', causeData, post };
    default:
      return { platform, kind: 'unconfirmed', code: post.code || 'POST_UNCONFIRMED', causeData, post };
  }
}
