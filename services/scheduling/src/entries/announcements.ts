import type { Clock } from '@reelwright/clock';
import type { Announcement } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { type Kysely, sql } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';

/** Longer than the age of any backup that is restored. */
const KEEP_DAYS = 60;

type Db = Kysely<SchedulingDatabase>;

/**
 * Stores that a post is about to be committed. An announcement replaces one with the same number from the same
 * database of the caller, and never one from another database.
 * @returns the newest announcement from another database with this number or a higher one
 */
export async function announcePost(
  { db, clock }: { db: Db; clock: Clock },
  { videoId, userId }: { videoId: string; userId: string },
  { platform, number, epoch, memo }: Announcement,
): Promise<Announcement | undefined> {
  if (!videoId || !userId || !platform || number < 1 || !epoch || !memo) {
    throw new AppError('INVALID_ARGUMENT', 'ANNOUNCEMENT_INCOMPLETE', 'An announcement names its post and its maker.');
  }
  const announcedAt = clock.real();
  await db
    .insertInto('announced_posts')
    .values({ video_id: videoId, user_id: userId, platform, number, epoch, memo, announced_at: announcedAt })
    .onConflict((conflict) =>
      conflict
        .columns(['video_id', 'platform', 'number'])
        .doUpdateSet({ memo, announced_at: announcedAt })
        .where('announced_posts.epoch', '=', epoch),
    )
    .execute();
  const earlier = await db
    .selectFrom('announced_posts')
    .selectAll()
    .where('video_id', '=', videoId)
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .where('number', '>=', number)
    .where('epoch', '<>', epoch)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!earlier) return undefined;
  return {
    platform,
    number: earlier.number,
    epoch: earlier.epoch,
    memo: earlier.memo,
    announcedAt: earlier.announced_at,
  };
}

export async function deleteAnnouncements(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('announced_posts').where('user_id', '=', userId).execute();
}

export async function pruneAnnouncements(db: Db, real: Date): Promise<void> {
  await db
    .deleteFrom('announced_posts')
    .where('announced_at', '<', sql<Date>`${real}::timestamptz - ${KEEP_DAYS} * interval '1 day'`)
    .execute();
}
