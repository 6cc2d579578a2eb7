import { CauseError } from '@reelwright/causes';
import type { AppErrorOptions } from '@reelwright/errors';
import type { DeliveryCause } from '@reelwright/product';
import type { DriveResponse } from './drive-response.ts';

/** The causes at Drive itself; a missing video file is not one. */
export type DriveFailureCode = Exclude<DeliveryCause, 'MEDIA_MISSING'>;

interface FailureOptions extends Pick<AppErrorOptions, 'retryAfterSeconds'> {
  /** Google refused the grant itself, not our client. */
  readonly isGrantRefused?: boolean;
}

export class DriveFailure extends CauseError {
  override readonly code: DriveFailureCode;
  readonly isGrantRefused: boolean;

  constructor(code: DriveFailureCode, cause?: unknown, { isGrantRefused = false, ...options }: FailureOptions = {}) {
    super('UNAVAILABLE', { code, data: {} }, { cause, ...options });
    this.name = 'DriveFailure';
    this.code = code;
    this.isGrantRefused = isGrantRefused;
  }
}

/** The same failure at a person's own Drive, whose space and grant are theirs; other errors are returned as they are. */
export function ofOwnDrive(error: unknown): unknown {
  if (!(error instanceof DriveFailure)) return error;
  if (error.isGrantRefused) return new DriveFailure('OWN_DRIVE_ACCESS_LOST', error.cause);
  return error.code === 'DRIVE_FULL' ? new DriveFailure('OWN_DRIVE_FULL', error.cause) : error;
}

/** Whether only the person can end the failure. */
export const isUpToOwner = (code: DriveFailureCode): boolean =>
  code === 'OWN_DRIVE_FULL' || code === 'OWN_DRIVE_ACCESS_LOST';

const HOUR = 3_600;
/** A late video is retried at least every five minutes. */
const MAX_SECONDS = 5 * 60;

/** Seconds between two attempts; `backoff`: longer after each failure. */
const RETRY: Readonly<Record<DriveFailureCode, number | 'backoff'>> = {
  DRIVE_FULL: HOUR,
  DRIVE_SHARING_REFUSED: HOUR,
  DRIVE_ACCESS_LOST: MAX_SECONDS,
  DRIVE_UNAVAILABLE: 'backoff',
  OWN_DRIVE_FULL: HOUR,
  OWN_DRIVE_ACCESS_LOST: HOUR,
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
const GRANT_REASONS = new Set(['insufficientPermissions', 'authError', 'accountDisabled']);
/** The Drive API is off in the project of our client. */
const CLIENT_REASON = 'accessNotConfigured';

/** Whether a 4xx is about the account or its limits, not about the request. */
export const isAboutAccount = (reason: string): boolean =>
  FULL_REASONS.has(reason) || TRANSIENT_REASONS.has(reason) || GRANT_REASONS.has(reason) || reason === CLIENT_REASON;

/** The failure of a response of the Drive API, by its status and documented reason. */
export function failureOf({ status, reason, headers, body }: DriveResponse): DriveFailure {
  if (FULL_REASONS.has(reason)) return new DriveFailure('DRIVE_FULL', body);
  if (reason === CLIENT_REASON) return new DriveFailure('DRIVE_ACCESS_LOST', body);
  if (status === 401 || GRANT_REASONS.has(reason)) {
    // A page without a reason comes from a proxy, and says nothing about the grant.
    return new DriveFailure('DRIVE_ACCESS_LOST', body, { isGrantRefused: reason !== '' });
  }
  const seconds = Math.min(Number(headers.get('retry-after')), HOUR);
  return new DriveFailure('DRIVE_UNAVAILABLE', body, seconds > 0 ? { retryAfterSeconds: seconds } : {});
}
