import { events, type VideoGenerated } from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import { lockUser } from '../accounts/account.repository.ts';
import type { DriveDatabase } from '../database.ts';
import { dropWaiting } from './upload.repository.ts';

/** A finished video waits for its upload; an older take of it that still waits is not uploaded any more. */
const queueUpload: EventHandler<DriveDatabase, VideoGenerated> = async (trx, { payload, occurredAt }) => {
  const { videoId, variation, userId, mediaKey, generatedAt } = payload;
  if (!(await lockUser(trx, userId))) return;
  const planned = await trx
    .selectFrom('drive_videos')
    .select('cancelled')
    .where('video_id', '=', videoId)
    .forUpdate()
    .executeTakeFirst();
  if (planned?.cancelled) return;
  const newer = await trx
    .selectFrom('drive_uploads')
    .select('id')
    .where('video_id', '=', videoId)
    .where('variation', '>', variation)
    .executeTakeFirst();
  if (newer) return;
  await dropWaiting(trx, videoId, variation);
  await trx
    .insertInto('drive_uploads')
    .values({
      video_id: videoId,
      variation,
      user_id: userId,
      media_key: mediaKey,
      generated_at: generatedAt ?? occurredAt,
    })
    .onConflict((conflict) => conflict.columns(['video_id', 'variation']).doNothing())
    .execute();
};

export const uploadSubscriptions = (): Subscription<DriveDatabase>[] => [on(events.VideoGenerated, queueUpload)];
