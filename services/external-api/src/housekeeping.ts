import type { Clock } from '@reelwright/clock';
import type { Logger } from '@reelwright/logger';
import type { Kysely } from 'kysely';
import type { ExternalApiDatabase } from './database.ts';
import { pruneKeys } from './idempotency/idempotency.ts';
import { prunePosts } from './posts/post.repository.ts';
import { pruneWindows } from './rate-limits/rate-limit.ts';

const EVERY_MS = 3_600_000;

/** Deletes, every hour, rate windows that are over, idempotency keys after a day and posts after twelve months. */
export function createHousekeeping(deps: { db: Kysely<ExternalApiDatabase>; clock: Clock; logger: Logger }) {
  const { db, clock, logger } = deps;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  async function sweep(): Promise<void> {
    await pruneWindows(db, clock.real());
    await pruneKeys(db);
    await prunePosts(db, clock.now());
  }

  function run(): void {
    running = sweep()
      .catch((error: unknown) => logger.warn({ err: error }, 'old rows were not removed'))
      .finally(() => {
        if (!stopped) timer = setTimeout(run, EVERY_MS);
      });
  }

  return {
    name: 'housekeeping',
    start: run,
    sweep,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
