import type { Queue } from '@reelwright/leases';
import type { Measurements } from '@reelwright/measurements';
import type { Upload } from './upload.ts';

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
