import type { Transaction } from 'kysely';
import type { DriveDatabase } from '../database.ts';

/**
 * Holds the user until the transaction ends and says whether the account is still there. News of videos comes on topics of
 * its own, in any order with the deletion, so whatever makes a row for a user asks here first.
 */
export async function lockUser(trx: Transaction<DriveDatabase>, userId: string): Promise<boolean> {
  await trx
    .insertInto('drive_folders')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  const { state } = await trx
    .selectFrom('drive_folders')
    .select('state')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return state !== 'erasing' && state !== 'erased';
}
