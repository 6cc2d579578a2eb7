import type { PostRow } from '../database.ts';
import { renewCommitLease } from '../posts/post.repository.ts';
import { StepAborted } from './attempt-step.ts';
import type { Engine } from './engine.ts';

/**
 * Renews the post's lease right before the commit's call: a process may have been stopped for longer than its lease, and
 * another may have the post. A request that was sent before can't be cancelled; see `verifyRefusal`.
 * @param intentAt when the intent was written, by `performance.now()`, which goes on while the process is stopped
 * @returns to be called right before the call: throws once half of the new lease is used up
 * @throws StepAborted: the post goes to the process that has its lease, or to the next claim
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
    logger.warn({ platform, videoId }, 'a commit was not called: the process stood still before it');
    throw new StepAborted();
  };
  // What was judged more than a lease ago (the entry, the plan) is judged again.
  abortAfter(leaseMs, intentAt);
  if (!(await renewCommitLease(db, post, { leaseMs, real: clock.real() }))) {
    logger.warn({ platform, videoId }, 'a commit was not called: its row is gone, or another process has it');
    throw new StepAborted();
  }
  return () => abortAfter(leaseMs / 2, renewedAt);
}
