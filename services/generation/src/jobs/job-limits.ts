import type { RenderFailure, RenderWait } from '@reelwright/product';

/** The most starts that may cost money without a video: their response was lost, or their work was never finished. */
export const MAX_STARTS = 2;
/** Crashes of the renderer after which a job fails. */
export const MAX_CRASHES = 6;
/** The longest attempt with a remote model, so that other jobs get their turn. Real time. */
export const ATTEMPT_MS = 15 * 60_000;
/** Work of a remote model that is not finished after this is started a second time. Real time. */
export const OVERDUE_AFTER_MS = 3_600_000;
export const LEASE_MS = 30_000;
/** The shortest wait for a rate-limited model. */
export const BUSY_WAIT_MS = 20_000;
/** The wait for an object store that is full. */
export const STORE_FULL_WAIT_MS = 15_000;

/** The failure of a job whose retries end while it waits for the given cause. */
export const failureAfterWait: Readonly<Record<RenderWait, RenderFailure>> = {
  STORE_FULL: 'NO_ROOM_IN_TIME',
  MODEL_BUSY: 'MODEL_UNAVAILABLE',
  MODEL_AWAY: 'MODEL_UNAVAILABLE',
  MODEL_SLOW: 'DEADLINE_PASSED',
  INTERRUPTED: 'DEADLINE_PASSED',
};
