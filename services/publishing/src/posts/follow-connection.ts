import { sql, type Transaction } from 'kysely';
import { type CauseCode, causeCodes, wantsConnection } from '../causes/causes.ts';
import { grantProblem } from '../connections/connection.ts';
import type { ConnectionChange } from '../connections/connection-change.ts';
import type { ConnectionRow, PublishingDatabase } from '../database.ts';
import { lockPlannedVideos } from '../videos/videos.repository.ts';
import { alignTargets } from './align-targets.ts';
import { announcePost } from './post.events.ts';
import { awaitingWord, MISSED_AFTER_MS, type PostState, uncommitted } from './post-target.ts';
import { writeChange } from './post-targets.repository.ts';
import { reopened } from './settle.ts';

type Trx = Transaction<PublishingDatabase>;

/** Brings a user's posts on a platform in line with what happened to their connection there. Lock the connection first. */
export async function followConnection(trx: Trx, change: ConnectionChange, now: Date): Promise<void> {
  const { connection } = change;
  switch (change.type) {
    case 'connected':
      await resumePosts(trx, connection, now);
      // Those that mean every connected platform may go out here too.
      for (const video of await lockPlannedVideos(trx, connection.user_id, now)) {
        await alignTargets(trx, { video, reopen: false, moved: false }, now);
      }
      return;
    case 'changed':
      return resumePosts(trx, connection, now);
    case 'broken':
      return holdPosts(trx, connection, change.cause, now);
    case 'disconnected':
      // The connection's row may be deleted, so its posts keep the cause.
      if (change.removedAtPlatform) await holdPosts(trx, connection, 'REMOVED_AT_PLATFORM', now);
      return wakePosts(trx, await lockPosts(trx, connection, uncommitted), now);
    case 'forgotten':
      return forgetAccount(trx, connection, now);
  }
}

/**
 * Gives all that has not gone out there the cause that holds it back, however far ahead it is. Each keeps its state, its
 * copy, its lease and the time of its next step.
 */
async function holdPosts(trx: Trx, connection: ConnectionRow, cause: CauseCode, now: Date): Promise<void> {
  const ids = await lockPosts(trx, connection, uncommitted);
  if (ids.length === 0) return;
  const held = await trx
    .updateTable('post_targets')
    .set((eb) => ({ code: cause, revision: eb('revision', '+', 1), updated_at: now }))
    .where('id', 'in', ids)
    // A platform that is off here stays the reason, whatever becomes of the connection.
    .where((eb) => eb.or([eb('code', 'is', null), eb('code', 'not in', [cause, 'PLATFORM_OFF'])]))
    .returningAll()
    .execute();
  for (const target of held) await announcePost(trx, target, now);
}

/**
 * A connection works again: what waits for it goes on, what ended for want of it begins again as long as its time is not
 * missed, and the platform is asked about what it could not be asked about without it.
 */
async function resumePosts(trx: Trx, connection: ConnectionRow, now: Date): Promise<void> {
  const { user_id: userId, platform } = connection;
  await releasePosts(trx, connection, now);
  const ended = await trx
    .selectFrom('post_targets')
    .selectAll()
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .where('state', 'in', ['no_connection', 'failed', 'cancelled'])
    .where('code', 'is not', null)
    .where('due_at', '>', new Date(now.getTime() - MISSED_AFTER_MS))
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const target of ended) {
    const { code, state } = target;
    const disconnected = (code === 'DISCONNECTED' || code === 'REMOVED_AT_PLATFORM') && target.due_at > now;
    if (!code || !(disconnected || (state !== 'cancelled' && wantsConnection(code)))) continue;
    await writeChange(trx, target, reopened(now), { now });
  }
  const ids = await lockPosts(trx, connection, awaitingWord);
  if (ids.length === 0) return;
  await trx.updateTable('post_targets').set({ tries: 0, next_action_at: now }).where('id', 'in', ids).execute();
}

/** Takes back the cause that `holdPosts` gave, or replaces it by what the connection still lacks. */
async function releasePosts(trx: Trx, connection: ConnectionRow, now: Date): Promise<void> {
  const problem = grantProblem(connection.platform, connection);
  const ids = await lockPosts(trx, connection, uncommitted);
  if (ids.length === 0) return;
  const freed = await trx
    .updateTable('post_targets')
    .set((eb) => ({ code: problem ?? null, revision: eb('revision', '+', 1), updated_at: now }))
    .where('id', 'in', ids)
    .where(
      'code',
      'in',
      causeCodes.filter((code) => wantsConnection(code) && code !== problem),
    )
    .returningAll()
    .execute();
  for (const target of freed) await announcePost(trx, target, now);
  await wakePosts(trx, ids, now);
}

async function wakePosts(trx: Trx, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await trx.updateTable('post_targets').set({ next_action_at: now }).where('id', 'in', ids).execute();
}

/** In one order, as there is no video to lock first. */
async function lockPosts(
  trx: Trx,
  { user_id: userId, platform }: ConnectionRow,
  states: readonly PostState[],
): Promise<string[]> {
  const locked = await trx
    .selectFrom('post_targets')
    .select('id')
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .where('state', 'in', states)
    .orderBy('id')
    .forUpdate()
    .execute();
  return locked.map(({ id }) => id);
}

/**
 * Removes what names an account whose grant was given back: whose it was, and the posts' addresses. That something was
 * posted stays known.
 */
async function forgetAccount(
  trx: Trx,
  { user_id: userId, platform, account_id: accountId }: ConnectionRow,
  now: Date,
): Promise<void> {
  if (accountId === null) return;
  const posts = await trx
    .updateTable('post_targets')
    .set((eb) => ({
      account_id: null,
      account_name: null,
      permalink: null,
      platform_post_id: null,
      // The platform is asked by it about what has not ended.
      handle: sql<string | null>`case when state in ('going_out', 'processing', 'unconfirmed') then handle end`,
      budget_scope: null,
      budget_day: null,
      revision: eb('revision', '+', 1),
      updated_at: now,
    }))
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .where('account_id', '=', accountId)
    .returningAll()
    .execute();
  // Its budget is named after it. Should it come back today, the platform itself still counts.
  await sql`delete from platform_budgets where platform = ${platform} and scope = ${accountId}
    and not exists (select from social_connections
      where platform = ${platform} and account_id = ${accountId} and user_id <> ${userId})`.execute(trx);
  if (posts.length === 0) return;
  const ids = posts.map(({ id }) => id);
  await sql`update post_attempts set handle = null where target_id = any (${ids})`.execute(trx);
  for (const post of posts) await announcePost(trx, post, now);
}
