import { events, type VideoCancelled, type VideoRequested, type VideoRescheduled } from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import { sql } from 'kysely';
import type { GenerationDatabase } from '../database.ts';
import { lockUser } from '../users/deleted-users.ts';
import { requestOf } from '../videos/video-request.ts';
import { priorityAt } from './priority.ts';

/** The eraser removes what may be kept of it, by real time. */
const CANCELLED = { state: 'cancelled', next_attempt_at: sql<Date>`clock_timestamp()` } as const;

/**
 * A request becomes a job; one that asks for a newer variation ends the older ones of the video. A request of a deleted
 * account is let go without a word: nobody is left to tell.
 */
const queueJob: EventHandler<GenerationDatabase, VideoRequested> = async (trx, { payload }) => {
  const { videoId, variation, userId } = payload;
  if (!(await lockUser(trx, userId))) return;
  await trx
    .updateTable('generation_jobs')
    .set(CANCELLED)
    .where('video_id', '=', videoId)
    .where('variation', '<', variation)
    .where('state', 'in', ['queued', 'running'])
    .execute();
  const newer = await trx
    .selectFrom('generation_jobs')
    .select('id')
    .where('video_id', '=', videoId)
    .where('variation', '>', variation)
    .executeTakeFirst();
  if (newer) return;
  const requestedAt = payload.requestedAt ?? new Date();
  const publishAt = payload.publishAt ?? null;
  await trx
    .insertInto('generation_jobs')
    .values({
      video_id: videoId,
      variation,
      user_id: userId,
      request: JSON.stringify(requestOf(payload)),
      requested_at: requestedAt,
      publish_at: publishAt,
      next_attempt_at: requestedAt,
      priority_at: priorityAt(publishAt, requestedAt),
    })
    .onConflict((conflict) => conflict.columns(['video_id', 'variation']).doNothing())
    .execute();
};

/** When it goes out now: what is to go out soonest is made first, and is kept until then. */
const moveJobs: EventHandler<GenerationDatabase, VideoRescheduled> = async (trx, { payload }) => {
  const publishAt = payload.publishAt ?? null;
  const jobs = await trx
    .selectFrom('generation_jobs')
    .select(['id', 'requested_at'])
    .where('video_id', '=', payload.videoId)
    .execute();
  for (const job of jobs) {
    await trx
      .updateTable('generation_jobs')
      .set({ publish_at: publishAt, priority_at: priorityAt(publishAt, job.requested_at) })
      .where('id', '=', job.id)
      .execute();
  }
};

/** A video nobody wants any more is not made; one that is being made notices at its next progress. */
const cancelJobs: EventHandler<GenerationDatabase, VideoCancelled> = async (trx, { payload }) => {
  await trx
    .updateTable('generation_jobs')
    .set(CANCELLED)
    .where('video_id', '=', payload.videoId)
    .where('state', 'in', ['queued', 'running'])
    .execute();
};

export function jobSubscriptions(): Subscription<GenerationDatabase>[] {
  return [
    on(events.VideoRequested, queueJob),
    on(events.VideoRescheduled, moveJobs),
    on(events.VideoCancelled, cancelJobs),
  ];
}
