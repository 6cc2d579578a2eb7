import type { Metrics } from '@reelwright/metrics';
import type { GenerationJob } from '../database.ts';

/** Bounds of the time from the request of a video until it is made or has failed, s. */
const SECONDS = [15, 30, 60, 120, 180, 300, 600, 1_200, 3_600, 21_600, 86_400];

/** Called with a job that has ended: a video was made, or it failed for good. */
export type OnJobEnded = (job: GenerationJob) => void;

/** How many jobs this process ended, by cause, and how long people waited for them. A killed process forgets its counts. */
export function observeJobs(metrics: Metrics): OnJobEnded {
  const seconds = metrics.histogram(
    'generation_video_duration_seconds',
    'Time from the request of a video until its job ended',
    ['outcome', 'cause'],
    SECONDS,
  );
  return ({ state, code, requested_at: requestedAt, finished_at: finishedAt }) => {
    const ms = (finishedAt ?? requestedAt).getTime() - requestedAt.getTime();
    seconds.observe({ outcome: state, cause: state === 'done' ? '' : (code ?? '') }, Math.max(0, ms) / 1_000);
  };
}
