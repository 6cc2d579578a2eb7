import { events } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import { sql, type Transaction } from 'kysely';
import type { GenerationDatabase } from '../database.ts';

/**
 * Holds the user until the transaction ends and says whether the account is still there. Requests and deletions come on
 * topics of their own, in any order, so whatever makes a row for a user asks here first.
 */
export async function lockUser(trx: Transaction<GenerationDatabase>, userId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 0))`.execute(trx);
  const deleted = trx.selectFrom('deleted_users').select('user_id').where('user_id', '=', userId);
  return (await deleted.executeTakeFirst()) === undefined;
}

/** Keeps the bare id, so that nothing is made for it again, and hands all its jobs to the eraser. Call lockUser first. */
export async function eraseUser(trx: Transaction<GenerationDatabase>, userId: string, now: Date): Promise<void> {
  const { videos, requests } = await trx
    .selectFrom('generation_jobs')
    .select((eb) => [eb.fn.count<number>('media_key').as('videos'), eb.fn.countAll<number>().as('requests')])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const erased = [
    { what: 'video files', count: Number(videos) },
    { what: 'video requests', count: Number(requests) },
  ];
  await trx
    .insertInto('deleted_users')
    .values({ user_id: userId, deleted_at: now, erased: JSON.stringify(erased) })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  await trx
    .updateTable('generation_jobs')
    .set({ state: 'erasing', next_attempt_at: sql<Date>`clock_timestamp()` })
    .where('user_id', '=', userId)
    .where('state', '!=', 'erasing')
    .execute();
  await announceErasure(trx, userId, now);
}

/** Says once that a deleted user has nothing left here. Call lockUser first: the last two jobs may go at the same time. */
export async function announceErasure(trx: Transaction<GenerationDatabase>, userId: string, now: Date): Promise<void> {
  const told = await trx
    .updateTable('deleted_users')
    .set({ announced_at: now })
    .where('user_id', '=', userId)
    .where('announced_at', 'is', null)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('generation_jobs').select('id').where('generation_jobs.user_id', '=', userId))),
    )
    .returning('erased')
    .executeTakeFirst();
  if (!told) return;
  const { erased: items } = told;
  await enqueueEvent(trx, events.AccountErased, { userId, service: 'generation', items, erasedAt: now }, now);
}
