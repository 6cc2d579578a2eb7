import type { Kysely, Transaction } from 'kysely';
import { platformBudgets } from '../budgets/platform-budgets.ts';
import type { PostTargetRow, PublishingDatabase, VideoRow } from '../database.ts';
import type { PostedAs } from '../platforms/connector.ts';
import type { Platform } from '../platforms/platform.ts';
import { placeTarget, releasePlace } from './place-target.ts';
import { announcePost } from './post.events.ts';
import { reopenable } from './post-target.ts';
import type { Change } from './settle.ts';

type Db = Kysely<PublishingDatabase>;
type Trx = Transaction<PublishingDatabase>;

export function findUsersTarget(
  db: Db,
  given: { videoId: string; platform: Platform; userId: string },
): Promise<PostTargetRow | undefined> {
  return db
    .selectFrom('post_targets')
    .selectAll()
    .where('video_id', '=', given.videoId)
    .where('platform', '=', given.platform)
    .where('user_id', '=', given.userId)
    .executeTakeFirst();
}

/**
 * One target per platform the video goes to, each with its place in that platform's day; those that exist stay as they
 * are. Lock the video first.
 */
export async function addTargets(trx: Trx, video: VideoRow, wanted: readonly Platform[], now: Date): Promise<void> {
  if (!video.publish_at || wanted.length === 0) return;
  const added = await trx
    .insertInto('post_targets')
    .values(
      [...wanted].sort().map((platform) => ({
        video_id: video.id,
        user_id: video.user_id,
        platform,
        state: 'waiting' as const,
        due_at: video.publish_at as Date,
        next_action_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['video_id', 'platform']).doNothing())
    .returningAll()
    .execute();
  for (const target of added) {
    const placed = await placeTarget(trx, target, { now });
    if (placed.revision === target.revision) await announcePost(trx, placed, now);
  }
}

/** The platform's word where it can be true, else when the commit was called. A look may come hours later. */
function postedAt({ sent_at: sentAt }: PostTargetRow, { at }: PostedAs, now: Date): Date {
  const isBelievable = at && (!sentAt || at >= sentAt) && at <= now;
  return isBelievable ? at : (sentAt ?? now);
}

/** It will not go out at its time, for the cause the change names. */
function isHeld({ due_at: dueAt }: PostTargetRow, { state, code, nextActionAt }: Change, now: Date): boolean {
  if (code === null || state === 'posted' || state === 'processing') return false;
  return (nextActionAt ?? now) > dueAt;
}

/**
 * Writes a change over a locked target, frees it for the next claim (or keeps the lease for what comes next), and tells
 * people if they can see a difference.
 * @param stagedKey what the copy was made of, where the change brings one.
 */
export async function writeChange(
  trx: Trx,
  target: PostTargetRow,
  change: Change,
  given: { now: Date; stagedKey?: string; keepLease?: boolean },
): Promise<PostTargetRow> {
  const { now } = given;
  const { posted } = change;
  const ends = reopenable.includes(change.state);
  // A copy that is made anew begins another upload, which counts once more where uploads do.
  const isAnew = change.handle === null && target.handle !== null && platformBudgets[target.platform].at === 'stage';
  if (ends) await releasePlace(trx, target);
  const visible =
    change.state !== target.state ||
    change.code !== target.code ||
    ((change.state === 'unconfirmed' || change.code !== null) &&
      change.nextActionAt?.getTime() !== target.next_action_at?.getTime());
  const row = await trx
    .updateTable('post_targets')
    .set({
      state: change.state,
      code: change.code,
      next_action_at: change.nextActionAt,
      tries: change.tries,
      ...(!given.keepLease && { leased_until: null }),
      updated_at: now,
      ...(visible && { revision: target.revision + 1 }),
      ...((ends || isAnew) && { budget_scope: null, budget_day: null }),
      ...(change.handle !== undefined && { handle: change.handle === null ? null : JSON.stringify(change.handle) }),
      ...(change.handle === null && { content_key: null, staged_at: null }),
      ...(given.stagedKey !== undefined && change.handle && { content_key: given.stagedKey }),
      ...(posted && {
        platform_post_id: posted.id,
        permalink: posted.permalink ?? null,
        posted_at: postedAt(target, posted, now),
      }),
      ...(isHeld(target, change, now) && { held_by: change.code, held_until: change.nextActionAt ?? now }),
    })
    .where('id', '=', target.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (visible) await announcePost(trx, row, now);
  return row;
}
