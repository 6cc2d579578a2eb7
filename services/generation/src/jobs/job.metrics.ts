import type { Queue } from '@reelwright/leases';
import type { Measurements } from '@reelwright/measurements';
import type { Metrics } from '@reelwright/metrics';
import { renderFailures } from '@reelwright/product';
import type { GenerationJob } from '../database.ts';

/** Bounds of the time from the request of a video until it is made or has failed, s. */
const SECONDS = [15, 30, 60, 120, 180, 300, 600, 1_200, 3_600, 21_600, 86_400];
/** Bounds of the time that a video took, divided by its estimate. */
const RATIOS = [0.25, 0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 2, 3, 5, 10];

/** Called with a job that has ended: a video was made, or it failed for good. */
export type OnJobEnded = (job: GenerationJob) => void;

/**
 * How many jobs this process ended, by cause, how long people waited for them, and how right their estimates were. A
 * killed process forgets its counts.
 */
export function observeJobs(metrics: Metrics): OnJobEnded {
  const seconds = metrics.histogram(
    'generation_video_duration_seconds',
    'Time from the request of a video until its job ended',
    ['outcome', 'cause'],
    SECONDS,
  );
  // Prometheus learns from the first reading of a series only where it begins: without this, the first failure would not count.
  seconds.zero({ outcome: 'done', cause: '' });
  for (const cause of renderFailures) seconds.zero({ outcome: 'failed', cause });
  const ratios = metrics.histogram(
    'generation_estimate_ratio',
    'Time from the request of a video until it was made, divided by the estimate at its request; above 1 it took longer',
    [],
    RATIOS,
  );
  return (job) => {
    const { state, code, requested_at: requestedAt, finished_at: finishedAt, first_expected_at: expectedAt } = job;
    const ms = Math.max(0, (finishedAt ?? requestedAt).getTime() - requestedAt.getTime());
    seconds.observe({ outcome: state, cause: state === 'done' ? '' : (code ?? '') }, ms / 1_000);
    const estimatedMs = (expectedAt ?? requestedAt).getTime() - requestedAt.getTime();
    if (state === 'done' && estimatedMs > 0) ratios.observe(ms / estimatedMs);
  };
}

/** The jobs that no worker has claimed yet, and all that are due, by which replicas are added and removed. */
export function measureQueue(measurements: Measurements, queue: Queue<GenerationJob>): void {
  const definitions = {
    generation_waiting_jobs: { type: 'gauge', help: 'Jobs that are due and that no worker has claimed' },
    generation_due_lag_seconds: {
      type: 'gauge',
      help: 'How long the first of these jobs has been due, s of product time',
    },
    generation_due_jobs: { type: 'gauge', help: 'Jobs that are due, claimed or not' },
  } as const;
  measurements.add('jobs', definitions, async () => {
    const { rows, held, oldestSeconds } = await queue.backlog();
    return {
      generation_waiting_jobs: rows,
      generation_due_lag_seconds: oldestSeconds,
      generation_due_jobs: rows + held,
    };
  });
}
