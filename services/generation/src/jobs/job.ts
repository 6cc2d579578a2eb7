import type { RenderFailure, RenderWait } from '@reelwright/product';
import type { GenerationJob } from '../database.ts';
import type { VideoModel } from '../video-models/video-model.ts';
import type { VideoFacts } from '../videos/inspect-video.ts';
import { failureAfterWait, MAX_CRASHES } from './job-limits.ts';
import { isOpen } from './job-state.ts';
import { priorityAt } from './priority.ts';
import { delayMs, retriesEndAt } from './retry-policy.ts';

/** An event of a job. `real` is real time, all other times are product time. */
export type JobEvent =
  /** A worker starts an attempt, or polls the work of an earlier one. */
  | {
      readonly type: 'attempt_started';
      readonly model: Pick<VideoModel, 'name' | 'isFree'>;
      /** Whether the plan includes the job's branding; null for a job without one. The first attempt decides. */
      readonly isBranded: boolean | null;
      readonly real: Date;
    }
  /** Work that may cost money is about to be started, with a prompt of this version. */
  | { readonly type: 'start_counted'; readonly promptVersion: string }
  /** That start began no work, or no work that has to be paid. */
  | { readonly type: 'start_uncounted' }
  /** The model's name for the work; null when the model does not know that work. */
  | { readonly type: 'operation_changed'; readonly operation: string | null }
  | { readonly type: 'progressed'; readonly progress: Progress; readonly real: Date }
  | {
      readonly type: 'attempt_failed';
      readonly failure: AttemptFailure;
      /** How long a video usually takes; undefined while none was measured. The retries end that long before the post. */
      readonly durationMs: number | undefined;
      readonly real: Date;
    }
  | { readonly type: 'finished'; readonly video: FinishedVideo; readonly madeInMs: number | null; readonly real: Date }
  /** The video was cancelled. */
  | { readonly type: 'cancelled'; readonly real: Date }
  | { readonly type: 'rescheduled'; readonly publishAt: Date | null }
  /** Its files, then its row, are to be removed. */
  | { readonly type: 'erasure_requested'; readonly real: Date }
  /** The stored parts of its video were removed. */
  | { readonly type: 'parts_removed' }
  /** A restored database has lost what this service published about the job. */
  | { readonly type: 'recalled'; readonly ownEvent: OwnEvent };

/** Why an attempt made no video. A transient failure fails the job only when its retries have ended. */
export type AttemptFailure =
  | { readonly kind: 'permanent'; readonly code: RenderFailure }
  | { readonly kind: 'transient'; readonly code: RenderWait; readonly crashed: boolean };

/** The progress of a video, and the duration of the rest and of the whole at the current pace, in real ms. */
export interface Progress {
  readonly percent: number;
  readonly remainingMs: number | null;
  readonly paceMs: number | null;
}

