import { CauseError } from '@reelwright/causes';
import type { AppErrorOptions } from '@reelwright/errors';
import type { DeliveryCause } from '@reelwright/product';
import type { DriveResponse } from './drive-response.ts';

/** The causes at Drive itself; a missing video file is not one. */
export type DriveFailureCode = Exclude<DeliveryCause, 'MEDIA_MISSING'>;

export class DriveFailure extends CauseError {
  override readonly code: DriveFailureCode;

  constructor(code: DriveFailureCode, cause?: unknown, options: Pick<AppErrorOptions, 'retryAfterSeconds'> = {}) {
    super('UNAVAILABLE', { code, data: {} }, { cause, ...options });
    this.name = 'DriveFailure';
    this.code = code;
  }
}

const HOUR = 3_600;
/** A late video is retried at least every five minutes. */
const MAX_SECONDS = 5 * 60;

/** Seconds between two attempts; `backoff`: longer after each failure. */
const RETRY: Readonly<Record<DriveFailureCode, number | 'backoff'>> = {
  DRIVE_FULL: HOUR,
  DRIVE_SHARING_REFUSED: HOUR,
  DRIVE_ACCESS_LOST: MAX_SECONDS,
  DRIVE_UNAVAILABLE: 'backoff',
};

/**
 * Seconds until the next attempt after `failures` of this code in a row (at least one). A backoff is not shorter than
 * Google's `Retry-After`.
 */
export function retryDelaySeconds(code: DriveFailureCode, failures: number, retryAfterSeconds = 0): number {
  const delay = RETRY[code];
  if (delay !== 'backoff') return delay;
  return Math.max(retryAfterSeconds, Math.min(MAX_SECONDS, 5 * 2 ** Math.min(10, failures - 1)));
}

const FULL_REASONS = new Set([
  'storageQuotaExceeded',
  'numChildrenInNonRootLimitExceeded',
  'activeItemCreationLimitExceeded',
]);
const TRANSIENT_REASONS = new Set([
  'userRateLimitExceeded',
  'rateLimitExceeded',
  'dailyLimitExceeded',
  'sharingRateLimitExceeded',
  'backendError',
]);
const ACCESS_REASONS = new Set(['insufficientPermissions', 'authError', 'accessNotConfigured', 'accountDisabled']);

/** Whether a 4xx is about the account or its limits, not about the request. */
export const isAboutAccount = (reason: string): boolean =>
  FULL_REASONS.has(reason) || TRANSIENT_REASONS.has(reason) || ACCESS_REASONS.has(reason);

/** The failure of a response of the Drive API, by its status and documented reason. */
export function failureOf({ status, reason, headers, body }: DriveResponse): DriveFailure {
  if (FULL_REASONS.has(reason)) return new DriveFailure('DRIVE_FULL', body);
  if (status === 401 || ACCESS_REASONS.has(reason)) return new DriveFailure('DRIVE_ACCESS_LOST', body);
  const seconds = Math.min(Number(headers.get('retry-after')), HOUR);
  return new DriveFailure('DRIVE_UNAVAILABLE', body, seconds > 0 ? { retryAfterSeconds: seconds } : {});
}
