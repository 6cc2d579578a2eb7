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
export async function eraseUser(trx: Transaction<GenerationDatabase>, userId: string, deletedAt: Date): Promise<void> {
  await trx
    .insertInto('deleted_users')
    .values({ user_id: userId, deleted_at: deletedAt })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  await trx
    .updateTable('generation_jobs')
    .set({ state: 'erasing', next_attempt_at: sql<Date>`clock_timestamp()` })
    .where('user_id', '=', userId)
    .where('state', '!=', 'erasing')
    .execute();
}
