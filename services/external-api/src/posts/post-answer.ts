import type { Post } from '@reelwright/contracts';
import Type, { type Static } from 'typebox';
import { type Platform, titles } from './post-request.ts';

/** How one platform's post stands when the answer is given. */
export interface Outcome {
  readonly platform: Platform;
  readonly kind: 'posted' | 'processing' | 'failed' | 'unconfirmed' | 'unknown';
  readonly code: string;
  readonly message: string;
  readonly post: Post | undefined;
}

const Text = Type.Optional(Type.String());
const Result = Type.Object({
  platform: Type.String(),
  postId: Text,
  containerId: Text,
  videoId: Text,
  pageId: Text,
  pageName: Text,
  videoUrl: Text,
  message: Type.String(),
});
const Failure = Type.Object({ error: Type.String(), message: Type.String() });

export const PostAnswer = Type.Object({
  /** Whether every platform has the video or is at it. */
  success: Type.Boolean(),
  results: Type.Record(Type.String(), Result),
  posted_to: Type.Array(Type.String()),
  failed_to_post: Type.Array(Type.String()),
  errors: Type.Record(Type.String(), Failure),
  /** Set when nothing was posted anywhere. */
  error: Text,
  message: Text,
});
export type PostAnswer = Static<typeof PostAnswer>;

/** @returns the body, and the status: 500 when it went wrong on every platform, else 200 */
export function answerOf(outcomes: readonly Outcome[]): { status: 200 | 500; answer: PostAnswer } {
  const underWay = outcomes.filter(({ kind }) => kind === 'posted' || kind === 'processing');
  const gone = outcomes.filter(({ kind }) => kind !== 'posted' && kind !== 'processing');
  const named = <Value>(list: readonly Outcome[], shown: (outcome: Outcome) => Value) =>
    Object.fromEntries(list.map((outcome) => [outcome.platform, shown(outcome)]));
  const answer: PostAnswer = {
    success: gone.length === 0,
    results: named(underWay, resultOf),
    posted_to: outcomes.filter(({ kind }) => kind === 'posted').map(({ platform }) => platform),
    failed_to_post: outcomes.filter(({ kind }) => kind === 'failed').map(({ platform }) => platform),
    errors: named(gone, ({ code, message }) => ({ error: code, message })),
  };
  if (underWay.length > 0 || outcomes.some(({ kind }) => kind !== 'failed')) return { status: 200, answer };
  const message = outcomes.map((outcome) => `${titles[outcome.platform]}: ${outcome.message}`).join(' ');
  return { status: 500, answer: { ...answer, error: 'POSTING_FAILED', message } };
}

function resultOf({ platform, message, post }: Outcome): Static<typeof Result> {
  const id = post?.platformPostId;
  return {
    platform,
    ...(id && (platform === 'youtube' ? { videoId: id } : { postId: id })),
    ...(platform === 'instagram' && post?.containerId && { containerId: post.containerId }),
    ...(platform === 'facebook' && post?.accountId && { pageId: post.accountId, pageName: post.accountName }),
    ...(post?.permalink && { videoUrl: post.permalink }),
    message,
  };
}
