import type { Kysely, Transaction } from 'kysely';
import type { PublishingDatabase, VideoRow } from '../database.ts';
import { isPlatform, type Platform } from '../platforms/platform.ts';
import { placeTarget } from '../posts/place-target.ts';
import { reopenable, uncommitted } from '../posts/post-target.ts';
import { addTargets, writeChange } from '../posts/post-targets.repository.ts';
import { reopened } from '../posts/settle.ts';

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

/** The video as a locked row, made empty when no event told of it before. Undefined: the id is another user's. */
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

/** Where a video goes: the platforms it names, or wherever its user is connected. */
export async function wantedPlatforms(db: Kysely<PublishingDatabase>, video: VideoRow): Promise<Platform[]> {
  if (video.platforms.length > 0) return video.platforms.filter(isPlatform);
  const rows = await db
    .selectFrom('social_connections')
    .select('platform')
    .where('user_id', '=', video.user_id)
    .where('state', '<>', 'disconnected')
    .execute();
  return rows.map(({ platform }) => platform);
}

/**
 * Brings a video's targets in line with it: adds what is missing, gives what has not gone out the new time and its
 * place in that day, and wakes the worker, which withdraws and stages anew. Targets past their commit keep what they have.
 * @param reopen a later time or another render lets what ended without a post try again.
 * @param moved the calendar gave the video another time. Otherwise a target keeps its own: it may have been posted 'now'
 *   by its user, or moved to the next day by its platform.
 */
export async function alignTargets(
  trx: Trx,
  video: VideoRow,
  now: Date,
  { reopen, moved }: { reopen: boolean; moved: boolean },
): Promise<void> {
  const dueAt = video.publish_at;
  const targets = await trx
    .selectFrom('post_targets')
    .selectAll()
    .where('video_id', '=', video.id)
    .orderBy('platform')
    .forUpdate()
    .execute();
  if (dueAt && !video.cancelled_at) await addTargets(trx, video, await wantedPlatforms(trx, video), now);
  for (const target of targets) {
    const closed = reopenable.includes(target.state);
    if (closed && reopen && dueAt && dueAt > now && !video.cancelled_at) {
      const ownTime = moved || target.due_at < dueAt ? dueAt : target.due_at;
      await placeTarget(trx, await writeChange(trx, target, reopened(now), { now }), { now, dueAt: ownTime });
    } else if (uncommitted.includes(target.state)) {
      // A target that someone is working on keeps its lease; it is looked at again when that ends.
      await trx.updateTable('post_targets').set({ next_action_at: now }).where('id', '=', target.id).execute();
      if (moved && dueAt && !video.cancelled_at) await placeTarget(trx, target, { now, dueAt });
    }
  }
}
