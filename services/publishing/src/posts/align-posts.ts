import { endedStates, type PostCause, uncommittedStates } from '@reelwright/product';
import type { Transaction } from 'kysely';
import { listConnections } from '../connections/connections.repository.ts';
import type { PostRow, PublishingDatabase, VideoRow } from '../database.ts';
import { isPlatform, type Platform } from '../platforms/platform.ts';
import type { VideoChange } from '../videos/apply-event.ts';
import { changePost } from './change-post.ts';
import { placePost, type Today } from './place-post.ts';
import { announcePost } from './post.events.ts';
import { insertPosts, lockPostsOfVideo } from './post.repository.ts';
import { MISSED_AFTER_MS } from './retry-times.ts';

type Trx = Transaction<PublishingDatabase>;

/** Causes of a cancelled post that its owner can undo: they skipped the entry, or took it or the platform away. */
const UNDOABLE: readonly (PostCause | null)[] = ['ENTRY_SKIPPED', 'ENTRY_CANCELLED', 'NOT_WANTED'];

/**
 * Aligns the posts of a locked video with it: adds missing ones, moves uncommitted ones to the new time and its slot,
 * and wakes the worker, which withdraws and stages again. Committed posts stay as they are.
 * @param given.decidedAt when the change was made; its event may have been on its way for long
 */
export async function alignPosts(
  trx: Trx,
  { video, reopen, moved }: VideoChange,
  { now, limits, decidedAt = now }: Today & { readonly decidedAt?: Date },
): Promise<void> {
  const dueAt = video.cancelled_at ? null : video.publish_at;
  const posts = await lockPostsOfVideo(trx, video.id);
  if (dueAt) await addPosts(trx, video, { platforms: await platformsOf(trx, video), dueAt, now, limits });
  /** Its owner wanted it again before its time, and it may still go out. */
  const isUndoneInTime = ({ state, code }: PostRow, due: Date) =>
    state === 'cancelled' &&
    UNDOABLE.includes(code) &&
    decidedAt < due &&
    now.getTime() - due.getTime() <= MISSED_AFTER_MS;
  for (const post of posts) {
    if (endedStates.includes(post.state) && reopen && dueAt && (dueAt > now || isUndoneInTime(post, dueAt))) {
      const ownTime = moved || post.due_at < dueAt ? dueAt : post.due_at;
      const reopened = await changePost(trx, post, { type: 'reopened' }, now, video);
      await placePost(trx, reopened, { now, limits, video, dueAt: ownTime });
    } else if (uncommittedStates.includes(post.state)) {
      // A post with a running step keeps its lease; its next step follows when that ends.
      const edited = await changePost(trx, post, { type: 'edited' }, now, video);
      if (moved && dueAt) await placePost(trx, edited, { now, limits, video, dueAt });
    }
  }
}

/** Adds one post for each platform that has none yet, with a slot in that platform's day. Lock the video first. */
export async function addPosts(
  trx: Trx,
  video: VideoRow,
  given: Today & { readonly platforms: readonly Platform[]; readonly dueAt: Date },
): Promise<void> {
  if (given.platforms.length === 0) return;
  for (const post of await insertPosts(trx, video, given)) {
    const placed = await placePost(trx, post, { now: given.now, limits: given.limits, video });
    if (placed.revision === post.revision) await announcePost(trx, placed, given.now, video);
  }
}

/** The platforms a video goes to: those it names, or all that its user is connected to. */
async function platformsOf(trx: Trx, video: VideoRow): Promise<Platform[]> {
  if (video.platforms.length > 0) return video.platforms.filter(isPlatform);
  return (await listConnections(trx, video.user_id)).map(({ platform }) => platform);
}
