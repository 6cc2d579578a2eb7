import type { Transaction } from 'kysely';
import { deleteAccountBudget } from '../budgets/budget.repository.ts';
import { type CauseCode, wantsConnection } from '../causes/causes.ts';
import type { ConnectionChange } from '../connections/connection-change.ts';
import { grantProblem } from '../connections/connection-problem.ts';
import type { ConnectionRow, PostRow, PublishingDatabase } from '../database.ts';
import { lockPlannedVideos } from '../videos/videos.repository.ts';
import { alignPosts } from './align-posts.ts';
import { forgetHandles } from './attempt.repository.ts';
import { changePost } from './change-post.ts';
import { lockPostsOfAccount, lockPostsOn } from './post.repository.ts';
import { awaitingPlatform, type PostState, uncommitted } from './post-state.ts';
import { MISSED_AFTER_MS } from './retry-times.ts';

type Trx = Transaction<PublishingDatabase>;

/** Brings a user's posts on a platform in line with what happened to their connection there, which is locked. */
export async function followConnection(trx: Trx, change: ConnectionChange, now: Date): Promise<void> {
  const { connection } = change;
  switch (change.type) {
    case 'connected':
      await resumePosts(trx, connection, now);
      // Those that mean every connected platform may go out here too.
      for (const video of await lockPlannedVideos(trx, connection.user_id, now)) {
        await alignPosts(trx, { video, reopen: false, moved: false }, now);
      }
      return;
    case 'changed':
      return resumePosts(trx, connection, now);
    case 'broken':
      return holdPosts(trx, connection, change.cause, now);
    case 'disconnected':
      // The connection's row may be deleted, so its posts keep the cause.
      if (change.removedAtPlatform) await holdPosts(trx, connection, 'REMOVED_AT_PLATFORM', now);
      for (const post of await lockIn(trx, connection, uncommitted))
        await changePost(trx, post, { type: 'woken' }, now);
      return;
    case 'forgotten':
      return forgetAccount(trx, connection, now);
  }
}

/**
 * Gives all that has not gone out there the cause that holds it back, however far ahead it is. Each keeps its state, its
 * copy, its lease and the time of its next step.
 */
async function holdPosts(trx: Trx, connection: ConnectionRow, cause: CauseCode, now: Date): Promise<void> {
  for (const post of await lockIn(trx, connection, uncommitted)) {
    await changePost(trx, post, { type: 'held', cause }, now);
  }
}

/**
 * A connection works again: posts that wait for it go on, those that ended without it begin again as long as they are not
 * missed, and posts that could not be checked without it are checked.
 */
async function resumePosts(trx: Trx, connection: ConnectionRow, now: Date): Promise<void> {
  const problem = grantProblem(connection.platform, connection);
  for (const post of await lockIn(trx, connection, uncommitted)) {
    await changePost(trx, post, { type: 'resumed', problem }, now);
  }
  const dueAfter = new Date(now.getTime() - MISSED_AFTER_MS);
  for (const post of await lockIn(trx, connection, ['no_connection', 'failed', 'cancelled'], dueAfter)) {
    if (endedWithoutConnection(post, now)) await changePost(trx, post, { type: 'reopened' }, now);
  }
  for (const post of await lockIn(trx, connection, awaitingPlatform)) {
    await changePost(trx, post, { type: 'checks_restarted' }, now);
  }
}

/** The missing connection is all that ended it. */
function endedWithoutConnection({ code, state, due_at: dueAt }: PostRow, now: Date): boolean {
  if (code === null) return false;
  const isDisconnected = (code === 'DISCONNECTED' || code === 'REMOVED_AT_PLATFORM') && dueAt > now;
  return isDisconnected || (state !== 'cancelled' && wantsConnection(code));
}

/**
 * Removes what names an account whose grant was given back: whose it was, and the posts' addresses. That something was
 * posted stays known.
 */
async function forgetAccount(trx: Trx, connection: ConnectionRow, now: Date): Promise<void> {
  const { user_id: userId, platform, account_id: accountId } = connection;
  if (accountId === null) return;
  const posts = await lockPostsOfAccount(trx, { userId, platform, accountId });
  // Should the account come back today, the platform itself still counts.
  await deleteAccountBudget(trx, { platform, accountId, userId });
  if (posts.length === 0) return;
  await forgetHandles(
    trx,
    posts.map(({ id }) => id),
  );
  for (const post of posts) await changePost(trx, post, { type: 'account_forgotten' }, now);
}

const lockIn = (
  trx: Trx,
  { user_id: userId, platform }: ConnectionRow,
  states: readonly PostState[],
  dueAfter?: Date,
): Promise<PostRow[]> => lockPostsOn(trx, { userId, platform, states, ...(dueAfter && { dueAfter }) });
