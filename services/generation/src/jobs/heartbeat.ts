import type { Clock } from '@reelwright/clock';
import { type HeldLease, holdLease, LeaseLost } from '@reelwright/leases';
import type { Logger } from '@reelwright/logger';
import type { Kysely } from 'kysely';
import type { GenerationDatabase, GenerationJob } from '../database.ts';
import { changeLeasedJob, JobEnded } from './change-job.ts';
import type { Progress } from './job.ts';

const HEARTBEAT_MS = 3_000;
/** An attempt that begins after this percentage is too short to measure the duration of the whole video. */
const MAX_PERCENT_BEFORE = 50;

export interface Heartbeat extends HeldLease {
  report(percent: number, remainingMs?: number): void;
  /** The duration of the whole video at the pace of this attempt; null when the attempt is too short to measure it. */
  wholeMs(): number | null;
}

interface HeartbeatDeps {
  readonly db: Kysely<GenerationDatabase>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Renews the lease and publishes the progress while the model works. An ended job counts as a lost lease. */
export function startHeartbeat({ db, clock, logger }: HeartbeatDeps, job: GenerationJob): Heartbeat {
  // The percentage of the first report is the work of earlier attempts.
  let start = { percent: 0, since: performance.now() };
  let isFirst = job.percent > 0;
  let progress: Progress = { percent: job.percent, remainingMs: null, paceMs: null };

  const wholeDurationMs = (remainingMs: number): number | null => {
    const { percent, since } = start;
    if (job.operation !== null || percent > MAX_PERCENT_BEFORE) return null;
    return Math.round(((performance.now() - since + remainingMs) * 100) / (100 - percent));
  };

  const lease = holdLease({
    async renew() {
      const event = { type: 'progressed', progress, real: clock.real() } as const;
      if (!(await changeLeasedJob(db, job, event, clock.now()))) throw new JobEnded();
    },
    everyMs: HEARTBEAT_MS,
    logger: logger.child({ jobId: job.id }),
    isLost: (error) => error instanceof LeaseLost || error instanceof JobEnded,
  });

  return {
    ...lease,
    report(value, remainingMs) {
      if (isFirst) start = { percent: value, since: performance.now() };
      isFirst = false;
      progress = {
        percent: Math.max(progress.percent, Math.min(99, Math.round(value))),
        remainingMs: remainingMs === undefined ? null : Math.round(remainingMs),
        paceMs: remainingMs === undefined ? null : wholeDurationMs(remainingMs),
      };
    },
    wholeMs: () => wholeDurationMs(0),
  };
}
