import { endedStates, type PostCause, type PostState, uncommittedStates, undecidedStates } from '@reelwright/product';
import type { Transaction } from 'kysely';
import { deleteAccountBudget } from '../budgets/budget.repository.ts';
import type { DailyLimits } from '../budgets/platform-budgets.ts';
import { lacksConnection } from '../causes/causes.ts';
import type { OnConnectionChange } from '../connections/connection-change.ts';
import { grantProblem } from '../connections/connection-problem.ts';
import type { ConnectionRow, PostRow, PublishingDatabase } from '../database.ts';
import { announceMeasure } from '../measures/measure.events.ts';
import { forgetMeasures, wakeMeasures } from '../measures/measures.repository.ts';
import { lockPlannedVideos } from '../videos/videos.repository.ts';
import { alignPosts } from './align-posts.ts';
import { forgetHandles } from './attempt.repository.ts';
import { changePost } from './change-post.ts';
import { lockPostsOfAccount, lockPostsOn } from './post.repository.ts';
import { MISSED_AFTER_MS } from './retry-times.ts';

type Trx = Transaction<PublishingDatabase>;

/** Applies a change of a locked connection to the user's posts on that platform. */
export const followConnection =
  (limits: DailyLimits): OnConnectionChange =>
  async (trx, change, now) => {
    const { connection } = change;
    if (change.type !== 'forgotten') await wakeMeasures(trx, connection, now);
    switch (change.type) {
      case 'connected':
        await resumePosts(trx, connection, now);
        // Videos for every connected platform may now go out here too.
        for (const video of await lockPlannedVideos(trx, connection.user_id, now)) {
          await alignPosts(trx, { video, reopen: false, moved: false }, { now, limits });
        }
        return;
      case 'changed':
        return resumePosts(trx, connection, now);
      case 'broken':
        return setCause(trx, connection, change.cause, now);
      case 'disconnected':
        // The connection's row may be deleted, so its posts store the cause.
        if (change.removedAtPlatform) await setCause(trx, connection, 'REMOVED_AT_PLATFORM', now);
        for (const post of await lockIn(trx, connection, uncommittedStates))
          await changePost(trx, post, { type: 'woken' }, now);
        return;
      case 'forgotten':
        return forgetAccount(trx, connection, now);
    }
  };

/**
 * Sets the cause of all uncommitted posts, however far ahead they are. Each keeps its state, its copy, its lease and
 * the time of its next step.
 */
async function setCause(trx: Trx, connection: ConnectionRow, cause: PostCause, now: Date): Promise<void> {
  for (const post of await lockIn(trx, connection, uncommittedStates)) {
    await changePost(trx, post, { type: 'connection_broken', cause }, now);
  }
}

/**
 * A connection works again: posts that wait for it continue, posts that ended without it begin again unless they are
 * missed, and posts that could not be checked are checked.
 */
async function resumePosts(trx: Trx, connection: ConnectionRow, now: Date): Promise<void> {
  const problem = grantProblem(connection.platform, connection);
  for (const post of await lockIn(trx, connection, uncommittedStates)) {
    await changePost(trx, post, { type: 'connection_changed', problem }, now);
  }
  const dueAfter = new Date(now.getTime() - MISSED_AFTER_MS);
  for (const post of await lockIn(trx, connection, endedStates, dueAfter)) {
    if (endedWithoutConnection(post, now)) await changePost(trx, post, { type: 'reopened' }, now);
  }
  for (const post of await lockIn(trx, connection, undecidedStates)) {
    await changePost(trx, post, { type: 'checks_restarted' }, now);
  }
}

/** Whether only the missing connection ended the post. */
function endedWithoutConnection({ code, state, due_at: dueAt }: PostRow, now: Date): boolean {
  if (code === null) return false;
  const isDisconnected = (code === 'DISCONNECTED' || code === 'REMOVED_AT_PLATFORM') && dueAt > now;
  return isDisconnected || (state !== 'cancelled' && lacksConnection(code));
}

/** Deletes the names and addresses of an account whose grant was revoked. The posts themselves stay. */
async function forgetAccount(trx: Trx, connection: ConnectionRow, now: Date): Promise<void> {
  const { user_id: userId, platform, account_id: accountId } = connection;
  if (accountId === null) return;
  const posts = await lockPostsOfAccount(trx, { userId, platform, accountId });
  // If the account is connected again today, the platform's own limit still applies.
  await deleteAccountBudget(trx, { platform, accountId, userId });
  if (posts.length === 0) return;
  await forgetHandles(
    trx,
    posts.map(({ id }) => id),
  );
  for (const post of posts) await changePost(trx, post, { type: 'account_forgotten' }, now);
  await forgetNumbers(trx, posts, now);
}

/** Deletes what the platform reported of these posts, here and in other services. */
async function forgetNumbers(trx: Trx, posts: readonly PostRow[], now: Date): Promise<void> {
  const videoIds = new Map(posts.map(({ id, video_id }) => [id, video_id]));
  for (const row of await forgetMeasures(trx, [...videoIds.keys()], 'VIEWS_NOT_CONNECTED')) {
    await announceMeasure(trx, row, { videoId: videoIds.get(row.id) ?? '', now });
  }
}

const lockIn = (
  trx: Trx,
  { user_id: userId, platform }: ConnectionRow,
  states: readonly PostState[],
  dueAfter?: Date,
): Promise<PostRow[]> => lockPostsOn(trx, { userId, platform, states, ...(dueAfter && { dueAfter }) });
