import type { PostState } from '@reelwright/product';
import { currentTraceparent } from '@reelwright/tracing';
import { type Kysely, sql, type Transaction, type Updateable } from 'kysely';
import type { PostRow, PostTable, PublishingDatabase, VideoRow } from '../database.ts';
import type { Handle } from '../platforms/connector.ts';
import type { Platform } from '../platforms/platform.ts';

type Db = Kysely<PublishingDatabase>;
type Trx = Transaction<PublishingDatabase>;

/** A claimed post. */
type Leased = Pick<PostRow, 'id' | 'lease_token'>;

/** One video of a user on one platform. */
export interface PostKey {
  readonly videoId: string;
  readonly platform: Platform;
  readonly userId: string;
}

const ofUser = (db: Db, given: PostKey) =>
  db
    .selectFrom('posts')
    .selectAll()
    .where('video_id', '=', given.videoId)
    .where('platform', '=', given.platform)
    .where('user_id', '=', given.userId);

export function findPost(db: Db, given: PostKey): Promise<PostRow | undefined> {
  return ofUser(db, given).executeTakeFirst();
}

/** Lock the video first. */
export function lockPost(trx: Trx, given: PostKey): Promise<PostRow | undefined> {
  return ofUser(trx, given).forUpdate().executeTakeFirst();
}

export function getPost(db: Db, id: string): Promise<PostRow> {
  return db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** A post that must exist. */
export function getPostOf(db: Db, given: PostKey): Promise<PostRow> {
  return ofUser(db, given).executeTakeFirstOrThrow();
}

/** Lock the video first. */
export function lockPostsOfVideo(trx: Trx, videoId: string): Promise<PostRow[]> {
  return trx.selectFrom('posts').selectAll().where('video_id', '=', videoId).orderBy('platform').forUpdate().execute();
}

/**
 * A user's posts on a platform, locked in the order of their ids, because they have no common video. Lock the
 * connection first.
 */
export function lockPostsOn(
  trx: Trx,
  given: { userId: string; platform: Platform; states: readonly PostState[]; dueAfter?: Date },
): Promise<PostRow[]> {
  const { userId, platform, states, dueAfter } = given;
  return trx
    .selectFrom('posts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .where('state', 'in', states)
    .$if(dueAfter !== undefined, (query) => query.where('due_at', '>', dueAfter as Date))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** A user's posts to an account, whatever their state. Lock the connection first. */
export function lockPostsOfAccount(
  trx: Trx,
  { userId, platform, accountId }: { userId: string; platform: Platform; accountId: string },
): Promise<PostRow[]> {
  return trx
    .selectFrom('posts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .where('account_id', '=', accountId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** A user's posts that hold a slot of a platform's day. */
export function listPostsWithSlot(db: Db, userId: string): Promise<PostRow[]> {
  return db
    .selectFrom('posts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('budget_day', 'is not', null)
    .orderBy('platform')
    .execute();
}

/** Inserts a waiting post for each platform that has none yet. @returns the new posts */
export function insertPosts(
  trx: Trx,
  video: VideoRow,
  given: { readonly platforms: readonly Platform[]; readonly dueAt: Date; readonly now: Date },
): Promise<PostRow[]> {
  const { platforms, dueAt, now } = given;
  return trx
    .insertInto('posts')
    .values(
      [...platforms].sort().map((platform) => ({
        video_id: video.id,
        user_id: video.user_id,
        platform,
        state: 'waiting' as const,
        due_at: dueAt,
        next_action_at: now,
        updated_at: now,
        traceparent: currentTraceparent() ?? null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['video_id', 'platform']).doNothing())
    .returningAll()
    .execute();
}

/** Writes the difference between two states of a locked post. @returns the saved row */
export async function savePost(trx: Trx, before: PostRow, after: PostRow): Promise<PostRow> {
  const columns = differences(before, after);
  if (Object.keys(columns).length === 0) return before;
  return trx.updateTable('posts').set(columns).where('id', '=', before.id).returningAll().executeTakeFirstOrThrow();
}

function differences(before: PostRow, after: PostRow): Updateable<PostTable> {
  const changed = (Object.keys(after) as (keyof PostRow)[]).filter((column) => {
    const [old, value] = [before[column], after[column]];
    return old instanceof Date && value instanceof Date ? old.getTime() !== value.getTime() : old !== value;
  });
  const columns: Partial<PostRow> = Object.fromEntries(changed.map((column) => [column, after[column]]));
  const { handle, moved, ...plain } = columns;
  return {
    ...plain,
    ...(handle !== undefined && { handle: handle && JSON.stringify(handle) }),
    ...(moved !== undefined && { moved: moved && JSON.stringify(moved) }),
  };
}

/** Saves the progress of staging. Call it under the post's lease. */
export async function saveCopy(
  trx: Trx,
  { id }: Leased,
  copy: { readonly handle: Handle; readonly stagedKey: string; readonly real: Date },
): Promise<void> {
  await trx
    .updateTable('posts')
    .set({ handle: JSON.stringify(copy.handle), content_key: copy.stagedKey, staged_at: copy.real })
    .where('id', '=', id)
    .execute();
}

/** Saves since when (real time) scheduling has not answered about the post's entry; null after an answer. */
export async function saveUnansweredSince(db: Db, post: Leased, since: Date | null): Promise<void> {
  await leased(db, post).set({ unanswered_since: since }).execute();
}

/**
 * Renews the lease right before the commit's call, and sets `committed_at`, from which `inFlightMs` is counted.
 * @returns false if the row was deleted, or another process has it
 */
export async function renewCommitLease(
  db: Db,
  post: Leased,
  { leaseMs, real }: { leaseMs: number; real: Date },
): Promise<boolean> {
  const renewed = await leased(db, post)
    .set({
      leased_until: sql<Date>`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`,
      committed_at: real,
    })
    .returning('id')
    .executeTakeFirst();
  return renewed !== undefined;
}

/** Releases the lease, so that the post can be claimed at once. */
export async function releaseLease(db: Db, post: Leased): Promise<void> {
  await leased(db, post).set({ leased_until: null }).execute();
}

const leased = (db: Db, { id, lease_token: token }: Leased) =>
  db.updateTable('posts').where('id', '=', id).where('lease_token', '=', token);
