import { AppError, type AppErrorOptions } from '@reelwright/errors';
import type { DriveAnswer } from './drive-answer.ts';

/** Why a file is not in Drive and what to do, in words for the person who waits. */
export const failures = {
  DRIVE_FULL: {
    cause: 'The Drive that keeps your videos is full.',
    fix: 'Nothing to do: we are making room and try again every hour.',
  },
  DRIVE_SHARING_REFUSED: {
    cause: 'Google does not let us share the folder with your e-mail address.',
    fix: 'Check that the address is right and has a Google account; we try again every hour.',
  },
  DRIVE_ACCESS_LOST: {
    cause: 'Our access to Google Drive has ended.',
    fix: 'Nothing to do: we have been told and try again every few minutes.',
  },
  DRIVE_UNAVAILABLE: {
    cause: 'Google Drive does not answer right now.',
    fix: 'Nothing to do: we keep trying.',
  },
  /** Not Drive's doing: what should be delivered is not there. */
  MEDIA_MISSING: {
    cause: 'The video file is not there any more.',
    fix: 'Plan a new entry in the calendar; its video is made anew.',
  },
} as const satisfies Readonly<Record<string, { readonly cause: string; readonly fix: string }>>;

export type FailureCode = keyof typeof failures;
export type DriveFailureCode = Exclude<FailureCode, 'MEDIA_MISSING'>;

export class DriveFailure extends AppError {
  override readonly code: DriveFailureCode;

  constructor(code: DriveFailureCode, cause?: unknown, options: Pick<AppErrorOptions, 'retryAfterSeconds'> = {}) {
    const words = failures[code];
    super('UNAVAILABLE', code, `${words.cause} ${words.fix}`, { cause, ...options });
    this.name = 'DriveFailure';
    this.code = code;
  }
}

const HOUR = 3_600;
/** Google asks for waits that double up to about a minute; a video that is late is worth a try every five. */
const MOST_SECONDS = 5 * 60;

/**
 * Seconds until the next try after `failures` of this code in a row, at least one; not before Google said that it makes
 * sense.
 */
export function retryDelaySeconds(code: DriveFailureCode, failures: number, askedSeconds = 0): number {
  if (code === 'DRIVE_FULL' || code === 'DRIVE_SHARING_REFUSED') return HOUR;
  if (code === 'DRIVE_ACCESS_LOST') return 300;
  return Math.max(askedSeconds, Math.min(MOST_SECONDS, 5 * 2 ** Math.min(10, failures - 1)));
}

const FULL = new Set(['storageQuotaExceeded', 'numChildrenInNonRootLimitExceeded', 'activeItemCreationLimitExceeded']);
const LATER = new Set([
  'userRateLimitExceeded',
  'rateLimitExceeded',
  'dailyLimitExceeded',
  'sharingRateLimitExceeded',
  'backendError',
]);
const NO_ACCESS = new Set(['insufficientPermissions', 'authError', 'accessNotConfigured', 'accountDisabled']);

/** Whether a 4xx speaks of the account or its limits and not of what was asked. */
export const isOfAccount = (reason: string): boolean => FULL.has(reason) || LATER.has(reason) || NO_ACCESS.has(reason);

/** The failure in an answer of the Drive API, by its status and documented reason. */
export function failureOf({ status, reason, headers, body }: DriveAnswer): DriveFailure {
  if (FULL.has(reason)) return new DriveFailure('DRIVE_FULL', body);
  if (status === 401 || NO_ACCESS.has(reason)) return new DriveFailure('DRIVE_ACCESS_LOST', body);
  const seconds = Math.min(Number(headers.get('retry-after')), HOUR);
  return new DriveFailure('DRIVE_UNAVAILABLE', body, seconds > 0 ? { retryAfterSeconds: seconds } : {});
}
