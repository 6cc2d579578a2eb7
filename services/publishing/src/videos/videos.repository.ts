import { uncommittedStates } from '@reelwright/product';
import type { Kysely, Transaction } from 'kysely';
import type { PublishingDatabase, VideoRow } from '../database.ts';
import type { Platform } from '../platforms/platform.ts';

type Trx = Transaction<PublishingDatabase>;

/**
 * Locks a user's video; undefined if it is unknown or another user's. Locks are taken in the order video, posts,
 * budgets. Not FOR UPDATE: the foreign key check of a changed post would wait for it.
 */
export function lockVideo(trx: Trx, videoId: string, userId: string): Promise<VideoRow | undefined> {
  return trx
    .selectFrom('videos')
    .selectAll()
    .where('id', '=', videoId)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Locks a video, and adds an empty row at the first event about it. Undefined if the id is another user's. */
export async function lockOrAddVideo(
  trx: Trx,
  videoId: string,
  userId: string,
  now: Date,
): Promise<VideoRow | undefined> {
  await trx
    .insertInto('videos')
    .values({ id: videoId, user_id: userId, source: 'entry', created_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return lockVideo(trx, videoId, userId);
}

/** Locks a user's calendar videos that are still to go out. */
export function lockPlannedVideos(trx: Trx, userId: string, now: Date): Promise<VideoRow[]> {
  return trx
    .selectFrom('videos')
    .selectAll()
    .where('user_id', '=', userId)
    .where('source', '=', 'entry')
    .where('publish_at', '>', now)
    .where('cancelled_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Locks a user's calendar videos with posts that are not committed. */
export function lockOpenVideos(trx: Trx, userId: string): Promise<Pick<VideoRow, 'id'>[]> {
  return trx
    .selectFrom('videos')
    .select('id')
    .where('user_id', '=', userId)
    .where('source', '=', 'entry')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('posts')
          .select('posts.id')
          .whereRef('posts.video_id', '=', 'videos.id')
          .where('posts.state', 'in', uncommittedStates),
      ),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export function getVideo(db: Kysely<PublishingDatabase>, videoId: string): Promise<VideoRow> {
  return db.selectFrom('videos').selectAll().where('id', '=', videoId).executeTakeFirstOrThrow();
}

/**
 * Adds a partner's video for a platform, or adds the platform to an existing one. Undefined if the id belongs to
 * something else.
 */
export async function addPartnerVideo(
  trx: Trx,
  given: {
    readonly id: string;
    readonly userId: string;
    readonly platform: Platform;
    readonly title: string;
    readonly caption: string;
    readonly mediaKey: string | null;
    readonly mediaUrl: string | null;
  },
  now: Date,
): Promise<VideoRow | undefined> {
  const { id, userId, platform, title, caption, mediaKey, mediaUrl } = given;
  await trx
    .insertInto('videos')
    .values({
      id,
      user_id: userId,
      source: 'partner',
      publish_at: now,
      title,
      caption,
      platforms: [platform],
      media_key: mediaKey,
      media_url: mediaUrl,
      media_variation: 0,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const video = await trx.selectFrom('videos').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  if (video.user_id !== userId || video.source !== 'partner') return undefined;
  return trx
    .updateTable('videos')
    .set({
      platforms: [...new Set([...video.platforms, platform])],
      media_url: video.media_url ?? mediaUrl,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Adds a partner's video that a restored database has forgotten. Its file is lost, so it can't go out. */
export function addLostVideo(
  trx: Trx,
  { id, userId, platform, publishAt }: { id: string; userId: string; platform: Platform; publishAt: Date },
  now: Date,
): Promise<VideoRow> {
  return trx
    .insertInto('videos')
    .values({
      id,
      user_id: userId,
      source: 'partner',
      publish_at: publishAt,
      platforms: [platform],
      failed_variation: 0,
      failure_code: 'LOST_IN_RESTORE',
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteVideosOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('videos').where('user_id', '=', userId).execute();
}

export function updateVideo(trx: Trx, videoId: string, change: Partial<VideoRow>): Promise<VideoRow> {
  return trx.updateTable('videos').set(change).where('id', '=', videoId).returningAll().executeTakeFirstOrThrow();
}
