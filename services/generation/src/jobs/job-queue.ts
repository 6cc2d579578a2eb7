import { createQueue, type Queue } from '@reelwright/leases';
import { type Kysely, sql } from 'kysely';
import type { GenerationDatabase, GenerationJob } from '../database.ts';
import { LEASE_MS } from './job-limits.ts';

/**
 * Due jobs in the order of `priority_at`: an hour before the post, or the time of the request (`priorityAt`). A failed
 * attempt moves it to the failure; the start of a job moves it to now for the user's other jobs (`deferOtherJobs`).
 */
export const jobQueue = (db: Kysely<GenerationDatabase>, now: () => Date): Queue<GenerationJob> =>
  createQueue({
    db,
    table: 'generation_jobs',
    due: 'next_attempt_at',
    where: sql`state in ('queued', 'running')`,
    order: sql`priority_at, requested_at`,
    now,
    leaseMs: LEASE_MS,
  });

/** Jobs to erase, and ended jobs whose parts are still stored. */
export const erasureQueue = (db: Kysely<GenerationDatabase>): Queue<GenerationJob> =>
  createQueue({
    db,
    table: 'generation_jobs',
    due: 'next_attempt_at',
    where: sql`state = 'erasing' or (has_parts and state in ('done', 'failed', 'cancelled'))`,
    now: () => new Date(),
    leaseMs: LEASE_MS,
  });
