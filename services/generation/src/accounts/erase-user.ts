import type { ErasedItem } from '@reelwright/product';
import type { Transaction } from 'kysely';
import { eraseBranding } from '../branding/branding.repository.ts';
import type { GenerationDatabase } from '../database.ts';
import { countJobs, requestErasureOfUser } from '../jobs/job.repository.ts';
import { announceErasure, insertDeletedUser, lockUser } from '../users/deleted-users.ts';

/**
 * Deletes a user's branding, and marks all jobs for the eraser, which removes their files and rows. A worker stops the
 * attempt it is making.
 */
export async function eraseUser(trx: Transaction<GenerationDatabase>, userId: string, now: Date): Promise<void> {
  await lockUser(trx, userId);
  const { jobs, files } = await countJobs(trx, userId);
  const erased: ErasedItem[] = [
    { kind: 'video_file', count: files },
    { kind: 'video_request', count: jobs },
    { kind: 'branding', count: await eraseBranding(trx, userId) },
  ];
  await insertDeletedUser(trx, { userId, erased, now });
  await requestErasureOfUser(trx, userId);
  await announceErasure(trx, userId, now);
}
