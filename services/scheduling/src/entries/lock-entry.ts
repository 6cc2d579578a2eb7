import { requireCurrentDatabase } from '@reelwright/outbox';
import type { Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import type { Entry } from './entry.ts';
import { toEntry } from './entry-columns.ts';

/** Locks the account and the entry of a video. Undefined if it is not this user's, or was erased with its account. */
export async function lockEntry(
  trx: Transaction<SchedulingDatabase>,
  videoId: string,
  userId: string,
): Promise<Entry | undefined> {
  await trx.selectFrom('usage_accounts').select('user_id').where('user_id', '=', userId).forUpdate().execute();
  const row = await trx
    .selectFrom('scheduled_videos')
    .selectAll()
    .where('id', '=', videoId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  // A restored database may lack the entry until it has caught up; until then the event is retried.
  if (!row) await requireCurrentDatabase(trx);
  return row && toEntry(row);
}
