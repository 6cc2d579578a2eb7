import { sql } from 'kysely';
import type { PostTargetRow } from '../database.ts';
import { StepStopped } from './attempt-step.ts';
import type { Engine } from './engine.ts';

/**
 * The last look at the row before the commit's call. A process may stand still (stopped, starved, swapped out) for longer
 * than its lease and then go on as if nothing had been: meanwhile another may have asked the platform, heard that nothing
 * arrived, and be about to commit the same copy. So the lease is renewed in the row itself, under its token; an account
 * that was deleted has taken the row along. From then on nobody else gets the row for `leaseMs`.
 *
 * What remains is a process that stands still after the answer to `mayCall`, while the request is on its way out; no clock
 * of ours sees that. Such a call can arrive late, and whoever has the row then asks before it believes a refusal: see
 * `believeRefusal`.
 *
 * @param intentAt when the intent was written, by `performance.now()`, which goes on while the process stands still. What
 *   was judged more than a lease ago (its entry, its plan) is not acted on: the platform is asked, then it is judged again.
 * @returns to be called right before the call: throws once the process has used up half of the lease since
 * @throws StepStopped: the row goes to whoever has its lease, or is claimed anew
 */
export async function lastLook(
  { db, clock, logger, timings }: Engine,
  { id, video_id: videoId, platform, lease_token: token }: PostTargetRow,
  intentAt: number,
): Promise<() => void> {
  const { leaseMs } = timings;
  const lookedAt = performance.now();
  const giveUpAfter = (ms: number, since: number) => {
    if (performance.now() - since <= ms) return;
    logger.warn({ platform, videoId }, 'a commit was not called: the process stood still before it');
    throw new StepStopped();
  };
  giveUpAfter(leaseMs, intentAt);
  const mine = await db
    .updateTable('post_targets')
    .set({
      leased_until: sql<Date>`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`,
      // 'It never arrived' is believed only some time after the call, not after the intent.
      committed_at: clock.real(),
    })
    .where('id', '=', id)
    .where('lease_token', '=', token)
    .returning('id')
    .executeTakeFirst();
  if (!mine) {
    logger.warn({ platform, videoId }, 'a commit was not called: its row is gone, or another process has it');
    throw new StepStopped();
  }
  return () => giveUpAfter(leaseMs / 2, lookedAt);
}
