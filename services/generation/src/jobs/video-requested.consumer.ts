import { events } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { Transaction } from 'kysely';
import type { GenerationDatabase } from '../database.ts';
import { requestOf } from '../videos/video-request.ts';
import { changeJob } from './change-job.ts';
import { lockJobsOfVideo } from './job.repository.ts';
import type { JobEvent } from './job.ts';
import { type RequestJobDeps, requestJob } from './request-job.ts';

export function jobSubscriptions(deps: RequestJobDeps): Subscription<GenerationDatabase>[] {
  const { clock } = deps;
  const changeAll = async (trx: Transaction<GenerationDatabase>, videoId: string, event: JobEvent) => {
    for (const job of await lockJobsOfVideo(trx, videoId)) await changeJob(trx, job, event, clock.now());
  };
  return [
    on(events.VideoRequested, (trx, { payload }) => {
      const { videoId, variation, userId, requestedAt = clock.now(), publishAt = null } = payload;
      return requestJob(trx, deps, {
        videoId,
        variation,
        userId,
        request: requestOf(payload),
        requestedAt,
        publishAt,
      });
    }),
    on(events.VideoRescheduled, (trx, { payload }) =>
      changeAll(trx, payload.videoId, { type: 'rescheduled', publishAt: payload.publishAt ?? null }),
    ),
    on(events.VideoCancelled, (trx, { payload }) =>
      changeAll(trx, payload.videoId, { type: 'cancelled', real: clock.real() }),
    ),
  ];
}
