import { meaningOf } from '../causes/causes.ts';
import type { Handle, Outcome } from '../platforms/connector.ts';
import { wasCommittedBefore } from '../posts/attempt.repository.ts';
import { attemptStep } from './attempt-step.ts';
import type { Engine } from './engine.ts';
import type { Facts } from './situation.ts';

/**
 * A refusal as a duplicate, or because nothing is left to publish, may mean that this copy is already out: a delayed
 * call of another process may have arrived. The platform is asked about this copy before the refusal counts.
 * @returns the platform's answer about the copy. The refusal itself if the copy is not out, or if the platform can't
 *   say and no earlier call can have published it
 */
export async function verifyRefusal(
  engine: Engine,
  facts: Facts,
  refusal: Outcome,
  signal: AbortSignal,
): Promise<Outcome> {
  if (refusal.kind !== 'retryable' && refusal.kind !== 'permanent') return refusal;
  if (!meaningOf(refusal.code).mayBeOut) return refusal;
  const { post } = facts;
  const handle = (post.handle ?? {}) as Handle;
  const options = { signal, stagedKey: post.content_key ?? '' };
  const answer = await attemptStep(engine, facts, 'reconcile', options, (job) =>
    engine.connectors[post.platform].reconcile(job, handle),
  );
  if (answer.kind === 'retryable' && answer.code === 'NOT_COMMITTED') return refusal;
  // The platform can't answer about a lost upload either. Only an earlier call of ours can have published it.
  const isLost = answer.kind === 'unknown' && refusal.code !== 'DUPLICATE';
  return isLost && !(await wasCommittedBefore(engine.db, post)) ? refusal : answer;
}
