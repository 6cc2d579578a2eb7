import { type Kysely, sql } from 'kysely';
import type { GenerationDatabase } from '../database.ts';

const BATCH = 1_000;

/**
 * Hands to the eraser what was made, or asked for in vain, three months ago, as the privacy policy says; but not what is
 * still to go out, for an entry may have been moved after its video was made. Copies in people's own folders are theirs.
 */
export async function expireJobs(db: Kysely<GenerationDatabase>, now: Date): Promise<void> {
  for (let marked = BATCH; marked === BATCH; ) {
    const { numAffectedRows } = await sql`
      update generation_jobs set state = 'erasing', next_attempt_at = clock_timestamp()
       where id in (
         select id from generation_jobs
          where state in ('done', 'failed', 'cancelled')
            and coalesce(finished_at, requested_at) < ${now}::timestamptz - interval '3 months'
            and (publish_at is null or publish_at < ${now}::timestamptz - interval '7 days')
          limit ${BATCH})`.execute(db);
    marked = Number(numAffectedRows ?? 0);
  }
}
