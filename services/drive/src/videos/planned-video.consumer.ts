import { events, type VideoCancelled, type VideoRequested, type VideoRescheduled } from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import { lockUser } from '../accounts/account.repository.ts';
import type { DriveDatabase } from '../database.ts';
import { dropWaiting } from '../uploads/upload.repository.ts';

/** Keeps what names the file: the style and the time the video goes out. */
const keepVideo: EventHandler<DriveDatabase, VideoRequested> = async (trx, { payload }) => {
  const { videoId, userId, videoType, publishAt = null, revision } = payload;
  if (!(await lockUser(trx, userId))) return;
  const names = { video_type: videoType, publish_at: publishAt, time_zone: payload.timeZone || 'UTC' };
  await trx
    .insertInto('drive_videos')
    .values({ video_id: videoId, user_id: userId, ...names, revision })
    .onConflict((conflict) =>
      conflict
        .column('video_id')
        .doUpdateSet({ ...names, cancelled: false, revision })
        .where('drive_videos.revision', '<=', revision),
    )
    .execute();
};

const moveVideo: EventHandler<DriveDatabase, VideoRescheduled> = async (trx, { payload }) => {
  const { videoId, publishAt = null, revision } = payload;
  await trx
    .updateTable('drive_videos')
    .set({ publish_at: publishAt, ...(payload.timeZone && { time_zone: payload.timeZone }), revision })
    .where('video_id', '=', videoId)
    .where('revision', '<', revision)
    .execute();
};

/** What waits for its upload is not uploaded; what lies in the folder stays there. */
const cancelVideo: EventHandler<DriveDatabase, VideoCancelled> = async (trx, { payload }) => {
  const { videoId, userId, revision } = payload;
  if (!(await lockUser(trx, userId))) return;
  const cancelled = await trx
    .insertInto('drive_videos')
    .values({ video_id: videoId, user_id: userId, video_type: '', publish_at: null, cancelled: true, revision })
    .onConflict((conflict) =>
      conflict
        .column('video_id')
        .doUpdateSet({ cancelled: true, revision })
        .where('drive_videos.revision', '<=', revision),
    )
    .returning('video_id')
    .executeTakeFirst();
  if (cancelled) await dropWaiting(trx, videoId);
};

export const videoSubscriptions = (): Subscription<DriveDatabase>[] => [
  on(events.VideoRequested, keepVideo),
  on(events.VideoRescheduled, moveVideo),
  on(events.VideoCancelled, cancelVideo),
];
