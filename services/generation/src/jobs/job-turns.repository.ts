import { events } from '@reelwright/contracts';
import { createQueue, type Queue } from '@reelwright/leases';
import { enqueueEvent } from '@reelwright/outbox';
import type { RenderWait } from '@reelwright/product';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { GenerationDatabase } from '../database.ts';
import { type Job, lockRunning, progressOf, TABLE } from './generation-job.repository.ts';
import { BUSY_WAIT_MS, LEASE_MS, ROOM_WAIT_MS } from './generation-job.ts';
import { retryDelayMs } from './patience.ts';

/**
 * Jobs whose try is due, in the order of `turn_at`. It begins an hour before the video posts, or at the request (`turnAt`).
 * A try that failed moves it to the failure, and a person's other videos to the start of one of theirs (`passTurnOn`).
 */
export const jobQueue = (db: Kysely<GenerationDatabase>, now: () => Date): Queue<Job> =>
  createQueue({
    db,
    table: TABLE,
    due: 'next_attempt_at',
    where: sql`state in ('queued', 'running')`,
    order: sql`turn_at, requested_at`,
    now,
    leaseMs: LEASE_MS,
  });

/** Jobs of which something is to be removed: all of it, or the parts that the model kept until the job ended. */
export const erasureQueue = (db: Kysely<GenerationDatabase>): Queue<Job> =>
  createQueue({
    db,
    table: TABLE,
    due: 'next_attempt_at',
    where: sql`state = 'erasing' or (has_drafts and state in ('done', 'failed', 'cancelled'))`,
    now: () => new Date(),
    leaseMs: LEASE_MS,
  });

/** Marks the job as running. A retry of a remote model is not announced before the model has taken it. False: it was cancelled. */
export async function beginJob(
  db: Kysely<GenerationDatabase>,
  job: Job,
  model: { readonly name: string; readonly free: boolean },
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockRunning(trx, job))) return false;
    await trx
      .updateTable(TABLE)
      .set({
        state: 'running',
        code: null,
        model: model.name,
        started_at: sql<Date>`coalesce(started_at, ${now})`,
        begun_at: job.operation === null ? sql<Date>`clock_timestamp()` : job.begun_at,
        expected_at: null,
        pace_ms: null,
        // What this machine drew stays until it is removed, also when another model makes the video in the end.
        has_drafts: job.has_drafts || model.free,
      })
      .where('id', '=', job.id)
      .execute();
    await passTurnOn(trx, job, now);
    if (model.free || job.code === null)
      await enqueueEvent(trx, events.VideoProgressed, progressOf(job, 'rendering', job.percent, now), now);
    return true;
  });
}

/**
 * While one video of a person is begun, their others go behind those who wait already. Videos with a time ahead keep
 * their place. Rows that someone else holds are left out, so that two of these can't wait for each other.
 */
async function passTurnOn(trx: Transaction<GenerationDatabase>, job: Job, now: Date): Promise<void> {
  await sql`
    update ${sql.table(TABLE)} set turn_at = ${now}
     where id in (
       select id from ${sql.table(TABLE)}
        where user_id = ${job.user_id} and id <> ${job.id} and state in ('queued', 'running') and turn_at < ${now}
          and (publish_at is null or publish_at <= ${now})
          and (leased_until is null or leased_until < clock_timestamp())
        for update skip locked)`.execute(trx);
}

/**
 * Gives the job back for a later try, at the latest when it is to be given up. Behind those that wait for their first, but
 * for a full store, which is no failed try.
 */
export async function postponeJob(
  db: Kysely<GenerationDatabase>,
  job: Job,
  code: RenderWait,
  { now, endsAt, crashed = false }: { now: Date; endsAt: Date; crashed?: boolean },
): Promise<void> {
  const tried = code !== 'STORE_FULL';
  const nextTryAt = new Date(Math.min(now.getTime() + delayMs(code, job.attempts), endsAt.getTime()));
  await db.transaction().execute(async (trx) => {
    if (!(await lockRunning(trx, job))) return;
    await trx
      .updateTable(TABLE)
      .set((eb) => ({
        code,
        attempts: eb('attempts', '+', tried ? 1 : 0),
        crashes: eb('crashes', '+', crashed ? 1 : 0),
        next_attempt_at: nextTryAt,
        ...(tried && { turn_at: sql<Date>`greatest(turn_at, ${now})` }),
        leased_until: null,
      }))
      .where('id', '=', job.id)
      .execute();
    await enqueueEvent(
      trx,
      events.VideoProgressed,
      { ...progressOf(job, 'waiting', job.percent, now), code, nextTryAt },
      now,
    );
  });
}

function delayMs(code: RenderWait, attempts: number): number {
  if (code === 'STORE_FULL') return ROOM_WAIT_MS;
  return Math.max(retryDelayMs(attempts + 1), code === 'MODEL_BUSY' ? BUSY_WAIT_MS : 0);
}

/** Lets go of a job at a stop, so that the next process need not wait for the lease to end. */
export async function releaseJob(db: Kysely<GenerationDatabase>, job: Job): Promise<void> {
  await db
    .updateTable(TABLE)
    .set({ leased_until: null })
    .where('id', '=', job.id)
    .where('lease_token', '=', job.lease_token)
    .execute();
}
