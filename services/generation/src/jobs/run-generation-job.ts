import { createReadStream } from 'node:fs';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@reelwright/clock';
import { LeaseLost } from '@reelwright/leases';
import type { Logger } from '@reelwright/logger';
import type { ObjectStore } from '@reelwright/object-store';
import type { Kysely } from 'kysely';
import type { GenerationDatabase } from '../database.ts';
import { drawPoster, removeSound } from '../media/edit-video.ts';
import { inspectVideo, type VideoFacts } from '../media/inspect-video.ts';
import { isBusy, type VideoModel } from '../video-models/video-model.ts';
import {
  beginJob,
  failJob,
  finishJob,
  type Job,
  postponeJob,
  recordOperation,
  recordProgress,
  recordStart,
  releaseJob,
  takeStartBack,
  waitForModel,
  waitForRoom,
} from './generation-job.repository.ts';
import { DEADLINE_MS, GenerationFailure, MAX_ATTEMPTS, MAX_STARTS } from './generation-job.ts';
import { isStoreFull, mayKeepClip } from './room-for-clip.ts';

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

const HEARTBEAT_MS = 3_000;

/**
 * Makes one video under the job's lease: model → file → probe → object store → done, in that order, so that a crash at
 * any point leaves a job that the next claimant takes up where the model can be asked how far it is. Past its deadline a
 * job starts nothing, but the model is asked for work it has already begun until it has answered once.
 */
export async function runGenerationJob(deps: RunJobDeps, job: Job, stopping: AbortSignal): Promise<void> {
  const { db, clock, model, logger } = deps;
  const log = logger.child({ jobId: job.id, videoId: job.video_id, variation: job.variation });
  if (job.code === 'STORE_FULL' && !(await mayKeepClip(deps, job))) return;
  // What is drawn here stands still while this machine is away: each turn has the whole time.
  const deadlineAt = (model.free ? undefined : job.deadline_at) ?? new Date(Date.now() + DEADLINE_MS);
  if (!(await beginJob(db, job, { model: model.name, deadlineAt }, clock.now()))) return;

  const cancelled = new AbortController();
  const left = deadlineAt.getTime() - Date.now();
  const late = left > 0 ? AbortSignal.timeout(left) : AbortSignal.abort(); // given before the first step, not a moment later
  const signal = AbortSignal.any([stopping, cancelled.signal, late]);
  let begun = job.operation !== null;
  const heartbeat = beat(deps, job, () => cancelled.abort());
  const folder = await mkdtemp(join(tmpdir(), 'reel-'));
  const videoPath = join(folder, 'video.mp4');
  const posterPath = join(folder, 'poster.webp');
  try {
    if (late.aborted && !begun) throw new GenerationFailure('DEADLINE_PASSED');
    await model.make({
      videoId: job.video_id,
      variation: job.variation,
      request: job.request,
      operation: job.operation ?? undefined,
      videoPath,
      posterPath,
      signal,
      progress: heartbeat.report,
      async started(operation) {
        begun = operation !== null;
        if (begun) await deps.checkpoint?.('job-accepted');
        await recordOperation(db, job, operation);
        if (begun) await deps.checkpoint?.('operation-kept');
      },
      async aboutToStart(promptVersion) {
        if (job.starts >= MAX_STARTS) throw new GenerationFailure('MODEL_UNAVAILABLE', { cause: 'started too often' });
        await recordStart(db, job, promptVersion);
        log.info({ model: model.name, promptVersion }, 'video started');
      },
      notStarted: () => takeStartBack(db, job),
    });
    const facts = await prepareFiles(deps, job, videoPath, posterPath);
    await keep(deps, job, facts, videoPath, posterPath);
    log.info({ durationMs: Date.now() - job.requested_at.getTime() }, 'video made');
  } catch (error) {
    if (error instanceof LeaseLost || cancelled.signal.aborted) {
      log.info({ err: error }, 'this job is no longer ours or no longer wanted');
      return;
    }
    if (stopping.aborted) {
      await releaseJob(db, job);
      return;
    }
    const answered = error instanceof GenerationFailure || !begun || error === signal.reason;
    await settle(deps, job, late.aborted && answered ? overdue(error) : error);
  } finally {
    heartbeat.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A model's own cause says more than the time does. */
const overdue = (error: unknown): GenerationFailure =>
  error instanceof GenerationFailure ? error : new GenerationFailure('DEADLINE_PASSED', { cause: error });

/** Ends the job for what will not change, gives it back for what may. */
async function settle(deps: RunJobDeps, job: Job, error: unknown): Promise<void> {
  const { db, clock, logger } = deps;
  const log = logger.child({ jobId: job.id, videoId: job.video_id });
  if (error instanceof GenerationFailure) {
    log.warn({ err: error, cause: error.cause }, 'video failed');
    await failJob(db, job, error.code, clock.now());
  } else if (isStoreFull(error)) {
    log.warn({ err: error }, 'the object store is full');
    await waitForRoom(db, job, clock.now());
  } else if (isBusy(error)) {
    log.info({ err: error }, 'the model takes no more for now');
    await waitForModel(db, job, clock.now());
  } else if (job.attempts + 1 >= MAX_ATTEMPTS) {
    log.error({ err: error }, 'video given up');
    await failJob(db, job, 'MODEL_UNAVAILABLE', clock.now());
  } else {
    log.warn({ err: error, attempt: job.attempts + 1 }, 'video will be tried again');
    await postponeJob(db, job, clock.now());
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
  facts: VideoFacts,
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
  const kept = await finishJob(db, job, { mediaKey, posterKey, bytes, sha256, ...facts }, clock.now());
  if (!kept) await Promise.all([store.delete(mediaKey), store.delete(posterKey)]);
}

/** Keeps the lease and tells how far it is while the model works; a cancelled job is noticed here. */
function beat(deps: RunJobDeps, job: Job, onGone: () => void) {
  let percent = job.percent;
  let told = job.percent;
  const timer = setInterval(() => {
    const announce = percent !== told;
    told = percent;
    recordProgress(deps.db, job, percent, announce, deps.clock.now()).then(
      (wanted) => {
        if (!wanted) onGone();
      },
      (error: unknown) => {
        if (error instanceof LeaseLost) onGone();
        else deps.logger.warn({ err: error, jobId: job.id }, 'progress could not be written');
      },
    );
  }, HEARTBEAT_MS);
  return {
    report(value: number) {
      percent = Math.max(percent, Math.min(99, Math.round(value)));
    },
    stop: () => clearInterval(timer),
  };
}