export interface StoredFiles {
  readonly mediaKey: string;
  readonly posterKey: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface FinishedVideo extends StoredFiles, VideoFacts {}

/** An event of this service about a job that a restored database has lost. */
export type OwnEvent =
  | { readonly type: 'generated'; readonly files: StoredFiles; readonly at: Date }
  | { readonly type: 'failed'; readonly code: string; readonly at: Date }
  | { readonly type: 'started'; readonly operation: string; readonly percent: number };

/** An event to publish about a job. */
export type OutgoingEvent =
  | { readonly type: 'rendering'; readonly operation?: string }
  | { readonly type: 'waiting'; readonly code: RenderWait; readonly nextTryAt: Date }
  | { readonly type: 'generated'; readonly video: FinishedVideo }
  | { readonly type: 'failed'; readonly code: RenderFailure };

export interface Effects {
  readonly publish?: OutgoingEvent | undefined;
  /** The worker's lease is renewed. */
  readonly renewLease?: true;
  /** The user's other open jobs move to the end of the queue. */
  readonly deferOthers?: true;
}

interface Transition {
  readonly job: GenerationJob;
  readonly effects: Effects;
}

/** The job after an event. Only this function chooses its state: an open job stays open or becomes final. Pure. */
export function transition(job: GenerationJob, event: JobEvent, now: Date): Transition {
  switch (event.type) {
    case 'rescheduled': {
      const { publishAt } = event;
      return withColumns(job, {
        publish_at: publishAt,
        ...(isOpen(job) && { priority_at: priorityAt(publishAt, job.requested_at) }),
      });
    }
    case 'erasure_requested':
      return job.state === 'erasing'
        ? withColumns(job, {})
        : withColumns(job, { state: 'erasing', next_attempt_at: event.real });
    case 'parts_removed':
      return withColumns(job, { has_parts: false, leased_until: null });
    default:
      return isOpen(job) ? transitionOpenJob(job, event, now) : withColumns(job, {});
  }
}

type OpenJobEvent = Exclude<JobEvent, { readonly type: 'rescheduled' | 'erasure_requested' | 'parts_removed' }>;

function transitionOpenJob(job: GenerationJob, event: OpenJobEvent, now: Date): Transition {
  switch (event.type) {
    case 'attempt_started': {
      const { model, isBranded, real } = event;
      const columns: Partial<GenerationJob> = {
        state: 'running',
        code: null,
        model: model.name,
        started_at: job.started_at ?? now,
        is_branded: job.is_branded ?? isBranded,
        work_started_at: job.operation === null ? real : job.work_started_at,
        expected_at: null,
        pace_ms: null,
        // Stored parts stay until they are removed, also when another model makes the video in the end.
        has_parts: job.has_parts || model.isFree,
      };
      // A retry of a remote model is not published before the model has accepted it.
      const isPublished = model.isFree || job.code === null;
      return withColumns(job, columns, { deferOthers: true, ...(isPublished && { publish: { type: 'rendering' } }) });
    }
    case 'start_counted':
      return withColumns(job, { starts: job.starts + 1, prompt_version: event.promptVersion });
    case 'start_uncounted':
      return withColumns(job, { starts: job.starts - 1 });
    case 'operation_changed': {
      const { operation } = event;
      if (operation === null) return withColumns(job, { operation });
      return withColumns(job, { operation, attempts: 0 }, { publish: { type: 'rendering', operation } });
    }
    case 'progressed': {
      const { progress, real } = event;
      const { percent, remainingMs, paceMs } = progress;
      const expectedAt = remainingMs === null ? null : new Date(real.getTime() + remainingMs);
      const isNewPercent = percent !== job.percent;
      return withColumns(
        job,
        { percent, expected_at: expectedAt, pace_ms: paceMs },
        { renewLease: true, ...(isNewPercent && { publish: { type: 'rendering' } }) },
      );
    }
    case 'attempt_failed':
      return afterFailedAttempt(job, event, now);
    case 'finished': {
      const { video, madeInMs, real } = event;
      const columns = { ...finishedColumns(video), finished_at: now, made_in_ms: madeInMs, ...releasedColumns(real) };
      return withColumns(job, columns, { publish: { type: 'generated', video } });
    }
    case 'cancelled':
      // A worker keeps its lease until it notices, so that no file is removed while it writes.
      return withColumns(job, { state: 'cancelled', next_attempt_at: event.real });
    case 'recalled':
      return withColumns(job, { ...recalledColumns(job, event.ownEvent), leased_until: null });
  }
}

function afterFailedAttempt(
  job: GenerationJob,
  { failure, durationMs, real }: Extract<JobEvent, { type: 'attempt_failed' }>,
  now: Date,
): Transition {
  const fail = (code: RenderFailure) =>
    withColumns(
      job,
      { state: 'failed', code, finished_at: now, ...releasedColumns(real) },
      { publish: { type: 'failed', code } },
    );
  if (failure.kind === 'permanent') return fail(failure.code);
  // Of the job as it is now: it may have been rescheduled during the attempt.
  const retryUntil = retriesEndAt(job, durationMs);
  const { code, crashed } = failure;
  const crashes = job.crashes + (crashed ? 1 : 0);
  if (crashed && crashes >= MAX_CRASHES) return fail('RENDER_FAILED');
  if (now >= retryUntil) return fail(failureAfterWait[code]);

  // A full store does not count as a failed attempt: the job keeps its place in the queue.
  const isAttempt = code !== 'STORE_FULL';
  const nextTryAt = new Date(Math.min(now.getTime() + delayMs(code, job.attempts), retryUntil.getTime()));
  const columns: Partial<GenerationJob> = {
    code,
    attempts: job.attempts + (isAttempt ? 1 : 0),
    crashes,
    next_attempt_at: nextTryAt,
    ...(isAttempt && now > job.priority_at && { priority_at: now }),
    leased_until: null,
  };
  return withColumns(job, columns, { publish: { type: 'waiting', code, nextTryAt } });
}

function recalledColumns(job: GenerationJob, ownEvent: OwnEvent): Partial<GenerationJob> {
  switch (ownEvent.type) {
    case 'generated':
      return { ...finishedColumns(ownEvent.files), finished_at: ownEvent.at, code: null };
    case 'failed':
      return { state: 'failed', code: ownEvent.code, finished_at: ownEvent.at };
    case 'started':
      return {
        operation: ownEvent.operation,
        percent: ownEvent.percent,
        starts: Math.max(job.starts, 1),
      };
  }
}

const finishedColumns = ({ mediaKey, posterKey, bytes, sha256 }: StoredFiles): Partial<GenerationJob> => ({
  state: 'done',
  percent: 100,
  media_key: mediaKey,
  poster_key: posterKey,
  bytes,
  sha256,
});

/** Releases an ended job for the eraser, which uses real time. */
const releasedColumns = (real: Date): Partial<GenerationJob> => ({ next_attempt_at: real, leased_until: null });

const withColumns = (job: GenerationJob, columns: Partial<GenerationJob>, effects: Effects = {}): Transition => ({
  job: { ...job, ...columns },
  effects,
});
