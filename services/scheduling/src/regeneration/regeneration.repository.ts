import type { Kysely, Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';

export async function lastRegeneratedAt(db: Kysely<SchedulingDatabase>, userId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('video_regenerations')
    .select('regenerated_at')
    .where('user_id', '=', userId)
    .orderBy('regenerated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.regenerated_at;
}

/** Completes earlier regenerations that were recorded while auth did not answer. An account never changes its address. */
export async function fillInEmail(trx: Transaction<SchedulingDatabase>, userId: string, email: string): Promise<void> {
  await trx
    .updateTable('video_regenerations')
    .set({ user_email: email })
    .where('user_id', '=', userId)
    .where('user_email', 'is', null)
    .execute();
}
