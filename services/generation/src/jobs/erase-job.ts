import type { Clock } from '@reelwright/clock';
import type { ObjectStore } from '@reelwright/object-store';
import type { Kysely } from 'kysely';
import { lockUser, tellWhenErased } from '../accounts/account.repository.ts';
import type { GenerationDatabase } from '../database.ts';
import type { Job } from './generation-job.repository.ts';

export interface EraseJobDeps {
  readonly db: Kysely<GenerationDatabase>;
  readonly clock: Clock;
  readonly store: ObjectStore;
}

/**
 * Removes the files of a job and then the row, so that nothing is left that no row tells of. With the last one of a
 * deleted account it says that the account is erased here.
 */
export async function eraseJob({ db, clock, store }: EraseJobDeps, job: Job): Promise<void> {
  for (const suffix of ['mp4', 'webp']) await store.delete(`videos/${job.video_id}/${job.variation}.${suffix}`);
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, job.user_id);
    await trx
      .deleteFrom('generation_jobs')
      .where('id', '=', job.id)
      .where('lease_token', '=', job.lease_token)
      .execute();
    await tellWhenErased(trx, job.user_id, clock.now());
  });
}
