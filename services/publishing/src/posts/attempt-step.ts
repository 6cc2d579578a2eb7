import { AppError } from '@reelwright/errors';
import { LeaseLost } from '@reelwright/leases';
import { causeOf } from '../catalogue/causes.ts';
import { outcomeOfFailure } from '../catalogue/outcomes.ts';
import { ConnectionUnusable } from '../connections/access-token.ts';
import { requireReconnect } from '../connections/connections.repository.ts';
import type { ConnectionRow } from '../database.ts';
import type { Handle, Job, Outcome, Step } from '../platforms/connector.ts';
import type { Engine } from './engine.ts';
import { openJob } from './job.ts';
import { PostImpossible } from './media.ts';
import type { Facts } from './situation.ts';

/** The process stops, or the lease is gone, and the step was left. */
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
  let connection: ConnectionRow | undefined;
  try {
    const opened = await openJob(engine, facts, options);
    connection = opened.connection;
    return await run(opened.job);
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    // Our own stopping says nothing about the platform; only a commit under way leaves something to be asked about.
    if (options.signal.aborted && step !== 'commit') throw new StepStopped();
    const outcome = outcomeOfThrown(engine, error, step, handle);
    const code = 'code' in outcome ? outcome.code : undefined;
    if (connection && code) await mendConnection(engine, facts, connection, code, options);
    engine.logger.info(
      { err: error, step, platform: facts.target.platform, videoId: facts.video.id, outcome: outcome.kind, code },
      'a step of a post did not succeed',
    );
    return outcome;
  }
}

function outcomeOfThrown(engine: Engine, error: unknown, step: Step, handle: Handle | undefined): Outcome {
  const asked = step === 'reconcile' || step === 'observe';
  if (error instanceof ConnectionUnusable) {
    // Uncommitted: the next decision sees the connection's state and says so. Committed: we can't look for now.
    return step === 'reconcile' && handle
      ? { kind: 'unknown', handle, code: 'RECONNECT_NEEDED' }
      : { kind: 'retryable', code: 'RECONNECT_NEEDED', ...(!asked && { at: engine.clock.now() }) };
  }
  if (error instanceof PostImpossible) return { kind: 'permanent', code: error.code };
  if (error instanceof AppError) return { kind: 'retryable', code: 'VIDEO_NOT_READY' };
  return outcomeOfFailure(error, step, handle, engine.clock.now());
}

async function mendConnection(
  engine: Engine,
  facts: Facts,
  connection: ConnectionRow,
  code: string,
  options: { signal: AbortSignal; stagedKey: string },
): Promise<void> {
  const trouble = causeOf(code).connection;
  const mark = (cause: string) =>
    requireReconnect(engine.db, {
      id: connection.id,
      tokenVersion: connection.token_version,
      cause,
      now: engine.clock.now(),
    });
  if (trouble === 'scope') await mark('SCOPE_MISSING');
  if (trouble !== 'dead') return;
  if (!connection.refresh_token) {
    await mark('TOKEN_REJECTED');
    return;
  }
  // Marks the connection itself when the refresh is refused too.
  await openJob(engine, { ...facts, connection }, { ...options, rejected: connection.token_version }).catch(
    (error: unknown) => {
      engine.logger.info({ err: error, platform: connection.platform }, 'rejected tokens could not be replaced');
    },
  );
}
