import { events } from '@reelwright/contracts';
import { type Lease, requireLease } from '@reelwright/leases';
import { enqueueEvent } from '@reelwright/outbox';
import type { RenderFailure } from '@reelwright/product';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { GenerationDatabase } from '../database.ts';
import { LEASE_MS } from './generation-job.ts';

export type Job = Selectable<GenerationDatabase['generation_jobs']>;

export const TABLE = 'generation_jobs';

export const leaseOf = (job: Job): Lease => ({ id: job.id, token: job.lease_token });

/** Locks the job under its lease; undefined when it was cancelled meanwhile. */
export async function lockRunning(trx: Transaction<GenerationDatabase>, job: Job): Promise<boolean> {
  await requireLease(trx, TABLE, leaseOf(job));
  const row = await trx.selectFrom(TABLE).select('state').where('id', '=', job.id).executeTakeFirstOrThrow();
  return row.state === 'queued' || row.state === 'running';
}

/**
 * Before a call that may cost money: counted first, so that a lost answer cannot be repeated for ever. The words are kept
 * with the start, so that whoever takes the work up later, with newer ones, leaves it at those that made it.
 */
export const recordStart = (db: Kysely<GenerationDatabase>, job: Job, promptVersion: string): Promise<void> =>
  countStart(db, job, 1, { prompt_version: promptVersion });

/** Nothing began, or nothing that has to be paid. */
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

/**
 * The model's name for the work, kept before anything else happens, and stated, so that it outlives this database;
 * `null` forgets it.
 */
export async function recordOperation(
  db: Kysely<GenerationDatabase>,
  job: Job,
  operation: string | null,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requireLease(trx, TABLE, leaseOf(job));
    await trx
      .updateTable(TABLE)
      .set({ operation, ...(operation !== null && { attempts: 0 }) })
      .where('id', '=', job.id)
      .execute();
    if (operation === null) return;
    const progress = progressOf(job, 'rendering', job.percent, now);
    await enqueueEvent(trx, events.VideoProgressed, { ...progress, operation }, now);
  });
}

/** How far a video is, and how long the rest and the whole take at the pace of now, in real ms. */
export interface Progress {
  readonly percent: number;
  readonly remainingMs: number | null;
  readonly paceMs: number | null;
}

/** How far it is, and another stretch of the lease. False: the job was cancelled. @throws LeaseLost */
export async function recordProgress(
  db: Kysely<GenerationDatabase>,
  job: Job,
  { percent, remainingMs, paceMs }: Progress,
  announce: boolean,
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockRunning(trx, job))) return false;
    await trx
      .updateTable(TABLE)
      .set({
        percent,
        expected_at: sql<Date | null>`clock_timestamp() + ${remainingMs}::integer * interval '1 millisecond'`,
        pace_ms: paceMs,
        leased_until: sql<Date>`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'`,
      })
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
  madeInMs: number | null,
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
        made_in_ms: madeInMs,
        next_attempt_at: sql<Date>`clock_timestamp()`,
        leased_until: null,
      })
      .where('id', '=', job.id)
      .execute();
    const { video_id: videoId, user_id: userId, variation } = job;
    await enqueueEvent(trx, events.VideoGenerated, { videoId, userId, variation, ...video, generatedAt: now }, now);
    return true;
  });
}

export async function failJob(db: Kysely<GenerationDatabase>, job: Job, code: RenderFailure, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await lockRunning(trx, job))) return;
    await trx
      .updateTable(TABLE)
      .set({
        state: 'failed',
        code,
        finished_at: now,
        next_attempt_at: sql<Date>`clock_timestamp()`,
        leased_until: null,
      })
      .where('id', '=', job.id)
      .execute();
    const { video_id: videoId, user_id: userId, variation } = job;
    await enqueueEvent(trx, events.VideoFailed, { videoId, userId, variation, code, failedAt: now }, now);
  });
}

/** The model keeps nothing of the video any more. */
export async function dropDrafts(db: Kysely<GenerationDatabase>, job: Job): Promise<void> {
  await db
    .updateTable(TABLE)
    .set({ has_drafts: false, leased_until: null })
    .where('id', '=', job.id)
    .where('lease_token', '=', job.lease_token)
    .execute();
}

/** A VideoProgressed of the job. */
export function progressOf(job: Job, stage: string, percent: number, at: Date) {
  const { video_id: videoId, user_id: userId, variation } = job;
  const progress = { videoId, userId, variation, stage, percent, at };
  return { ...progress, code: '', nextTryAt: undefined, operation: '' };
}
