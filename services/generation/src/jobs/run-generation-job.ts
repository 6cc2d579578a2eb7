import { createReadStream } from 'node:fs';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@reelwright/clock';
import { LeaseLost } from '@reelwright/leases';
import type { Logger } from '@reelwright/logger';
import type { ObjectStore } from '@reelwright/object-store';
import { logoPlace, type RenderWait } from '@reelwright/product';
import type { Kysely } from 'kysely';
import { readLogo } from '../branding/branding.repository.ts';
import { brandedRequest, drawnBranding, logoCornerOf } from '../branding/branding.ts';
import { type BrandingPlanDeps, decideBranding } from '../branding/branding-plan.ts';
import type { GenerationDatabase, GenerationJob } from '../database.ts';
import { isBusy } from '../video-models/call-errors.ts';
import { ModelCrash, type VideoModel } from '../video-models/video-model.ts';
import { drawPoster, type Overlay, overlayPoster, overlayVideo, removeSound } from '../videos/edit-video.ts';
import { GenerationFailure } from '../videos/generation-failure.ts';
import { inspectVideo, type VideoFacts } from '../videos/inspect-video.ts';
import { changeLeasedJob, JobEnded } from './change-job.ts';
import { endAttempt } from './end-attempt.ts';
import { startHeartbeat } from './heartbeat.ts';
import type { OnJobEnded } from './job.metrics.ts';
import { isErased, releaseLease } from './job.repository.ts';
import type { AttemptFailure, JobEvent } from './job.ts';
import { ATTEMPT_MS, MAX_STARTS, OVERDUE_AFTER_MS } from './job-limits.ts';
import { typicalDurationMs } from './queue-estimate.repository.ts';
import { retriesEndAt } from './retry-policy.ts';
import { hasCapacity, isStoreFull } from './store-capacity.ts';

/**
 * The points at which tests kill the process: the model has accepted the work and its name is not stored; the name is
 * stored; the clip is in the store and not published.
 */
export type JobCheckpoint = 'job-accepted' | 'operation-stored' | 'clip-stored';

export interface RunJobDeps {
  readonly onJobEnded: OnJobEnded;
  readonly db: Kysely<GenerationDatabase>;
  readonly clock: Clock;
  readonly store: ObjectStore;
  readonly model: VideoModel;
  readonly askTier: BrandingPlanDeps['askTier'];
  readonly ffmpegPath: string;
  readonly ffprobePath: string;
  readonly logger: Logger;
  /** Does nothing, except in tests. */
  readonly checkpoint?: ((name: JobCheckpoint) => Promise<void>) | undefined;
}

/** A job that is overdue for a retry by more than this was not tried in time, because the service was down. */
const TRIED_LATELY_MS = 2 * 60_000;

/**
 * Makes one video under the job's lease: model → file → probe → logo → object store → done, in that order, so that after a
 * crash at any point the next attempt polls the model for the started work. A job whose retries have ended starts no
 * work, but polls work it has started once more.
 */
