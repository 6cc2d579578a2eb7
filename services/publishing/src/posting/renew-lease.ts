import type { PostRow } from '../database.ts';
import { renewCommitLease } from '../posts/post.repository.ts';
import { StepAborted } from './attempt-step.ts';
import type { Engine } from './engine.ts';

/**
 * Renews the post's lease right before the commit's call: the process may have been suspended for longer than its
 * lease, so that another process has the post. A request that is already sent can't be cancelled; see
 * `verifyRefusal`.
 * @param intentAt when the intent was written, by `performance.now()`, which keeps running while the process is
 *   suspended
 * @returns a check for right before the call, which throws if more than half of the new lease has passed
 * @throws StepAborted if another process has the post, or the next claim must take it
 */
export async function renewLease(
  { db, clock, logger, timings }: Engine,
  post: PostRow,
  intentAt: number,
): Promise<() => void> {
  const { leaseMs } = timings;
  const { platform, video_id: videoId } = post;
  const renewedAt = performance.now();
  const abortAfter = (ms: number, since: number) => {
    if (performance.now() - since <= ms) return;
    logger.warn({ platform, videoId }, 'a commit was not called: the process was suspended before it');
    throw new StepAborted();
  };
  // The entry and the plan were checked more than a lease ago, so they are checked again.
  abortAfter(leaseMs, intentAt);
  if (!(await renewCommitLease(db, post, { leaseMs, real: clock.real() }))) {
    logger.warn({ platform, videoId }, 'a commit was not called: its row was deleted, or another process has it');
    throw new StepAborted();
  }
  return () => abortAfter(leaseMs / 2, renewedAt);
}
