import { AppError } from '@reelwright/errors';
import type { Transaction, Updateable } from 'kysely';
import { type CauseCode, causeOf } from '../catalogue/causes.ts';
import type { ConnectionRow, ConnectionTable, PublishingDatabase } from '../database.ts';
import type { Platform } from '../platforms/platform.ts';
import { MISSED_AFTER_MS } from '../posts/post-target.ts';
import { writeChange } from '../posts/post-targets.repository.ts';
import { reopened } from '../posts/settle.ts';
import { announceConnection } from './connections.repository.ts';

type Trx = Transaction<PublishingDatabase>;

/**
 * Changes a connection that lives, tells of it, and wakes the posts that wait for it.
 * @param grantNo the consent the change was made for; under another one it may be for another account.
 * @param set what to write, worked out from the row as it is now.
 * @throws AppError ABORTED CONNECTION_CHANGED
 */
export async function changeConnection(
  trx: Trx,
  { id, grantNo, now }: { id: string; grantNo: number; now: Date },
  set: (current: ConnectionRow) => Updateable<ConnectionTable>,
): Promise<ConnectionRow> {
  const current = await trx
    .selectFrom('social_connections')
    .selectAll()
    .where('id', '=', id)
    .where('grant_no', '=', grantNo)
    .where('state', '<>', 'disconnected')
    .forUpdate()
    .executeTakeFirst();
  if (!current) {
    throw new AppError('ABORTED', 'CONNECTION_CHANGED', 'The connection has just changed. Please try again.');
  }
  const row = await trx
    .updateTable('social_connections')
    .set({ ...set(current), revision: current.revision + 1, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await announceConnection(trx, row, now);
  await resumePosts(trx, { userId: row.user_id, platform: row.platform, now });
  return row;
}

/** Lets the worker look again at a user's posts that have not gone out to a platform. */
export async function wakePosts(
  trx: Trx,
  { userId, platform, now }: { userId: string; platform: Platform; now: Date },
): Promise<void> {
  // In one order, as there is no video to lock first.
  const waiting = await trx
    .selectFrom('post_targets')
    .select('id')
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .where('state', 'in', ['waiting', 'staging', 'staged'])
    .orderBy('id')
    .forUpdate()
    .execute();
  if (waiting.length === 0) return;
  const ids = waiting.map(({ id }) => id);
  await trx.updateTable('post_targets').set({ next_action_at: now }).where('id', 'in', ids).execute();
}

/** What a post ended with for want of the connection alone. */
const wantedConnection = (code: CauseCode): boolean =>
  ['NOT_CONNECTED', 'RECONNECT_NEEDED', 'SETUP_NEEDED', 'PAGE_NOT_CHOSEN'].includes(code) ||
  causeOf(code).connection !== undefined;

/**
 * A connection works again: what waits for it is looked at now, and what ended for want of it is taken up again as long
 * as its time is not missed. Whatever else has changed meanwhile the worker sees by itself.
 */
export async function resumePosts(
  trx: Trx,
  { userId, platform, now }: { userId: string; platform: Platform; now: Date },
): Promise<void> {
  await wakePosts(trx, { userId, platform, now });
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
    const disconnected = code === 'DISCONNECTED' && target.due_at > now;
    if (!code || !(disconnected || (state !== 'cancelled' && wantedConnection(code)))) continue;
    await writeChange(trx, target, reopened(now), { now });
  }
}
