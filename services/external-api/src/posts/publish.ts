import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CauseError } from '@reelwright/causes';
import type { Post, PublishingServiceClient } from '@reelwright/contracts';
import { AppError, isTransient } from '@reelwright/errors';
import type { GrpcClient } from '@reelwright/grpc';
import type { Platform } from '@reelwright/product';
import { hasEnded, type Outcome, outcomeOf } from './outcome.ts';
import { NOT_TAKEN } from './post-answer.ts';

export interface PublishDeps {
  readonly publishing: Pick<GrpcClient<PublishingServiceClient>, 'publishVideo' | 'getPost'>;
  /** How long to wait for a post before it is answered as 'processing'. */
  readonly waitMs: number;
  /** Ends the waiting when the process stops. */
  readonly stopping: AbortSignal;
}

export interface WantedPost {
  readonly postId: string;
  readonly userId: string;
  readonly platform: Platform;
  readonly mediaKey: string;
  readonly mediaUrl: string;
  readonly title: string;
  readonly description: string;
}

const TRIES = 4;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;

/** The same id for each repeat of a request, so that publishing finds the post instead of making another. */
export function postIdOf(requestId: string, platform: Platform): string {
  const hex = createHash('sha256').update(`${requestId}/${platform}`).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Passes one post to publishing and waits for its outcome.
 * @throws AppError ACCOUNT_DELETED when the account was deleted meanwhile with its posts
 */
export async function publish(deps: PublishDeps, wanted: WantedPost): Promise<Outcome> {
  const { publishing, stopping } = deps;
  const { platform, postId, userId } = wanted;
  const end = Date.now() + deps.waitMs;
  let post: Post | undefined;
  try {
    post = (await retryTransient(() => publishing.publishVideo(wanted, { actingFor: userId }), stopping)).post;
  } catch (error) {
    requireAccount(error);
    return refusal(platform, error);
  }
  let wait = FIRST_PAUSE_MS;
  while (!hasEnded(post) && Date.now() < end && !stopping.aborted) {
    await pause(Math.min(wait, Math.max(1, end - Date.now())), undefined, { signal: stopping }).catch(() => undefined);
    wait = Math.min(wait * 1.5, LONGEST_PAUSE_MS);
    try {
      post = (await publishing.getPost({ postId, userId, platform }, { actingFor: userId })).post ?? post;
    } catch (error) {
      requireAccount(error);
      // Publishing has accepted the post, even if it does not answer now.
      if (!isTransient(error)) return unconfirmed(platform, error);
    }
  }
  return outcomeOf(platform, post);
}

/** Retrying is safe, because the post has its id. A refusal is not retried. */
async function retryTransient<Answer>(call: () => Promise<Answer>, stopping: AbortSignal): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (tries === TRIES || !isTransient(error) || stopping.aborted) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** tries, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}

function requireAccount(error: unknown): void {
  if (error instanceof AppError && error.code === 'ACCOUNT_DELETED') throw error;
}

/** Publishing accepted the post but refuses to answer about it, so it may be out. */
function unconfirmed(platform: Platform, error: unknown): Outcome {
  const code = error instanceof AppError ? error.code : 'POST_UNCONFIRMED';
  return { platform, kind: 'unconfirmed', code, causeData: null, post: undefined };
}

function refusal(platform: Platform, error: unknown): Outcome {
  if (error instanceof AppError && !isTransient(error)) {
    const causeData = error instanceof CauseError ? error.shownCause.data : null;
    return { platform, kind: 'failed', code: error.code, causeData, post: undefined };
  }
  return { platform, kind: 'unknown', code: NOT_TAKEN, causeData: null, post: undefined };
}
