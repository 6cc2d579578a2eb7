import type { Clock } from '@reelwright/clock';
import type { Logger } from '@reelwright/logger';
import type { Kysely } from 'kysely';
import { unnameUsage } from '../accounts/unname-usage.ts';
import type { AnalyticsDatabase } from '../database.ts';
import { forgetPageViews } from './page-view.repository.ts';

const KEEP_MONTHS = 12;
const BATCH = 5_000;
const EVERY_MS = 6 * 3_600_000;

/**
 * Forgets single views, and whose the counted videos were, after twelve months, as the privacy policy says of usage logs.
 * Several at once do no harm.
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
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  async function sweep(): Promise<void> {
    const before = clock.now();
    before.setUTCMonth(before.getUTCMonth() - KEEP_MONTHS);
    let gone = 0;
    do gone = await forgetPageViews(db, before, BATCH);
    while (gone === BATCH && !stopped);
    if (!stopped) await unnameUsage(db, clock.now());
  }

  function run(): void {
    running = sweep()
      .catch((error: unknown) => logger.warn({ err: error }, 'old page views were not removed'))
      .finally(() => {
        if (!stopped) timer = setTimeout(run, EVERY_MS);
      });
  }

  return {
    name: 'retention',
    start: run,
    sweep,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
