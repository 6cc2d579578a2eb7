import type { Transaction } from 'kysely';
import { listConnections } from '../connections/connections.repository.ts';
import type { PublishingDatabase, VideoRow } from '../database.ts';
import { isPlatform, type Platform } from '../platforms/platform.ts';
import type { VideoChange } from '../videos/apply-event.ts';
import { changePost } from './change-post.ts';
import { placePost } from './place-post.ts';
import { announcePost } from './post.events.ts';
import { insertPosts, lockPostsOfVideo } from './post.repository.ts';
import { reopenable, uncommitted } from './post-state.ts';

type Trx = Transaction<PublishingDatabase>;

/**
 * Brings the posts of a locked video in line with it: adds what is missing, gives what has not gone out the new time and
 * its slot in that day, and wakes the worker, which withdraws and stages again. What was committed keeps what it has.
 */
export async function alignPosts(trx: Trx, { video, reopen, moved }: VideoChange, now: Date): Promise<void> {
  const dueAt = video.cancelled_at ? null : video.publish_at;
  const posts = await lockPostsOfVideo(trx, video.id);
  if (dueAt) await addPosts(trx, video, { platforms: await wantedPlatforms(trx, video), dueAt, now });
  for (const post of posts) {
    if (reopenable.includes(post.state) && reopen && dueAt && dueAt > now) {
      const ownTime = moved || post.due_at < dueAt ? dueAt : post.due_at;
      const reopened = await changePost(trx, post, { type: 'reopened' }, now);
      await placePost(trx, reopened, { now, dueAt: ownTime });
    } else if (uncommitted.includes(post.state)) {
      // A post that is being worked on keeps its lease; its next step comes when that ends.
      const woken = await changePost(trx, post, { type: 'woken' }, now);
      if (moved && dueAt) await placePost(trx, woken, { now, dueAt });
    }
  }
}

/** One post per platform that has none yet, each with its slot in that platform's day. Lock the video first. */
export async function addPosts(
  trx: Trx,
  video: VideoRow,
  given: { readonly platforms: readonly Platform[]; readonly dueAt: Date; readonly now: Date },
): Promise<void> {
  if (given.platforms.length === 0) return;
  for (const post of await insertPosts(trx, video, given)) {
    const placed = await placePost(trx, post, { now: given.now });
    if (placed.revision === post.revision) await announcePost(trx, placed, given.now);
  }
}

/** Where a video goes: the platforms it names, or wherever its user is connected. */
async function wantedPlatforms(trx: Trx, video: VideoRow): Promise<Platform[]> {
  if (video.platforms.length > 0) return video.platforms.filter(isPlatform);
  return (await listConnections(trx, video.user_id)).map(({ platform }) => platform);
}
