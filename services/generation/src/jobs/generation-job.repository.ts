import { events } from '@reelwright/contracts';
import { claimDue, type Lease, requireLease } from '@reelwright/leases';
import { enqueueEvent } from '@reelwright/outbox';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { GenerationDatabase } from '../database.ts';
import {
  BUSY_WAIT_SECONDS,
  type FailureCode,
  failures,
  LEASE_MS,
  ROOM_WAIT_SECONDS,
  retryDelaySeconds,
  type WaitCode,
  waits,
} from './generation-job.ts';

export type Job = Selectable<GenerationDatabase['generation_jobs']>;

const TABLE = 'generation_jobs';

/**
 * Jobs whose try is due: what posts soonest first, however long the others have waited, and what has no time to post as
 * if it posted when it was asked for. The waits between tries are real time.
 */
export function claimJobs(db: Kysely<GenerationDatabase>, limit: number): Promise<Job[]> {
  return claimDue<Job>(db, {
    table: TABLE,
    due: 'next_attempt_at',
    now: new Date(),
    where: sql`state in ('queued', 'running')`,
    order: sql`coalesce(publish_at, requested_at)`,
    limit,
    leaseMs: LEASE_MS,
  });
}

export function claimErasures(db: Kysely<GenerationDatabase>, limit: number): Promise<Job[]> {
  return claimDue<Job>(db, {
    table: TABLE,
    due: 'next_attempt_at',
    now: new Date(),
    where: sql`state = 'erasing'`,
    limit,
    leaseMs: LEASE_MS,
  });
}

export const leaseOf = (job: Job): Lease => ({ id: job.id, token: job.lease_token });

/** Locks the job under its lease; undefined when it was cancelled meanwhile. */
async function lockRunning(trx: Transaction<GenerationDatabase>, job: Job): Promise<boolean> {
  await requireLease(trx, TABLE, leaseOf(job));
  const row = await trx.selectFrom(TABLE).select('state').where('id', '=', job.id).executeTakeFirstOrThrow();
  return row.state === 'queued' || row.state === 'running';
}

/** Marks the job as running and says so. False: it was cancelled. */
export async function beginJob(
  db: Kysely<GenerationDatabase>,
  job: Job,
  fields: { model: string; deadlineAt: Date },
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockRunning(trx, job))) return false;
    await trx
      .updateTable(TABLE)
      .set({
        state: 'running',
        code: null,
        model: fields.model,
        started_at: sql<Date>`coalesce(started_at, ${now})`,
        deadline_at: fields.deadlineAt,
      })
      .where('id', '=', job.id)
      .execute();
    await enqueueEvent(trx, events.VideoProgressed, progressOf(job, 'rendering', job.percent, now), now);
    return true;
  });
}

/**
 * Before a call that may cost money: counted first, so that a lost answer cannot be repeated for ever. The words are kept
 * with the start, so that whoever takes the work up later, with newer ones, leaves it at those that made it.
 */
export const recordStart = (db: Kysely<GenerationDatabase>, job: Job, promptVersion: string): Promise<void> =>
  countStart(db, job, 1, { prompt_version: promptVersion });

/** The model said that it began nothing. */
export const takeStartBack = (db: Kysely<GenerationDatabase>, job: Job): Promise<void> => countStart(db, job, -1);

async function countStart(
  db: Kysely<GenerationDatabase>,
  job: Job,
  change: 1 | -1,
  kept: { prompt_version?: string } = {},
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requireLease(trx, TABLE, leaseOf(job));
    await trx
      .updateTable(TABLE)
      .set((eb) => ({ ...kept, starts: eb('starts', '+', change) }))
      .where('id', '=', job.id)
      .execute();
  });
}

/** The model's name for the work, kept before anything else happens. */
export async function recordOperation(
  db: Kysely<GenerationDatabase>,
  job: Job,
  operation: string | null,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requireLease(trx, TABLE, leaseOf(job));
    await trx.updateTable(TABLE).set({ operation }).where('id', '=', job.id).execute();
  });
}

