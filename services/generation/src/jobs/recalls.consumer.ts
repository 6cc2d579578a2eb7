import type { Clock } from '@reelwright/clock';
import { events } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { Transaction } from 'kysely';
import type { GenerationDatabase } from '../database.ts';
import { changeJob } from './change-job.ts';
import { lockJobsOfVideo } from './job.repository.ts';
import type { OwnEvent } from './job.ts';

/**
 * Applies events of this service that its restored database has lost: a finished video is not made again, and started
 * work is polled by its name.
 */
export function recalls(clock: Clock): Subscription<GenerationDatabase>[] {
  const recall = async (trx: Transaction<GenerationDatabase>, key: JobKey, ownEvent: OwnEvent) => {
    const jobs = await lockJobsOfVideo(trx, key.videoId);
    const job = jobs.find((one) => one.user_id === key.userId && one.variation === key.variation);
    if (job) await changeJob(trx, job, { type: 'recalled', ownEvent }, clock.now());
  };
  return [
    on(events.VideoGenerated, (trx, { payload }) => {
      const { mediaKey, posterKey, bytes, sha256, generatedAt: at = clock.now() } = payload;
      return recall(trx, payload, { type: 'generated', files: { mediaKey, posterKey, bytes, sha256 }, at });
    }),
    on(events.VideoFailed, (trx, { payload }) => {
      const { code, failedAt: at = clock.now() } = payload;
      return recall(trx, payload, { type: 'failed', code, at });
    }),
    on(events.VideoProgressed, async (trx, { payload }) => {
      const { operation, percent } = payload;
      if (operation) await recall(trx, payload, { type: 'started', operation, percent });
    }),
  ];
}

interface JobKey {
  readonly videoId: string;
  readonly userId: string;
  readonly variation: number;
}
