import { AppError } from '@reelwright/errors';
import type { ObjectStore } from '@reelwright/object-store';
import type { GenerationJob } from '../database.ts';

/** The size of the largest clips. */
const CLIP_BYTES = 16 * 1024 * 1024;

/**
 * Whether a clip of the job fits into the object store. It writes a test file, which works for each kind of store and
 * its quotas.
 */
export async function hasCapacity(store: ObjectStore, job: GenerationJob): Promise<boolean> {
  const key = `videos/${job.video_id}/${job.variation}.room`;
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
