import { AppError } from '@reelwright/errors';
import { LeaseLost } from '@reelwright/leases';
import type { CauseCode } from '../causes/causes.ts';
import { ConnectionUnusable } from '../connections/access-token.ts';
import { mendConnection } from '../connections/mend-connection.ts';
import type { ConnectionRow } from '../database.ts';
import type { Handle, Job, Outcome, Step } from '../platforms/connector.ts';
import { outcomeOfFailure } from '../platforms/outcomes.ts';
import type { Engine } from './engine.ts';
import { openJob } from './job.ts';
import { PostImpossible } from './media.ts';
import type { Facts } from './situation.ts';

/** The step was left before it did anything: the process stops, or the row may be another's by now. */
export class StepStopped extends Error {}

/**
 * Runs one step of a connector and turns whatever it throws into an outcome. When the provider refuses our tokens they
 * are replaced: by a refresh if there is one, else the connection waits for its owner.
 */
export async function attemptStep(
  engine: Engine,
  facts: Facts,
  step: Step,
  options: { signal: AbortSignal; stagedKey: string },
  run: (job: Job) => Promise<Outcome>,
): Promise<Outcome> {
  const handle = (facts.target.handle ?? undefined) as Handle | undefined;
  const nobody = whyUnasked(facts, step);
  if (nobody) return { kind: 'unknown', handle: handle ?? {}, code: nobody };
  let connection: ConnectionRow | undefined;
  try {
    const opened = await openJob(engine, facts, options);
    connection = opened.connection;
    const outcome = await run(opened.job);
    // A post may also fail, long after it was accepted, because the access behind it was taken away.
    if (outcome.kind === 'permanent') await mendConnection(engine, connection, outcome.code);
    return outcome;
  } catch (error) {
    if (error instanceof LeaseLost || error instanceof StepStopped) throw error;
    // Our own stopping says nothing about the platform; only a commit under way leaves something to be asked about.
    if (options.signal.aborted && step !== 'commit') throw new StepStopped();
    const outcome = outcomeOfThrown(engine, error, step, handle);
    const code = 'code' in outcome ? outcome.code : undefined;
    if (connection && code) await mendConnection(engine, connection, code);
    engine.logger.info(
      { err: error, step, platform: facts.target.platform, videoId: facts.video.id, outcome: outcome.kind, code },
      'a step of a post did not succeed',
    );
    return outcome;
  }
}

/**
 * Why there is nobody to ask about what was handed over. Another account knows nothing of it, and would deny it; which one it
 * is stays open until a Page is chosen.
 */
function whyUnasked({ target, connection }: Facts, step: Step): CauseCode | undefined {
  if (step !== 'observe' && step !== 'reconcile') return undefined;
  if (!connection || connection.state === 'disconnected') return 'NO_LONGER_CONNECTED';
  if (target.account_id === null || connection.account_id === target.account_id) return undefined;
  return connection.account_id === null ? 'PAGE_NOT_CHOSEN' : 'OTHER_ACCOUNT';
}

function outcomeOfThrown(engine: Engine, error: unknown, step: Step, handle: Handle | undefined): Outcome {
  const asked = step === 'reconcile' || step === 'observe';
  if (error instanceof ConnectionUnusable) {
    // Uncommitted: the next decision sees the connection's state and says so. Committed: we can't look for now.
    return step === 'reconcile'
      ? { kind: 'unknown', handle: handle ?? {}, code: 'RECONNECT_NEEDED' }
      : { kind: 'retryable', code: 'RECONNECT_NEEDED', ...(!asked && { at: engine.clock.now() }) };
  }
  if (error instanceof PostImpossible) return { kind: 'permanent', code: error.code };
  if (error instanceof AppError) return { kind: 'retryable', code: 'VIDEO_NOT_READY' };
  return outcomeOfFailure(error, step, handle, engine.clock.now());
}
