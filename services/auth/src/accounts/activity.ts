import type { Clock } from '@reelwright/clock';
import type { Logger } from '@reelwright/logger';
import type { Kysely } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import { markActive } from '../users/user.repository.ts';

const DAY_MS = 86_400_000;
const CACHE_SIZE = 10_000;

export interface ActivityRecorder {
  /** Records that a session or key of this user was used. Does not block. */
  record(userId: string): void;
}

/** Stores the day (product time) an account was last used, because accounts unused for five years are deleted. */
export function createActivityRecorder(deps: {
  db: Kysely<AuthDatabase>;
  clock: Clock;
  logger: Logger;
}): ActivityRecorder {
  const { db, clock, logger } = deps;
  const recordedAt = new Map<string, number>();

  return {
    record(userId) {
      const now = clock.now();
      if (Math.abs(now.getTime() - (recordedAt.get(userId) ?? Number.NEGATIVE_INFINITY)) < DAY_MS) return;
      if (recordedAt.size >= CACHE_SIZE) recordedAt.clear();
      recordedAt.set(userId, now.getTime());
      markActive(db, Number(userId), now).catch((error: unknown) => {
        recordedAt.delete(userId);
        logger.warn({ err: error }, 'could not record the use of an account');
      });
    },
  };
}
