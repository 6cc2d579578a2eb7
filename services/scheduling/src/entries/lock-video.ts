import { requireCurrentDatabase } from '@reelwright/outbox';
import type { Selectable, Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';

export type LockedVideo = Selectable<SchedulingDatabase['scheduled_videos']>;

/** Locks the account and the video of an event. Undefined: it is not this user's, or was erased with its account. */
export async function lockVideo(
  trx: Transaction<SchedulingDatabase>,
  videoId: string,
  userId: string,
): Promise<LockedVideo | undefined> {
  await trx.selectFrom('usage_accounts').select('user_id').where('user_id', '=', userId).forUpdate().execute();
  const video = await trx
    .selectFrom('scheduled_videos')
    .selectAll()
    .where('id', '=', videoId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  // A restored database may still lack the entry: the event is retried until it has caught up.
  if (!video) await requireCurrentDatabase(trx);
  return video;
}
