import type { VideoRequested } from '@reelwright/contracts';

/** What a video is to be, as it was asked for. */
export interface VideoRequest {
  readonly videoType: string;
  readonly includeAudio: boolean;
  readonly notes: string;
  readonly brand: {
    readonly name: string;
    readonly occupation: string;
    readonly feel: string;
    readonly colours: readonly string[];
  } | null;
}

export function requestOf(event: VideoRequested): VideoRequest {
  const { videoType, includeAudio, notes, brand } = event;
  return { videoType, includeAudio, notes, brand: brand ?? null };
}

/**
 * From the first turn, or from each where the video is drawn here; real time, for a video model keeps no product time. Work
 * with a name is asked for once past it.
 */
export const DEADLINE_MS = 15 * 60_000;
/** Each start may have to be paid, also one whose answer was lost: it is repeated once and no more. */
export const MAX_STARTS = 2;
/** Tries that ended in a passing fault, whether or not they started anything. */
export const MAX_ATTEMPTS = 6;
export const LEASE_MS = 30_000;
/** Until a model that takes no more calls is asked again. */
export const BUSY_WAIT_SECONDS = 20;
/** Until an object store that was full is tried again. */
export const ROOM_WAIT_SECONDS = 15;

/** Seconds until the next try after `attempts` failed ones: 5, 10, 20 … 5 minutes at most. */
export function retryDelaySeconds(attempts: number): number {
  return Math.min(300, 5 * 2 ** Math.max(0, attempts - 1));
}

/** Product time after which nobody has a use for a video any more: posts are missed 6 hours after their time. */
const USELESS_AFTER_MS = 6 * 3_600_000;
/** For a video that is to post at no time of its own. */
const USELESS_UNPLANNED_MS = 24 * 3_600_000;

/** Until when a finished video may wait for room in the object store. */
export function roomWaitEnd(job: { readonly publish_at: Date | null; readonly requested_at: Date }): Date {
  const { publish_at: publishAt, requested_at: requestedAt } = job;
  return new Date(publishAt ? publishAt.getTime() + USELESS_AFTER_MS : requestedAt.getTime() + USELESS_UNPLANNED_MS);
}

const NOTHING_TO_DO = 'Nothing to do: it goes on by itself.';

/** Why a video is not being made right now, in words for the person who waits for it. */
export const waits = {
  STORE_FULL: { cause: 'There is no room to keep the finished video right now.', fix: NOTHING_TO_DO },
  MODEL_BUSY: { cause: 'The video model takes no more videos right now.', fix: NOTHING_TO_DO },
  MODEL_AWAY: { cause: 'Making the video was interrupted; it is tried again.', fix: NOTHING_TO_DO },
} as const satisfies Readonly<Record<string, { readonly cause: string; readonly fix: string }>>;

export type WaitCode = keyof typeof waits;

const PLAN_ANOTHER = 'Plan a new entry in the calendar; this one was not counted.';

/** Why a video was not made and what to do, in words for the person who waits for it. */
export const failures = {
  MODEL_REFUSED: {
    cause: 'The video model refused this content.',
    fix: 'Plan a new entry in the calendar with other notes; this one was not counted.',
  },
  MODEL_UNAVAILABLE: { cause: 'The video model could not be reached for too long.', fix: PLAN_ANOTHER },
  NO_ROOM_IN_TIME: { cause: 'There was no room to keep the video until its time had passed.', fix: PLAN_ANOTHER },
  DEADLINE_PASSED: { cause: 'Making the video took too long and was stopped.', fix: PLAN_ANOTHER },
  VIDEO_INVALID: { cause: 'The video model delivered a file that is not a proper video.', fix: PLAN_ANOTHER },
  RENDER_FAILED: { cause: 'The video could not be drawn.', fix: PLAN_ANOTHER },
} as const satisfies Readonly<Record<string, { readonly cause: string; readonly fix: string }>>;

export type FailureCode = keyof typeof failures;

/** The end of a job without a video. */
export class GenerationFailure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, options?: ErrorOptions) {
    super(failures[code].cause, options);
    this.name = 'GenerationFailure';
    this.code = code;
  }
}
