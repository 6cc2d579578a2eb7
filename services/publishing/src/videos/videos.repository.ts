import type { Transaction } from 'kysely';
import type { PublishingDatabase, VideoRow } from '../database.ts';

type Trx = Transaction<PublishingDatabase>;

/**
 * Locks a video of a user; undefined when it is unknown or someone else's. The order of locks is video, then its targets,
 * then budgets. Not FOR UPDATE: a foreign key's check, which any second change of a target makes, would wait for that.
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

/** The video as a locked row, added empty when this is the first event about it. Undefined: the id is another user's. */
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

/** A user's videos of the calendar that are still to go out, locked. */
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
