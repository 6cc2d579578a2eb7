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

/** Seconds until the next try after `attempts` failed ones: 5, 10, 20 … 5 minutes at most. */
export function retryDelaySeconds(attempts: number): number {
  return Math.min(300, 5 * 2 ** Math.max(0, attempts - 1));
}

const PLAN_ANOTHER = 'Plan it for another time, or regenerate it; this one was not counted.';

/** Why a video was not made and what to do, in words for the person who waits for it. */
export const failures = {
  MODEL_REFUSED: {
    cause: 'The video model refused this content.',
    fix: 'Change the notes, then plan the video again; this one was not counted.',
  },
  MODEL_UNAVAILABLE: { cause: 'The video model could not be reached for too long.', fix: PLAN_ANOTHER },
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
