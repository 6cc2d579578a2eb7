import { createQueue, type Queue } from '@reelwright/leases';
import { type Kysely, sql } from 'kysely';
import type { GenerationDatabase, GenerationJob } from '../database.ts';
import { LEASE_MS } from './generation-job.ts';

/**
 * Jobs whose try is due, in the order of `priority_at`. It is an hour before the post, or the request (`priorityAt`). A try
 * that failed moves it to the failure, and a user's other jobs to the start of one of theirs (`deferOtherJobs`).
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

/** Jobs of which something is to be removed: all of it, or the parts that the renderer kept until the job ended. */
export const erasureQueue = (db: Kysely<GenerationDatabase>): Queue<GenerationJob> =>
  createQueue({
    db,
    table: 'generation_jobs',
    due: 'next_attempt_at',
    where: sql`state = 'erasing' or (has_parts and state in ('done', 'failed', 'cancelled'))`,
    now: () => new Date(),
    leaseMs: LEASE_MS,
  });
