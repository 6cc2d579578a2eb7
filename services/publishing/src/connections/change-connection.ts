import { AppError } from '@reelwright/errors';
import type { Transaction, Updateable } from 'kysely';
import { wantsConnection } from '../causes/causes.ts';
import type { ConnectionRow, ConnectionTable, PublishingDatabase } from '../database.ts';
import { MISSED_AFTER_MS } from '../posts/post-target.ts';
import { writeChange } from '../posts/post-targets.repository.ts';
import { reopened } from '../posts/settle.ts';
import { lookAgain, releasePosts } from '../posts/tell-connection.ts';
import { grantProblem } from './connection.ts';
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
  await resumePosts(trx, row, now);
  return row;
}

/**
 * A connection works again: what waits for it is looked at now, and what ended for want of it is taken up again as long
 * as its time is not missed. What could not be asked about without it is asked about. Whatever else has changed meanwhile the worker sees by itself.
 */
export async function resumePosts(trx: Trx, connection: ConnectionRow, now: Date): Promise<void> {
  const { user_id: userId, platform } = connection;
  await releasePosts(trx, { userId, platform, now }, grantProblem(platform, connection));
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
  await lookAgain(trx, { userId, platform, now });
}
