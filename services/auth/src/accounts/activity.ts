import type { Clock } from '@reelwright/clock';
import type { Logger } from '@reelwright/logger';
import type { Kysely } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import { markActive } from '../users/user.repository.ts';

const DAY_MS = 86_400_000;
const REMEMBERED = 10_000;

export interface ActivityNotes {
  /** Notes that a session or key of this user was used. Does not block. */
  note(userId: string): void;
}

/** Stores, to the day of product time, when an account was last used: those unused for five years are deleted. */
export function createActivityNotes(deps: { db: Kysely<AuthDatabase>; clock: Clock; logger: Logger }): ActivityNotes {
  const { db, clock, logger } = deps;
  const noted = new Map<string, number>();

  return {
    note(userId) {
      const now = clock.now();
      if (Math.abs(now.getTime() - (noted.get(userId) ?? Number.NEGATIVE_INFINITY)) < DAY_MS) return;
      if (noted.size >= REMEMBERED) noted.clear();
      noted.set(userId, now.getTime());
      markActive(db, Number(userId), now).catch((error: unknown) => {
        noted.delete(userId);
        logger.warn({ err: error }, 'could not note that an account is used');
      });
    },
  };
}
