import type { Post } from '@reelwright/contracts';
import { endedWithoutPostStates, type Platform, type PostState, platformNames } from '@reelwright/product';

/** `unknown`: publishing did not say whether it took the post. */
export type OutcomeKind = 'posted' | 'processing' | 'failed' | 'unconfirmed' | 'unknown';

/** A post as publishing answers or announces it. */
export type SeenPost = Pick<
  Post,
  | 'state'
  | 'code'
  | 'message'
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
  readonly message: string;
  readonly post: SeenPost | undefined;
}

const ENDED = new Set<string>(['posted', 'unconfirmed', ...endedWithoutPostStates] satisfies PostState[]);

export const hasEnded = (post: SeenPost | undefined): boolean => post !== undefined && ENDED.has(post.state);

/** The outcome of a post as partners see it. */
export function outcomeOf(platform: Platform, post: SeenPost | undefined): Outcome {
  const name = platformNames[platform];
  const state = post?.state ?? 'waiting';
  if (state === 'posted') return { platform, kind: 'posted', code: '', message: `Posted to ${name}.`, post };
  if (state === 'unconfirmed') {
    const message = post?.message || `${name} did not say whether it took the video. Please look before posting again.`;
    return { platform, kind: 'unconfirmed', code: post?.code || 'POST_UNCONFIRMED', message, post };
  }
  if (ENDED.has(state)) {
    const message = post?.message || `The video was not posted to ${name}.`;
    return { platform, kind: 'failed', code: post?.code || 'POST_FAILED', message, post };
  }
  // What keeps it from going out yet says more, above all on which day it does.
  const held = post?.code && post.goesOutAt ? post.message : '';
  return { platform, kind: 'processing', code: '', message: held || `${name} is still processing the video.`, post };
}
