import { events } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import type { ErasedItem } from '@reelwright/product';
import { sql, type Transaction } from 'kysely';
import type { GenerationDatabase } from '../database.ts';

/**
 * Locks the user until the transaction ends. Requests and deletions arrive on separate topics, in any order, so call it
 * before inserting a row for a user. @returns false when the user is deleted
 */
export async function lockUser(trx: Transaction<GenerationDatabase>, userId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 0))`.execute(trx);
  const deleted = trx.selectFrom('deleted_users').select('user_id').where('user_id', '=', userId);
  return (await deleted.executeTakeFirst()) === undefined;
}

/** Stores the erased items and the user's id, so that no more videos are made for it. Call lockUser first. */
export async function insertDeletedUser(
  trx: Transaction<GenerationDatabase>,
  { userId, erased, now }: { userId: string; erased: readonly ErasedItem[]; now: Date },
): Promise<void> {
  await trx
    .insertInto('deleted_users')
    .values({ user_id: userId, deleted_at: now, erased: JSON.stringify(erased) })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

/**
 * Publishes AccountErased once, when no job of a deleted user is left. Call lockUser first, because the last two jobs
 * may end together.
 */
export async function announceErasure(trx: Transaction<GenerationDatabase>, userId: string, now: Date): Promise<void> {
  const announced = await trx
    .updateTable('deleted_users')
    .set({ announced_at: now })
    .where('user_id', '=', userId)
    .where('announced_at', 'is', null)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('generation_jobs').select('id').where('generation_jobs.user_id', '=', userId))),
    )
    .returning('erased')
    .executeTakeFirst();
  if (!announced) return;
  const { erased: items } = announced;
  await enqueueEvent(trx, events.AccountErased, { userId, service: 'generation', items, erasedAt: now }, now);
}
