import { createReadStream } from 'node:fs';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@reelwright/clock';
import { LeaseLost } from '@reelwright/leases';
import type { Logger } from '@reelwright/logger';
import type { ObjectStore } from '@reelwright/object-store';
import type { RenderWait } from '@reelwright/product';
import type { Kysely } from 'kysely';
import type { GenerationDatabase } from '../database.ts';
import { isBusy } from '../video-models/call-faults.ts';
import { ModelCrash, type VideoModel } from '../video-models/video-model.ts';
import { drawPoster, removeSound } from '../videos/edit-video.ts';
import { GenerationFailure } from '../videos/generation-failure.ts';
import { inspectVideo, type VideoFacts } from '../videos/inspect-video.ts';
import {
  failJob,
  finishJob,
  type Job,
  recordOperation,
  recordStart,
  takeStartBack,
} from './generation-job.repository.ts';
import { endOfWait, LOST_AFTER_MS, MAX_CRASHES, MAX_STARTS, TURN_MS } from './generation-job.ts';
import { startHeartbeat } from './heartbeat.ts';
import { beginJob, postponeJob, releaseJob } from './job-turns.repository.ts';
import { giveUpAt } from './patience.ts';
import { isStoreFull, mayKeepClip } from './room-for-clip.ts';
import { typicalDurationMs } from './waiting-line.repository.ts';

/**
 * The points at which tests let the process die: the model has the job and its name is not kept; the name is kept; the
 * clip lies in the store and nobody has been told.
 */
export type JobCheckpoint = 'job-accepted' | 'operation-kept' | 'clip-stored';

export interface RunJobDeps {
  readonly db: Kysely<GenerationDatabase>;
  readonly clock: Clock;
  readonly store: ObjectStore;
  readonly model: VideoModel;
  readonly ffmpegPath: string;
  readonly ffprobePath: string;
  readonly logger: Logger;
  /** Does nothing, except in tests. */
  readonly checkpoint?: ((name: JobCheckpoint) => Promise<void>) | undefined;
}

/** A job whose last wait ended longer ago than this was not tried at its end: this service was away. */
const TRIED_LATELY_MS = 2 * 60_000;

/**
 * Makes one video under the job's lease: model → file → probe → object store → done, in that order, so that a crash at
 * any point leaves a job whose work the next claimant asks the model about. A job that waited for its model until its time
 * had come starts nothing any more, but the model is asked once about work it has already begun.
 */
