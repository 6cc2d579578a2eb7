/** Starts that may have to be paid and led to no video: their answer was lost, or what they began was never finished. */
export const MAX_STARTS = 2;
/** Crashes of the renderer after which a job fails. */
export const MAX_CRASHES = 6;
/** The longest attempt with a remote model; then other jobs have theirs. Real time. */
export const ATTEMPT_MS = 15 * 60_000;
/** Work of a remote model that is not finished after this is started a second time. Real time. */
export const LOST_AFTER_MS = 3_600_000;
export const LEASE_MS = 30_000;
/** The shortest wait for a model that accepts no more calls. */
export const BUSY_WAIT_MS = 20_000;
/** The wait for an object store that is full. */
export const ROOM_WAIT_MS = 15_000;

const KEEP_TRYING = 'We keep trying.';

/** Why a video is not being made right now, in words for the person who waits for it, and how the job ends if it stays so. */
export const waits = {
  STORE_FULL: {
    cause: 'There is no room to keep the finished video right now.',
    fix: 'Nothing to do. It goes on by itself.',
    end: 'NO_ROOM_IN_TIME',
  },
  MODEL_BUSY: { cause: 'The video model takes no more videos right now.', fix: KEEP_TRYING, end: 'MODEL_UNAVAILABLE' },
  MODEL_AWAY: { cause: 'The video model is away.', fix: KEEP_TRYING, end: 'MODEL_UNAVAILABLE' },
  MODEL_SLOW: { cause: 'The video model takes longer than usual.', fix: 'We keep asking.', end: 'DEADLINE_PASSED' },
  INTERRUPTED: { cause: 'Making the video was interrupted.', fix: KEEP_TRYING, end: 'DEADLINE_PASSED' },
} as const satisfies Readonly<Record<string, { readonly cause: string; readonly fix: string; readonly end: string }>>;

export type WaitCode = keyof typeof waits;
