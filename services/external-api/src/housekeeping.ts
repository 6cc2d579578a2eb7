import type { Clock } from '@reelwright/clock';
import type { Logger } from '@reelwright/logger';
import { type Kysely, sql } from 'kysely';
import type { ExternalApiDatabase } from './database.ts';

const EVERY_MS = 3_600_000;

/** Forgets hours that are over, idempotency keys after a day, and posts after the twelve months that usage is kept. */
export function createHousekeeping(deps: { db: Kysely<ExternalApiDatabase>; clock: Clock; logger: Logger }) {
  const { db, clock, logger } = deps;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  async function sweep(): Promise<void> {
    await sql`delete from rate_windows where window_start < ${clock.real()}::timestamptz - interval '2 hours'`.execute(
      db,
    );
    // A key without an answer is held while its request runs.
    await sql`delete from idempotency_keys
      where expires_at < clock_timestamp() and (status is not null or leased_until < clock_timestamp())`.execute(db);
    // A request's posts go together: what is left of one would be another answer.
    await sql`delete from partner_posts p where p.updated_at < ${clock.now()}::timestamptz - interval '12 months'
      and not exists (select from partner_posts o where o.request_id = p.request_id
        and o.updated_at >= ${clock.now()}::timestamptz - interval '12 months')`.execute(db);
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