/** How far it is, and another stretch of the lease. False: the job was cancelled. @throws LeaseLost */
export async function recordProgress(
  db: Kysely<GenerationDatabase>,
  job: Job,
  percent: number,
  announce: boolean,
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockRunning(trx, job))) return false;
    await trx
      .updateTable(TABLE)
      .set({ percent, leased_until: sql<Date>`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'` })
      .where('id', '=', job.id)
      .execute();
    if (announce) await enqueueEvent(trx, events.VideoProgressed, progressOf(job, 'rendering', percent, now), now);
    return true;
  });
}

export interface FinishedVideo {
  readonly mediaKey: string;
  readonly posterKey: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly durationMs: number;
  readonly width: number;
  readonly height: number;
  readonly hasAudio: boolean;
}

/** False: it was cancelled while it was made; the stored files are then nobody's. */
export async function finishJob(
  db: Kysely<GenerationDatabase>,
  job: Job,
  video: FinishedVideo,
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockRunning(trx, job))) return false;
    await trx
      .updateTable(TABLE)
      .set({
        state: 'done',
        percent: 100,
        finished_at: now,
        media_key: video.mediaKey,
        poster_key: video.posterKey,
        bytes: video.bytes,
        sha256: video.sha256,
        leased_until: null,
      })
      .where('id', '=', job.id)
      .execute();
    const { video_id: videoId, user_id: userId, variation } = job;
    await enqueueEvent(trx, events.VideoGenerated, { videoId, userId, variation, ...video, generatedAt: now }, now);
    return true;
  });
}

export async function failJob(db: Kysely<GenerationDatabase>, job: Job, code: FailureCode, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await lockRunning(trx, job))) return;
    await trx
      .updateTable(TABLE)
      .set({ state: 'failed', code, finished_at: now, leased_until: null })
      .where('id', '=', job.id)
      .execute();
    const { video_id: videoId, user_id: userId, variation } = job;
    const { cause: message, fix } = failures[code];
    await enqueueEvent(trx, events.VideoFailed, { videoId, userId, variation, code, message, fix, failedAt: now }, now);
  });
}

/** Gives the job back for a later try. */
export function postponeJob(db: Kysely<GenerationDatabase>, job: Job, now: Date): Promise<void> {
  return giveBack(db, job, { code: 'MODEL_AWAY', seconds: retryDelaySeconds(job.attempts + 1), tried: 1 }, now);
}

/** Gives the job back until the model takes calls again. That is no try: it ends with the deadline only. */
export function waitForModel(db: Kysely<GenerationDatabase>, job: Job, now: Date): Promise<void> {
  return giveBack(db, job, { code: 'MODEL_BUSY', seconds: BUSY_WAIT_SECONDS, tried: 0 }, now);
}

/** Gives the job back until the object store has room. That is no try, and the deadline begins anew afterwards. */
export function waitForRoom(db: Kysely<GenerationDatabase>, job: Job, now: Date): Promise<void> {
  return giveBack(db, job, { code: 'STORE_FULL', seconds: ROOM_WAIT_SECONDS, tried: 0 }, now);
}

async function giveBack(
  db: Kysely<GenerationDatabase>,
  job: Job,
  { code, seconds, tried }: { code: WaitCode; seconds: number; tried: 0 | 1 },
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await lockRunning(trx, job))) return;
    await trx
      .updateTable(TABLE)
      .set((eb) => ({
        code,
        attempts: eb('attempts', '+', tried),
        next_attempt_at: sql<Date>`clock_timestamp() + ${seconds} * interval '1 second'`,
        leased_until: null,
        ...(code === 'STORE_FULL' && { deadline_at: null }),
      }))
      .where('id', '=', job.id)
      .execute();
    const { cause: message, fix } = waits[code];
    await enqueueEvent(
      trx,
      events.VideoProgressed,
      { ...progressOf(job, 'waiting', job.percent, now), code, message, fix },
      now,
    );
  });
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

function progressOf(job: Job, stage: string, percent: number, at: Date) {
  const { video_id: videoId, user_id: userId, variation } = job;
  return { videoId, userId, variation, stage, percent, at, code: '', message: '', fix: '' };
}
