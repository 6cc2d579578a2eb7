import { sql, type Transaction } from 'kysely';
import type { AnalyticsDatabase } from '../database.ts';

type Trx = Transaction<AnalyticsDatabase>;

/**
 * Serialises the changes of one user, because events of different topics have no order and may arrive after the account
 * was deleted. @returns false for a deleted account
 */
export async function lockUser(trx: Trx, userId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 0))`.execute(trx);
  const deleted = await trx
    .selectFrom('deleted_users')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return deleted === undefined;
}

export async function insertUser(trx: Trx, userId: string, registeredAt: Date): Promise<void> {
  await trx
    .insertInto('users')
    .values({ user_id: userId, registered_at: registeredAt })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

/** Stores the id of a deleted user, so that a late event adds no rows. @returns the number of deleted rows */
export async function deleteUser(trx: Trx, userId: string, now: Date): Promise<number> {
  await trx.insertInto('deleted_users').values({ user_id: userId, deleted_at: now }).execute();
  const { numDeletedRows } = await trx.deleteFrom('users').where('user_id', '=', userId).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
