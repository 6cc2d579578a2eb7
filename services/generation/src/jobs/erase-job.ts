import type { Clock } from '@reelwright/clock';
import type { ObjectStore } from '@reelwright/object-store';
import type { Kysely } from 'kysely';
import { lockUser, tellWhenErased } from '../accounts/account.repository.ts';
import type { GenerationDatabase } from '../database.ts';
import type { Job } from './generation-job.repository.ts';

/** The point at which tests let the process die: the files are gone and the row still tells of them. */
export type EraseCheckpoint = 'media-erased';

export interface EraseJobDeps {
  readonly db: Kysely<GenerationDatabase>;
  readonly clock: Clock;
  readonly store: ObjectStore;
  readonly checkpoint: (name: EraseCheckpoint) => Promise<void>;
}

/**
 * Removes the files of a job and then the row, so that nothing is left that no row tells of. With the last one of a
 * deleted account it says that the account is erased here.
 */
export async function eraseJob({ db, clock, store, checkpoint }: EraseJobDeps, job: Job): Promise<void> {
  for (const suffix of ['mp4', 'webp']) await store.delete(`videos/${job.video_id}/${job.variation}.${suffix}`);
  await checkpoint('media-erased');
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
