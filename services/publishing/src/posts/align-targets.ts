import type { Kysely, Transaction } from 'kysely';
import type { PublishingDatabase, VideoRow } from '../database.ts';
import { isPlatform, type Platform } from '../platforms/platform.ts';
import type { VideoChange } from '../videos/apply-event.ts';
import { placeTarget } from './place-target.ts';
import { reopenable, uncommitted } from './post-target.ts';
import { addTargets, writeChange } from './post-targets.repository.ts';
import { reopened } from './settle.ts';

type Trx = Transaction<PublishingDatabase>;

/** Where a video goes: the platforms it names, or wherever its user is connected. */
async function wantedPlatforms(db: Kysely<PublishingDatabase>, video: VideoRow): Promise<Platform[]> {
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
 * place in that day, and wakes the worker, which withdraws and stages again. Targets past their commit keep what they have.
 */
export async function alignTargets(trx: Trx, { video, reopen, moved }: VideoChange, now: Date): Promise<void> {
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
