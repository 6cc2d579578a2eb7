import { requireCurrentDatabase } from '@reelwright/outbox';
import type { Selectable, Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';

export type LockedVideo = Selectable<SchedulingDatabase['scheduled_videos']>;

/** Holds the account and the video an event speaks of. None: it is not this user's, or was erased with its account. */
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
  // An entry that a restore has taken away comes back in a moment: what is said of it waits.
  if (!video) await requireCurrentDatabase(trx);
  return video;
}
