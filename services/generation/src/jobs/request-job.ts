import type { Clock } from '@reelwright/clock';
import type { Transaction } from 'kysely';
import { brandingForJob } from '../branding/branding.repository.ts';
import type { GenerationDatabase } from '../database.ts';
import { lockUser } from '../users/deleted-users.ts';
import type { VideoRequest } from '../videos/video-request.ts';
import { changeJob } from './change-job.ts';
import { insertJob, lockJobsOfVideo } from './job.repository.ts';
import { priorityAt } from './priority.ts';
import { estimateNewJob, type QueueModel } from './queue-estimate.repository.ts';

export interface RequestJobDeps {
  readonly clock: Clock;
  readonly model: QueueModel;
}

interface RequestedVideo {
  readonly videoId: string;
  readonly variation: number;
  readonly userId: string;
  readonly request: VideoRequest;
  readonly requestedAt: Date;
  readonly publishAt: Date | null;
}

/**
 * Queues a job for a variation of a video and cancels the jobs of older variations. Does nothing for a deleted user. The
 * user's branding of this moment stays with the job, so that a retry draws the same.
 */
export async function requestJob(
  trx: Transaction<GenerationDatabase>,
  { clock, model }: RequestJobDeps,
  { videoId, variation, userId, request, requestedAt, publishAt }: RequestedVideo,
): Promise<void> {
  if (!(await lockUser(trx, userId))) return;
  const jobs = await lockJobsOfVideo(trx, videoId);
  for (const job of jobs.filter((one) => one.variation < variation)) {
    await changeJob(trx, job, { type: 'cancelled', real: clock.real() }, clock.now());
  }
  if (jobs.some((one) => one.variation > variation)) return;
  const branding = await brandingForJob(trx, userId);
  const priority = { requested_at: requestedAt, priority_at: priorityAt(publishAt, requestedAt) };
  await insertJob(trx, {
    ...priority,
    video_id: videoId,
    variation,
    user_id: userId,
    request: JSON.stringify(request),
    branding: branding && JSON.stringify(branding),
    publish_at: publishAt,
    first_expected_at: await estimateNewJob(trx, model, priority, clock.now()),
  });
}
