const PLAN_ANOTHER = 'Plan a new entry in the calendar; this one was not counted.';

/** Why a video was not made and what to do, in words for the person who waits for it. */
export const failures = {
  MODEL_REFUSED: {
    cause: 'The video model refused this content.',
    fix: 'Plan a new entry in the calendar with other notes; this one was not counted.',
  },
  MODEL_UNAVAILABLE: { cause: 'The video model was away for too long.', fix: PLAN_ANOTHER },
  NO_ROOM_IN_TIME: { cause: 'There was no room to keep the video in time.', fix: PLAN_ANOTHER },
  DEADLINE_PASSED: { cause: 'The video could not be finished in time.', fix: PLAN_ANOTHER },
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
