import type { Clock } from '@reelwright/clock';
import type { ObjectStore } from '@reelwright/object-store';
import type { Kysely } from 'kysely';
import type { GenerationDatabase, GenerationJob } from '../database.ts';
import { announceErasure, lockUser } from '../users/deleted-users.ts';
import { createPartStore } from '../video-models/part-store.ts';
import { changeJob } from './change-job.ts';
import { deleteJob, lockLeasedJob } from './job.repository.ts';

export interface EraseJobDeps {
  readonly db: Kysely<GenerationDatabase>;
  readonly clock: Clock;
  readonly store: ObjectStore;
}

/**
 * Removes the stored parts of an ended job's video. For a job to erase, it also removes the files and then the row, so
 * that no file is left without a row. After the last job of a deleted user it publishes AccountErased.
 */
export async function eraseJob({ db, clock, store }: EraseJobDeps, job: GenerationJob): Promise<void> {
  if (job.has_parts) await createPartStore(store, job.video_id, job.variation).remove();
  if (job.state !== 'erasing') {
    await db.transaction().execute(async (trx) => {
      await changeJob(trx, await lockLeasedJob(trx, job), { type: 'parts_removed' }, clock.now());
    });
    return;
  }
  for (const suffix of ['mp4', 'webp']) await store.delete(`videos/${job.video_id}/${job.variation}.${suffix}`);
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, job.user_id);
    await deleteJob(trx, job);
    await announceErasure(trx, job.user_id, clock.now());
  });
}
