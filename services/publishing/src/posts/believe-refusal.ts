import { sql } from 'kysely';
import { causeOf } from '../causes/causes.ts';
import type { PostTargetRow } from '../database.ts';
import type { Handle, Outcome } from '../platforms/connector.ts';
import { attemptStep } from './attempt-step.ts';
import type { Engine } from './engine.ts';
import type { Facts } from './situation.ts';

/**
 * A platform that finds nothing to publish, or says it was posted before, may mean that this very copy is out: the call of
 * a process that stood still came through after all. It is asked about exactly this copy before the refusal is believed.
 * @returns what the platform says of the copy; the refusal where it is clearly not out, or where the platform can't say and
 *   no call before this one can have brought it out
 */
export async function believeRefusal(
  engine: Engine,
  facts: Facts,
  refusal: Outcome,
  signal: AbortSignal,
): Promise<Outcome> {
  if (refusal.kind !== 'retryable' && refusal.kind !== 'permanent') return refusal;
  if (!causeOf(refusal.code).mayBeOut) return refusal;
  const { target } = facts;
  const handle = (target.handle ?? {}) as Handle;
  const options = { signal, stagedKey: target.content_key ?? '' };
  const said = await attemptStep(engine, facts, 'reconcile', options, (job) =>
    engine.connectors[target.platform].reconcile(job, handle),
  );
  if (said.kind === 'retryable' && said.code === 'NOT_COMMITTED') return refusal;
  // A lost upload can't be asked about either. Only an earlier call of ours can have brought it out all the same.
  if (said.kind === 'unknown' && refusal.code !== 'DUPLICATE' && !(await wasBegunBefore(engine, target)))
    return refusal;
  return said;
}

/** A commit of this very copy had begun before and has ended in some way: its call may have arrived all the same. */
async function wasBegunBefore({ db }: Engine, { id, handle }: PostTargetRow): Promise<boolean> {
  const earlier = await db
    .selectFrom('post_attempts')
    .select('id')
    .where('target_id', '=', id)
    .where('step', '=', 'commit')
    .where('outcome', 'is not', null)
    .where(sql<boolean>`handle = ${JSON.stringify(handle)}::jsonb`)
    .limit(1)
    .executeTakeFirst();
  return earlier !== undefined;
}
