import { AppError } from '@reelwright/errors';
import type { Logger } from '@reelwright/logger';
import type { ObjectStore } from './object-store.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * For the start of a service. Resolves when the store can be used, and while it does not answer, which may pass by itself.
 * @throws AppError STORE_REFUSES: another try would end the same way
 */
export async function requireAccess(store: ObjectStore, logger: Logger): Promise<void> {
  try {
    await store.check();
  } catch (error) {
    if (error instanceof AppError && error.code === 'STORE_REFUSES') throw error;
    logger.warn({ err: error }, 'The object store is not available yet');
  }
}

/** Deletes what killed processes left of their uploads a day ago or earlier; no upload takes that long. `now` is real time. */
export async function sweepUnfinished(
  store: ObjectStore,
  { now, logger }: { now: Date; logger: Logger },
): Promise<void> {
  const deleted = await store.deleteUnfinished(new Date(now.getTime() - DAY_MS));
  if (deleted > 0) logger.info({ deleted }, 'unfinished uploads were deleted from the object store');
}
