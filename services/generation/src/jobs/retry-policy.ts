import type { RenderWait } from '@reelwright/product';
import { BUSY_WAIT_MS, STORE_FULL_WAIT_MS } from './job-limits.ts';

/** When a job is retried and until when, in product time. */

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Time between a finished video and its post: for Drive, the platforms, and its owner to react to a failure. */
const MARGIN_MS = 5 * MINUTE_MS;
/** The expected duration while none has been measured. */
const UNMEASURED_MS = 5 * MINUTE_MS;
/** How long a video without a time to post is retried. */
const RETRY_WITHOUT_POST_MS = 24 * HOUR_MS;
/** Posts are missed this long after their time. */
const MISSED_AFTER_MS = 6 * HOUR_MS;
/** A video requested with less time than this goes out late, so its post's time does not end the retries. */
const MIN_RETRY_MS = 15 * MINUTE_MS;

const LONGEST_WAIT_MS = 5 * MINUTE_MS;

/** The wait after `attempts` failed attempts in a row: 5 s, 10 s, 20 s … 5 minutes. */
export function retryDelayMs(attempts: number): number {
  return Math.min(LONGEST_WAIT_MS, 5 * SECOND_MS * 2 ** Math.min(attempts - 1, 10));
}

/** The wait after a failure with this code, when `attempts` attempts in a row had failed before. */
export function delayMs(code: RenderWait, attempts: number): number {
  if (code === 'STORE_FULL') return STORE_FULL_WAIT_MS;
  return Math.max(retryDelayMs(attempts + 1), code === 'MODEL_BUSY' ? BUSY_WAIT_MS : 0);
}

/**
 * When the retries of a job end: when too little time is left before its post to make the video, so that its owner
 * learns the cause before that time.
 */
export function retriesEndAt(
  job: { readonly publish_at: Date | null; readonly requested_at: Date },
  durationMs = UNMEASURED_MS,
): Date {
  const { publish_at: publishAt, requested_at: requestedAt } = job;
  if (!publishAt) return new Date(requestedAt.getTime() + RETRY_WITHOUT_POST_MS);
  const lastRetryAt = publishAt.getTime() - durationMs - MARGIN_MS;
  const retryMs = lastRetryAt - requestedAt.getTime();
  return new Date(retryMs >= MIN_RETRY_MS ? lastRetryAt : lastRetryAt + MISSED_AFTER_MS);
}
