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

/** From the first turn, or from each where the video is drawn here; real time, for a video model keeps no product time. Work with a name is asked for once past it. */
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

/** Why a video was not made, in words for the person who waits for it. */
export const failureMessages = {
  MODEL_REFUSED: 'The video model refused this content. Change the notes and try again.',
  MODEL_UNAVAILABLE: 'The video model could not be reached for too long. Please try again later.',
  DEADLINE_PASSED: 'Making the video took too long and was stopped. Please try again.',
  VIDEO_INVALID: 'The video model delivered a file that is not a proper video. Please try again.',
  RENDER_FAILED: 'The video could not be drawn. Please try again.',
} as const;

export type FailureCode = keyof typeof failureMessages;

/** The end of a job without a video. */
export class GenerationFailure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, options?: ErrorOptions) {
    super(failureMessages[code], options);
    this.name = 'GenerationFailure';
    this.code = code;
  }
}
