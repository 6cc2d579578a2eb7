import type { Kysely } from 'kysely';
import type { GenerationDatabase } from '../database.ts';
import { requestErasureOfExpired } from './job.repository.ts';

const BATCH = 1_000;

/**
 * Marks jobs that ended three months ago for the eraser (privacy policy). Copies in users' own folders stay.
 */
export async function expireJobs(db: Kysely<GenerationDatabase>, now: Date): Promise<void> {
  for (let markedJobs = BATCH; markedJobs === BATCH; )
    markedJobs = await requestErasureOfExpired(db, { now, limit: BATCH });
}
