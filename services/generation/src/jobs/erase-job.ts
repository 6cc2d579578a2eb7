import type { ObjectStore } from '@reelwright/object-store';
import type { Kysely } from 'kysely';
import type { GenerationDatabase } from '../database.ts';
import type { Job } from './generation-job.repository.ts';

/** Removes the files of a job and then the row, so that nothing is left that no row tells of. */
export async function eraseJob(db: Kysely<GenerationDatabase>, store: ObjectStore, job: Job): Promise<void> {
  for (const suffix of ['mp4', 'webp']) await store.delete(`videos/${job.video_id}/${job.variation}.${suffix}`);
  await db.deleteFrom('generation_jobs').where('id', '=', job.id).where('lease_token', '=', job.lease_token).execute();
}
