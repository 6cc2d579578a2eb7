import type { Clock } from '@reelwright/clock';
import type { Component } from '@reelwright/lifecycle';
import type { Logger } from '@reelwright/logger';
import type { Kysely } from 'kysely';
import type { PublishingDatabase } from '../database.ts';
import { dayIn } from './days.ts';

const EVERY_MS = 3_600_000;
/** A post up to 6 hours late may still speak of yesterday; the rest is for whoever asks what happened that month. */
const KEPT_MS = 30 * 86_400_000;

/** Forgets the days that have long ended. */
export async function pruneDays(db: Kysely<PublishingDatabase>, now: Date): Promise<void> {
  const before = dayIn('UTC', new Date(now.getTime() - KEPT_MS));
  await db.deleteFrom('platform_budgets').where('day', '<', before).execute();
}

/** Prunes at its start and every hour. */
export function createPruning(deps: { db: Kysely<PublishingDatabase>; clock: Clock; logger: Logger }): Component {
  const { db, clock, logger } = deps;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  function prune(): void {
    running = pruneDays(db, clock.now()).catch((error: unknown) =>
      logger.warn({ err: error }, 'old days of platform budgets are removed later'),
    );
  }
  return {
    name: 'budget pruning',
    async start() {
      prune();
      timer = setInterval(prune, EVERY_MS);
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
