import { AppError } from '@reelwright/errors';
import { LeaseLost } from '@reelwright/leases';
import type { PostCause } from '@reelwright/product';
import { ConnectionUnusable } from '../connections/access-token.ts';
import { repairConnection } from '../connections/repair-connection.ts';
import type { ConnectionRow } from '../database.ts';
import type { Handle, Job, Outcome, Step } from '../platforms/connector.ts';
import { outcomeOfFailure } from '../platforms/outcomes.ts';
import type { Engine } from './engine.ts';
import { openJob } from './job.ts';
import { PostImpossible } from './media.ts';
import type { Facts } from './situation.ts';

/** The step ended before it did anything: the process stops, or another process may have the post. */
export class StepAborted extends Error {}

/**
 * Runs one step of a connector and turns errors into outcomes. Tokens that the provider refuses are refreshed;
 * without a refresh the connection waits for its owner.
 */
export async function attemptStep(
  engine: Engine,
  facts: Facts,
  step: Step,
  options: { signal: AbortSignal; stagedKey: string },
  run: (job: Job) => Promise<Outcome>,
): Promise<Outcome> {
  const handle = (facts.post.handle ?? undefined) as Handle | undefined;
  const problem = checkProblem(facts, step);
  if (problem) return { kind: 'unknown', handle: handle ?? {}, code: problem };
  let connection: ConnectionRow | undefined;
  try {
    const opened = await openJob(engine, facts, options);
    connection = opened.connection;
    const outcome = await run(opened.job);
    // A post may fail long after it was accepted, because its access was removed.
    if (outcome.kind === 'permanent') await repairConnection(engine, connection, outcome.code);
    return outcome;
  } catch (error) {
    if (error instanceof LeaseLost || error instanceof StepAborted) throw error;
    // Stopping this process is not an answer of the platform. Only a commit that was under way has to be reconciled.
    if (options.signal.aborted && step !== 'commit') throw new StepAborted();
    const outcome = outcomeOfThrown(engine, error, step, handle);
    const code = 'code' in outcome ? outcome.code : undefined;
    if (connection && code) await repairConnection(engine, connection, code);
    engine.logger.info(
      { err: error, step, platform: facts.post.platform, videoId: facts.video.id, outcome: outcome.kind, code },
      'a step of a post did not succeed',
    );
    return outcome;
  }
}

/**
 * Why the platform can't be asked about a committed post: there is no connection, or it is to another account, which
 * would deny the post. Until a Page is chosen, the account is not known.
 */
function checkProblem({ post, connection }: Facts, step: Step): PostCause | undefined {
  if (step !== 'observe' && step !== 'reconcile') return undefined;
  if (!connection || connection.state === 'disconnected') return 'NO_LONGER_CONNECTED';
  if (post.account_id === null || connection.account_id === post.account_id) return undefined;
  return connection.account_id === null ? 'PAGE_NOT_CHOSEN' : 'OTHER_ACCOUNT';
}

function outcomeOfThrown(engine: Engine, error: unknown, step: Step, handle: Handle | undefined): Outcome {
  const asked = step === 'reconcile' || step === 'observe';
  if (error instanceof ConnectionUnusable) {
    // Before the commit, the next step shows the connection's state. After it, the post can't be checked for now.
    return step === 'reconcile'
      ? { kind: 'unknown', handle: handle ?? {}, code: 'RECONNECT_NEEDED' }
      : { kind: 'retryable', code: 'RECONNECT_NEEDED', ...(!asked && { at: engine.clock.now() }) };
  }
  if (error instanceof PostImpossible) return { kind: 'permanent', code: error.code };
  // The video could not be read: generation is unavailable. A connector throws no AppError.
  if (error instanceof AppError) return { kind: 'retryable', code: 'VIDEO_NOT_READY' };
  return outcomeOfFailure(error, step, handle, engine.clock.now());
}