export async function runGenerationJob(deps: RunJobDeps, claimed: GenerationJob, stopping: AbortSignal): Promise<void> {
  const { db, clock, model, store, logger } = deps;
  const log = logger.child({ jobId: claimed.id, videoId: claimed.video_id, variation: claimed.variation });
  const durationMs = await typicalDurationMs(db, model.name);
  const retryUntil = retriesEndAt(claimed, durationMs);
  // Without capacity the finished file could not be stored.
  if (claimed.code === 'STORE_FULL' && !(await hasCapacity(store, claimed))) {
    return endAttempt(deps, claimed, { kind: 'transient', code: 'STORE_FULL', crashed: false }, { durationMs });
  }
  const waitedFor = waitWithoutRetry(retryUntil, claimed, clock.now());
  if (waitedFor) {
    return endAttempt(deps, claimed, { kind: 'transient', code: waitedFor, crashed: false }, { durationMs });
  }
  const change = (event: JobEvent) => changeLeasedJob(db, claimed, event, clock.now());
  const isBranded = await decideBranding(deps, claimed);
  const job = await change({ type: 'attempt_started', model, isBranded, real: clock.real() });
  if (!job) return;

  const timeout = attemptTimeout(model, job, retryUntil.getTime() - clock.now().getTime());
  const folder = await mkdtemp(join(tmpdir(), 'reel-'));
  const heartbeat = startHeartbeat(deps, job);
  const signal = AbortSignal.any([stopping, heartbeat.lost, timeout]);
  const videoPath = join(folder, 'video.mp4');
  const posterPath = join(folder, 'poster.webp');
  let isMade = false;
  try {
    await model.make({
      videoId: job.video_id,
      variation: job.variation,
      request: brandedRequest(job),
      logoCorner: logoCornerOf(job),
      operation: job.operation ?? undefined,
      lostStarts: job.starts,
      videoPath,
      posterPath,
      signal,
      onProgress: heartbeat.report,
      async onOperation(operation) {
        if (operation !== null) await deps.checkpoint?.('job-accepted');
        await change({ type: 'operation_changed', operation });
        if (operation !== null) await deps.checkpoint?.('operation-stored');
      },
      async beforeStart(promptVersion) {
        if (job.starts >= MAX_STARTS) throw new GenerationFailure('MODEL_UNAVAILABLE', { cause: 'started too often' });
        if (!(await change({ type: 'start_counted', promptVersion }))) throw new JobEnded();
        log.info({ model: model.name, promptVersion }, 'video started');
      },
      async uncountStart() {
        await change({ type: 'start_uncounted' });
      },
    });
    isMade = true;
    const madeInMs = heartbeat.wholeMs();
    const facts = await prepareFiles(deps, job, { folder, videoPath, posterPath });
    await storeVideo(deps, job, { ...facts, madeInMs }, videoPath, posterPath);
    log.info({ durationMs: Date.now() - job.requested_at.getTime() }, 'video made');
  } catch (error) {
    if (error instanceof LeaseLost || error instanceof JobEnded || heartbeat.lost.aborted) {
      log.info({ err: error }, 'the lease was lost or the job has ended');
      return;
    }
    if (stopping.aborted) {
      await releaseLease(db, job);
      return;
    }
    const isTimeout = timeout.aborted && error === timeout.reason;
    // Work that is long overdue is started a second time, within the limit of starts.
    if (isTimeout && isOverdue(job) && job.starts < MAX_STARTS) {
      await change({ type: 'operation_changed', operation: null });
    }
    await endAttempt(deps, job, failureOf(error, { model, isMade, isTimeout }), { durationMs, error });
  } finally {
    await heartbeat.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * What a job waits for at its model if its retries have ended meanwhile; else undefined. A job that was not tried when
 * they ended gets one more attempt.
 */
function waitWithoutRetry(retryUntil: Date, { code, operation }: GenerationJob, now: Date): RenderWait | undefined {
  const over = now.getTime() - retryUntil.getTime();
  const hasEnded = operation === null && over >= 0 && over < TRIED_LATELY_MS;
  return hasEnded && (code === 'MODEL_AWAY' || code === 'MODEL_BUSY') ? code : undefined;
}

/**
 * The timeout of an attempt with a remote model, so that other jobs get their turn. An attempt that only polls started
 * work ends with the job's retries, and at once if the work is long overdue.
 */
function attemptTimeout(model: VideoModel, job: GenerationJob, remainingMs: number): AbortSignal {
  if (model.isFree) return new AbortController().signal;
  const ms = job.operation === null ? ATTEMPT_MS : isOverdue(job) ? 0 : Math.min(ATTEMPT_MS, remainingMs);
  return ms > 0 ? AbortSignal.timeout(ms) : AbortSignal.abort(); // aborted before the first step
}

const isOverdue = ({ work_started_at: startedAt }: GenerationJob): boolean =>
  startedAt !== null && Date.now() - startedAt.getTime() > OVERDUE_AFTER_MS;

interface FailureContext {
  readonly model: VideoModel;
  /** The model has made the video; a later step failed. */
  readonly isMade: boolean;
  readonly isTimeout: boolean;
}

function failureOf(error: unknown, context: FailureContext): AttemptFailure {
  if (error instanceof GenerationFailure) return { kind: 'permanent', code: error.code };
  return { kind: 'transient', code: waitCodeOf(error, context), crashed: error instanceof ModelCrash };
}

function waitCodeOf(error: unknown, { model, isMade, isTimeout }: FailureContext): RenderWait {
  if (isTimeout) return 'MODEL_SLOW';
  if (isStoreFull(error)) return 'STORE_FULL';
  if (model.isFree || isMade) return 'INTERRUPTED';
  return isBusy(error) ? 'MODEL_BUSY' : 'MODEL_AWAY';
}

interface WorkFiles {
  readonly folder: string;
  readonly videoPath: string;
  readonly posterPath: string;
}

async function prepareFiles(deps: RunJobDeps, job: GenerationJob, files: WorkFiles): Promise<VideoFacts> {
  const { folder, videoPath, posterPath } = files;
  const facts = await inspectVideo(deps.ffprobePath, videoPath);
  const isSoundRemoved = facts.hasAudio && !job.request.includeAudio;
  if (isSoundRemoved) await removeSound(deps.ffmpegPath, videoPath);
  const hasPoster = await access(posterPath).then(
    () => true,
    () => false,
  );
  const logo = await fetchLogo(deps.db, job, folder);
  if (logo) await overlayVideo(deps.ffmpegPath, videoPath, logo);
  if (!hasPoster) await drawPoster(deps.ffmpegPath, videoPath, posterPath);
  else if (logo) await overlayPoster(deps.ffmpegPath, posterPath, logo);
  return { ...facts, hasAudio: facts.hasAudio && !isSoundRemoved };
}

/** Writes the logo of a branded job into its folder. */
async function fetchLogo(db: RunJobDeps['db'], job: GenerationJob, folder: string): Promise<Overlay | null> {
  const branding = drawnBranding(job);
  if (!branding?.logo) return null;
  const { logo, corner } = branding;
  const path = join(folder, 'logo');
  await writeFile(path, await readLogo(db, job.user_id, logo.digest));
  return { path, width: logo.width, ...logoPlace(corner, logo) };
}

async function storeVideo(
  { db, clock, store, checkpoint, onJobEnded }: RunJobDeps,
  job: GenerationJob,
  { madeInMs, ...facts }: VideoFacts & { madeInMs: number | null },
  videoPath: string,
  posterPath: string,
): Promise<void> {
  const mediaKey = `videos/${job.video_id}/${job.variation}.mp4`;
  const posterKey = `videos/${job.video_id}/${job.variation}.webp`;
  await store.put(posterKey, createReadStream(posterPath));
  const { bytes, sha256 } = await store.put(mediaKey, createReadStream(videoPath)).catch(async (error: unknown) => {
    await store.delete(posterKey); // no poster without its clip
    throw error;
  });
  await checkpoint?.('clip-stored');
  const video = { mediaKey, posterKey, bytes, sha256, ...facts };
  const deleteFiles = () => Promise.all([store.delete(mediaKey), store.delete(posterKey)]);
  const updatedJob = await changeLeasedJob(
    db,
    job,
    { type: 'finished', video, madeInMs, real: clock.real() },
    clock.now(),
  ).catch(async (error: unknown) => {
    // The eraser may have deleted the files before they were complete. Otherwise they are now another worker's.
    if (error instanceof LeaseLost && (await isErased(db, job.id))) await deleteFiles();
    throw error;
  });
  if (updatedJob) onJobEnded(updatedJob);
  else await deleteFiles();
}
