import {
  events,
  type VideoCancelled,
  type VideoGenerated,
  type VideoRequested,
  type VideoRescheduled,
} from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import type { DriveDatabase } from '../database.ts';
import { lockUser } from '../folders/folder.repository.ts';
import { findCurrentGrant } from '../grants/grant.repository.ts';
import { nameColumnsOf } from '../videos/file-name.ts';
import { findVideo, rescheduleVideo, saveCancelledVideo, saveRequestedVideo } from '../videos/video.repository.ts';
import { changeUploadsOfVideo, insertUpload, isOutdated } from './upload.repository.ts';
import { firstState } from './upload.ts';

/** Saves the data in the file's name, and queues a video that was finished before its request arrived. */
const saveRequest: EventHandler<DriveDatabase, VideoRequested> = async (trx, { payload }) => {
  const { videoId, userId, variation, revision } = payload;
  if (!(await lockUser(trx, userId))) return;
  const isLatest = await saveRequestedVideo(trx, {
    video_id: videoId,
    user_id: userId,
    video_type: payload.videoType,
    publish_at: null,
    time_zone: 'UTC',
    ...nameColumnsOf(payload),
    revision,
  });
  if (!isLatest || (await isOutdated(trx, videoId, variation))) return;
  await changeUploadsOfVideo(trx, { videoId, variation }, { type: 'requested' });
};

const reschedule: EventHandler<DriveDatabase, VideoRescheduled> = (trx, { payload }) =>
  rescheduleVideo(trx, {
    video_id: payload.videoId,
    ...nameColumnsOf(payload),
    revision: payload.revision,
  });

/** Cancels waiting uploads of a video; a delivered file stays in its folder. */
const cancel: EventHandler<DriveDatabase, VideoCancelled> = async (trx, { payload }) => {
  const { videoId, userId, revision } = payload;
  if (!(await lockUser(trx, userId))) return;
  const isLatest = await saveCancelledVideo(trx, { video_id: videoId, user_id: userId, revision });
  if (isLatest) await changeUploadsOfVideo(trx, { videoId }, { type: 'cancelled' });
};

/**
 * Queues a finished video for upload, in place of waiting earlier variations. It goes to the Drive that its user has
 * chosen now; the user's lock orders this and a change of the choice.
 */
const queueUpload: EventHandler<DriveDatabase, VideoGenerated> = async (trx, { payload, occurredAt }) => {
  const { videoId, variation, userId, mediaKey, generatedAt } = payload;
  if (!(await lockUser(trx, userId))) return;
  const video = await findVideo(trx, videoId);
  if (await isOutdated(trx, videoId, variation)) return;
  await changeUploadsOfVideo(trx, { videoId, before: variation }, { type: 'cancelled' });
  await insertUpload(trx, {
    video_id: videoId,
    variation,
    user_id: userId,
    grant_id: (await findCurrentGrant(trx, userId))?.id ?? null,
    state: firstState(video),
    media_key: mediaKey,
    generated_at: generatedAt ?? occurredAt,
  });
};

export const videoSubscriptions = (): Subscription<DriveDatabase>[] => [
  on(events.VideoRequested, saveRequest),
  on(events.VideoRescheduled, reschedule),
  on(events.VideoCancelled, cancel),
  on(events.VideoGenerated, queueUpload),
];