export async function runGenerationJob(deps: RunJobDeps, job: Job, stopping: AbortSignal): Promise<void> {
  const { db, clock, model, logger } = deps;
  const log = logger.child({ jobId: job.id, videoId: job.video_id, variation: job.variation });
  const endsAt = giveUpAt(job, await typicalDurationMs(db, model.name));
  if (job.code === 'STORE_FULL' && !(await mayKeepClip(deps, job, endsAt))) return;
  if (wasAwaitedUntil(endsAt, job, clock.now())) return failJob(db, job, 'MODEL_UNAVAILABLE', clock.now());
  if (!(await beginJob(db, job, model, clock.now()))) return;

  const turn = turnOf(model, job, endsAt.getTime() - clock.now().getTime());
  const folder = await mkdtemp(join(tmpdir(), 'reel-'));
  const heartbeat = startHeartbeat(deps, job);
  const signal = AbortSignal.any([stopping, heartbeat.lost, turn]);
  const videoPath = join(folder, 'video.mp4');
  const posterPath = join(folder, 'poster.webp');
  let isMade = false;
  try {
    await model.make({
      videoId: job.video_id,
      variation: job.variation,
      request: job.request,
      operation: job.operation ?? undefined,
      lostStarts: job.starts,
      videoPath,
      posterPath,
      signal,
      progress: heartbeat.report,
      async started(operation) {
        if (operation !== null) await deps.checkpoint?.('job-accepted');
        await recordOperation(db, job, operation, clock.now());
        if (operation !== null) await deps.checkpoint?.('operation-kept');
      },
      async aboutToStart(promptVersion) {
        if (job.starts >= MAX_STARTS) throw new GenerationFailure('MODEL_UNAVAILABLE', { cause: 'started too often' });
        await recordStart(db, job, promptVersion);
        log.info({ model: model.name, promptVersion }, 'video started');
      },
      notStarted: () => takeStartBack(db, job),
    });
    isMade = true;
    const madeInMs = heartbeat.wholeMs();
    const facts = await prepareFiles(deps, job, videoPath, posterPath);
    await keep(deps, job, { ...facts, madeInMs }, videoPath, posterPath);
    log.info({ durationMs: Date.now() - job.requested_at.getTime() }, 'video made');
  } catch (error) {
    if (error instanceof LeaseLost || heartbeat.lost.aborted) {
      log.info({ err: error }, 'this job is no longer ours or no longer wanted');
      return;
    }
    if (stopping.aborted) {
      await releaseJob(db, job);
      return;
    }
    const isLate = turn.aborted && error === turn.reason;
    // Long overdue work is begun a second time, if it may be.
    if (isLate && isOverdue(job) && job.starts < MAX_STARTS) await recordOperation(db, job, null, clock.now());
    await settle(deps, job, error, { endsAt, code: isLate ? 'MODEL_SLOW' : waitFor(error, model, isMade) });
  } finally {
    await heartbeat.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether the time of a job has come that waits for its model. One that nobody could try in the meantime has one more try. */
function wasAwaitedUntil(endsAt: Date, { code, operation }: Job, now: Date): boolean {
  const over = now.getTime() - endsAt.getTime();
  return (code === 'MODEL_AWAY' || code === 'MODEL_BUSY') && operation === null && over >= 0 && over < TRIED_LATELY_MS;
}

/**
 * Ends the turn of a remote model's job after a while. Where it only asks for what was begun, it ends with the job's time,
 * and at once where the model is long overdue.
 */
function turnOf(model: VideoModel, job: Job, leftMs: number): AbortSignal {
  if (model.free) return new AbortController().signal;
  const ms = job.operation === null ? TURN_MS : isOverdue(job) ? 0 : Math.min(TURN_MS, leftMs);
  return ms > 0 ? AbortSignal.timeout(ms) : AbortSignal.abort(); // given before the first step, not a moment later
}

const isOverdue = ({ begun_at: begunAt }: Job): boolean =>
  begunAt !== null && Date.now() - begunAt.getTime() > LOST_AFTER_MS;

function waitFor(error: unknown, model: VideoModel, isMade: boolean): RenderWait {
  if (isStoreFull(error)) return 'STORE_FULL';
  if (model.free || isMade) return 'INTERRUPTED';
  return isBusy(error) ? 'MODEL_BUSY' : 'MODEL_AWAY';
}

/** Ends the job for what will not change, gives it back for what may. */
async function settle(
  { db, clock, logger }: RunJobDeps,
  job: Job,
  error: unknown,
  { endsAt, code }: { endsAt: Date; code: RenderWait },
): Promise<void> {
  const now = clock.now();
  const crashed = error instanceof ModelCrash;
  const log = logger.child({ jobId: job.id, videoId: job.video_id });
  if (error instanceof GenerationFailure) {
    log.warn({ err: error, cause: error.cause }, 'video failed');
    await failJob(db, job, error.code, now);
  } else if (crashed && job.crashes + 1 >= MAX_CRASHES) {
    log.error({ err: error }, 'video given up: the renderer crashed too often');
    await failJob(db, job, 'RENDER_FAILED', now);
  } else if (now >= endsAt) {
    log.error({ err: error, code }, 'video given up: its time has come');
    await failJob(db, job, endOfWait[code], now);
  } else {
    log.warn({ err: error, code, attempt: job.attempts + 1 }, 'video will be tried again');
    await postponeJob(db, job, code, { now, endsAt, crashed });
  }
}

async function prepareFiles(deps: RunJobDeps, job: Job, videoPath: string, posterPath: string): Promise<VideoFacts> {
  const facts = await inspectVideo(deps.ffprobePath, videoPath);
  const strip = facts.hasAudio && !job.request.includeAudio;
  if (strip) await removeSound(deps.ffmpegPath, videoPath);
  const drawn = await access(posterPath).then(
    () => true,
    () => false,
  );
  if (!drawn) await drawPoster(deps.ffmpegPath, videoPath, posterPath);
  return { ...facts, hasAudio: facts.hasAudio && !strip };
}

async function keep(
  { db, clock, store, checkpoint }: RunJobDeps,
  job: Job,
  { madeInMs, ...facts }: VideoFacts & { madeInMs: number | null },
  videoPath: string,
  posterPath: string,
): Promise<void> {
  const mediaKey = `videos/${job.video_id}/${job.variation}.mp4`;
  const posterKey = `videos/${job.video_id}/${job.variation}.webp`;
  await store.put(posterKey, createReadStream(posterPath));
  const { bytes, sha256 } = await store.put(mediaKey, createReadStream(videoPath)).catch(async (error: unknown) => {
    await store.delete(posterKey); // nothing of a take is kept that is not whole
    throw error;
  });
  await checkpoint?.('clip-stored');
  const kept = await finishJob(db, job, { mediaKey, posterKey, bytes, sha256, ...facts }, madeInMs, clock.now());
  if (!kept) await Promise.all([store.delete(mediaKey), store.delete(posterKey)]);
}
