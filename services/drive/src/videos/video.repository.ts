import type { Kysely, Selectable, Transaction } from 'kysely';
import type { DriveDatabase } from '../database.ts';
import type { NameColumns } from './file-name.ts';

export type Video = Selectable<DriveDatabase['drive_videos']>;

type Trx = Transaction<DriveDatabase>;

const TABLE = 'drive_videos';

export function findVideo(db: Kysely<DriveDatabase>, videoId: string): Promise<Video | undefined> {
  return db.selectFrom(TABLE).selectAll().where('video_id', '=', videoId).executeTakeFirst();
}

/** Saves a requested video. @returns false when a later revision is stored */
export async function saveRequestedVideo(
  trx: Trx,
  video: Pick<Video, 'video_id' | 'user_id' | 'video_type' | 'revision'> & NameColumns,
): Promise<boolean> {
  const { video_id: _videoId, user_id: _userId, ...columns } = video;
  const savedRow = await trx
    .insertInto('drive_videos')
    .values(video)
    .onConflict((conflict) =>
      conflict
        .column('video_id')
        .doUpdateSet({ ...columns, cancelled: false })
        .where('drive_videos.revision', '<=', video.revision),
    )
    .returning('video_id')
    .executeTakeFirst();
  return savedRow !== undefined;
}

/** Saves the data in the file's name of a known video, unless a later revision is stored. */
export async function rescheduleVideo(
  trx: Trx,
  video: Pick<Video, 'video_id' | 'revision'> & NameColumns,
): Promise<void> {
  const { video_id: videoId, ...columns } = video;
  await trx
    .updateTable('drive_videos')
    .set(columns)
    .where('video_id', '=', videoId)
    .where('revision', '<', video.revision)
    .execute();
}

/** Saves a cancelled video, whose request may not have arrived. @returns false when a later revision is stored */
export async function saveCancelledVideo(
  trx: Trx,
  { video_id, user_id, revision }: Pick<Video, 'video_id' | 'user_id' | 'revision'>,
): Promise<boolean> {
  const savedRow = await trx
    .insertInto('drive_videos')
    .values({ video_id, user_id, video_type: '', publish_at: null, cancelled: true, revision })
    .onConflict((conflict) =>
      conflict
        .column('video_id')
        .doUpdateSet({ cancelled: true, revision })
        .where('drive_videos.revision', '<=', revision),
    )
    .returning('video_id')
    .executeTakeFirst();
  return savedRow !== undefined;
}

export async function deleteVideosOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('drive_videos').where('user_id', '=', userId).execute();
}
