import type { Clock } from '@reelwright/clock';
import { AppError } from '@reelwright/errors';
import type { Logger } from '@reelwright/logger';
import type { ObjectStore } from '@reelwright/object-store';
import type { Kysely } from 'kysely';
import type { GenerationDatabase } from '../database.ts';
import { failJob, type Job } from './job.repository.ts';
import { postponeJob } from './job-queue.ts';

/** As large as clips come. */
const CLIP_BYTES = 16 * 1024 * 1024;

interface RoomDeps {
  readonly db: Kysely<GenerationDatabase>;
  readonly clock: Clock;
  readonly store: ObjectStore;
  readonly logger: Logger;
}

/**
 * Whether a job that found the object store full may go on. While it may not, nothing is drawn, started or asked for:
 * the finished file would be lost again.
 */
export async function mayKeepClip({ db, clock, store, logger }: RoomDeps, job: Job, endsAt: Date): Promise<boolean> {
  if (await hasRoom(store, `videos/${job.video_id}/${job.variation}.room`)) return true;
  const now = clock.now();
  if (now >= endsAt) {
    logger.error({ jobId: job.id, videoId: job.video_id }, 'video given up: no room in the object store');
    await failJob(db, job, 'NO_ROOM_IN_TIME', now);
  } else await postponeJob(db, job, 'STORE_FULL', { now, endsAt });
  return false;
}

/** Found out by taking it, which heeds quotas too, and works alike for each kind of store. */
async function hasRoom(store: ObjectStore, key: string): Promise<boolean> {
  try {
    await store.put(key, Buffer.alloc(CLIP_BYTES));
    await store.delete(key);
    return true;
  } catch (error) {
    if (isStoreFull(error)) return false;
    throw error;
  }
}

export const isStoreFull = (error: unknown): boolean => error instanceof AppError && error.code === 'STORE_FULL';
