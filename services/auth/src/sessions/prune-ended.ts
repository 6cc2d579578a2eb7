import type { Logger } from '@reelwright/logger';
import { type Kysely, sql } from 'kysely';
import type { AuthDatabase } from '../database.ts';

const EVERY_MS = 3_600_000;

/** Removes sessions a day after their end (until then they are told as expired), and failures an hour forgiven. */
export async function pruneEnded(db: Kysely<AuthDatabase>): Promise<void> {
  await sql`delete from sessions where expire < clock_timestamp() - interval '1 day'`.execute(db);
  await sql`delete from admin_sessions where expire < clock_timestamp()`.execute(db);
  await sql`delete from failed_attempts
    where last_failed_at < clock_timestamp() - interval '1 hour' and blocked_until < clock_timestamp()`.execute(db);
}

/** Prunes at its start and every hour. */
export function createPruning(options: { db: Kysely<AuthDatabase>; logger: Logger }) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  function prune(): void {
    running = pruneEnded(options.db).catch((error: unknown) =>
      options.logger.warn({ err: error }, 'ended sessions are removed later'),
    );
  }
  return {
    name: 'pruning',
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
