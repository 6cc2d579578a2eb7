import type { Clock } from '@reelwright/clock';
import type { ObjectStore } from '@reelwright/object-store';
import type { Kysely } from 'kysely';
import type { GenerationDatabase } from '../database.ts';
import { announceErasure, lockUser } from '../users/deleted-users.ts';
import { createPartStore } from '../video-models/part-store.ts';
import { type Job, removeParts } from './job.repository.ts';

export interface EraseJobDeps {
  readonly db: Kysely<GenerationDatabase>;
  readonly clock: Clock;
  readonly store: ObjectStore;
}

/**
 * Removes the parts that were kept of a job's video until it ended. Of one that is to be erased, also its files and then the row, so
 * that nothing is left that no row tells of. With the last one of a deleted account it says that the account is erased here.
 */
export async function eraseJob({ db, clock, store }: EraseJobDeps, job: Job): Promise<void> {
  if (job.has_parts) await createPartStore(store, job.video_id, job.variation).remove();
  if (job.state !== 'erasing') return removeParts(db, job);
  for (const suffix of ['mp4', 'webp']) await store.delete(`videos/${job.video_id}/${job.variation}.${suffix}`);
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, job.user_id);
    await trx
      .deleteFrom('generation_jobs')
      .where('id', '=', job.id)
      .where('lease_token', '=', job.lease_token)
      .execute();
    await announceErasure(trx, job.user_id, clock.now());
  });
}
