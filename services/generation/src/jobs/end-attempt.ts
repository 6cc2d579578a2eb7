import type { Clock } from '@reelwright/clock';
import type { Logger } from '@reelwright/logger';
import type { Kysely } from 'kysely';
import type { GenerationDatabase, GenerationJob } from '../database.ts';
import { changeLeasedJob } from './change-job.ts';
import type { OnJobEnded } from './job.metrics.ts';
import type { AttemptFailure } from './job.ts';

interface EndAttemptDeps {
  readonly db: Kysely<GenerationDatabase>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onJobEnded: OnJobEnded;
}

/** Ends an attempt that made no video: the job is retried later, or has failed. */
export async function endAttempt(
  { db, clock, logger, onJobEnded }: EndAttemptDeps,
  job: GenerationJob,
  failure: AttemptFailure,
  { durationMs, error }: { readonly durationMs: number | undefined; readonly error?: unknown },
): Promise<void> {
  const event = { type: 'attempt_failed', failure, durationMs, real: clock.real() } as const;
  const after = await changeLeasedJob(db, job, event, clock.now());
  if (!after) return;
  if (after.state === 'failed') onJobEnded(after);
  const log = logger.child({ jobId: job.id, videoId: job.video_id, code: after.code });
  if (after.state !== 'failed') log.warn({ err: error, attempt: job.attempts + 1 }, 'video will be tried again');
  else if (failure.kind === 'permanent') log.warn({ err: error, cause: causeOf(error) }, 'video failed');
  else log.error({ err: error }, 'video failed: no retry is left');
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined);
