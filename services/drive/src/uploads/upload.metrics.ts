import type { Queue } from '@reelwright/leases';
import type { Measurements } from '@reelwright/measurements';
import type { Metrics } from '@reelwright/metrics';
import { type Outcome, outcomes } from './deliver-video.ts';
import type { Upload } from './upload.ts';

/** The attempts of uploads, by outcome. @returns what begins one, and returns what ends it */
export function observeAttempts(metrics: Metrics): () => (outcome: Outcome) => void {
  const seconds = metrics.histogram('drive_upload_duration_seconds', 'Duration of an attempt', ['outcome']);
  // Prometheus learns from the first reading of a series only where it begins: without this, the first failure would not count.
  for (const outcome of outcomes) seconds.zero({ outcome });
  return () => {
    const end = seconds.startTimer();
    return (outcome) => void end({ outcome });
  };
}

/** The uploads that no worker has claimed yet. */
export function measureQueue(measurements: Measurements, queue: Queue<Upload>): void {
  const definitions = {
    drive_waiting_uploads: { type: 'gauge', help: 'Uploads that are due and that no worker has claimed' },
    drive_due_lag_seconds: { type: 'gauge', help: 'How long the first of these uploads has been due, s' },
  } as const;
  measurements.add('uploads', definitions, async () => {
    const { rows, oldestSeconds } = await queue.backlog();
    return { drive_waiting_uploads: rows, drive_due_lag_seconds: oldestSeconds };
  });
}
