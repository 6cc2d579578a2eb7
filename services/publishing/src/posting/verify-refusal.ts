import { causeOf } from '../causes/causes.ts';
import type { Handle, Outcome } from '../platforms/connector.ts';
import { wasCommittedBefore } from '../posts/attempt.repository.ts';
import { attemptStep } from './attempt-step.ts';
import type { Engine } from './engine.ts';
import type { Facts } from './situation.ts';

/**
 * A platform that finds nothing to publish, or says it was posted before, may mean that this very copy is out: a call of
 * a process that was stopped came through. The platform is asked about exactly this copy before the refusal counts.
 * @returns what the platform says of the copy; the refusal where it is clearly not out, or where the platform can't say
 *   and no call before this one can have brought it out
 */
export async function verifyRefusal(
  engine: Engine,
  facts: Facts,
  refusal: Outcome,
  signal: AbortSignal,
): Promise<Outcome> {
  if (refusal.kind !== 'retryable' && refusal.kind !== 'permanent') return refusal;
  if (!causeOf(refusal.code).mayBeOut) return refusal;
  const { post } = facts;
  const handle = (post.handle ?? {}) as Handle;
  const options = { signal, stagedKey: post.content_key ?? '' };
  const answer = await attemptStep(engine, facts, 'reconcile', options, (job) =>
    engine.connectors[post.platform].reconcile(job, handle),
  );
  if (answer.kind === 'retryable' && answer.code === 'NOT_COMMITTED') return refusal;
  // A lost upload can't be asked about either. Only an earlier call of ours can have brought it out all the same.
  const isLost = answer.kind === 'unknown' && refusal.code !== 'DUPLICATE';
  return isLost && !(await wasCommittedBefore(engine.db, post)) ? refusal : answer;
}
