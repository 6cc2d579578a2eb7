import type { Clock } from '@reelwright/clock';
import type { Logger } from '@reelwright/logger';
import type { Kysely } from 'kysely';
import type { AnalyticsDatabase } from '../database.ts';
import { deletePageViews } from '../page-views/page-view.repository.ts';
import { anonymizeOldPayments } from '../plans/plan.repository.ts';
import { anonymizeOldVideos } from '../videos/video.repository.ts';
import { deleteOldViews } from '../views/views.repository.ts';

const KEEP_MONTHS = 12;
const BATCH = 5_000;
const EVERY_MS = 6 * 3_600_000;

/**
 * Deletes single page views and views of posts, and removes users' ids from counted videos, after twelve months; from
 * payments after ten years (privacy policy). Several processes may run it at the same time.
 */
export function createRetention({
  db,
  clock,
  logger,
}: {
  db: Kysely<AnalyticsDatabase>;
  clock: Clock;
  logger: Logger;
}) {
  let timer: NodeJS.Timeout | undefined;
  let currentSweep: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function sweep(): Promise<void> {
    const before = clock.now();
    before.setUTCMonth(before.getUTCMonth() - KEEP_MONTHS);
    let deleted = 0;
    do deleted = await deletePageViews(db, before, BATCH);
    while (deleted === BATCH && !isStopped);
    if (isStopped) return;
    await anonymizeOldVideos(db, clock.now());
    await anonymizeOldPayments(db, clock.now());
    await deleteOldViews(db, clock.now());
  }

  function run(): void {
    currentSweep = sweep()
      .catch((error: unknown) => logger.warn({ err: error }, 'old page views could not be deleted'))
      .finally(() => {
        if (!isStopped) timer = setTimeout(run, EVERY_MS);
      });
  }

  async function stop(): Promise<void> {
    isStopped = true;
    clearTimeout(timer);
    await currentSweep;
  }

  return {
    name: 'retention',
    start: run,
    sweep,
    drain: stop,
    stop,
  };
}
