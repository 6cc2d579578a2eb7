import { AppError } from '@reelwright/errors';

/** Why Drive does not do what it is asked, in words for the person who waits. */
export const failureMessages = {
  DRIVE_FULL: 'The Drive that keeps your videos is full. We are making room and try again every hour.',
  DRIVE_SHARING_REFUSED:
    'Google does not let us share the folder with your e-mail address. Check that it is right; we keep trying.',
  DRIVE_ACCESS_LOST: 'Our access to Google Drive has ended. We have been told and try again every few minutes.',
  DRIVE_UNAVAILABLE: 'Google Drive does not answer right now. We keep trying.',
} as const;

export type DriveFailureCode = keyof typeof failureMessages;

export class DriveFailure extends AppError {
  override readonly code: DriveFailureCode;

  constructor(code: DriveFailureCode, cause?: unknown) {
    super('UNAVAILABLE', code, failureMessages[code], { cause });
    this.name = 'DriveFailure';
    this.code = code;
  }
}

const HOUR = 3_600;
const MOST_SECONDS = 15 * 60;

/** Seconds until the next try after `failures` of this code in a row, at least one. */
export function retryDelaySeconds(code: DriveFailureCode, failures: number): number {
  if (code === 'DRIVE_FULL' || code === 'DRIVE_SHARING_REFUSED') return HOUR;
  if (code === 'DRIVE_ACCESS_LOST') return 300;
  return Math.min(MOST_SECONDS, 5 * 2 ** Math.min(10, failures - 1));
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

/** The failure an answer of the Drive API stands for, by its status and documented reason. */
export function failureOf(status: number, reason: string, cause?: unknown): DriveFailure {
  if (FULL.has(reason)) return new DriveFailure('DRIVE_FULL', cause);
  if (status === 401 || NO_ACCESS.has(reason)) return new DriveFailure('DRIVE_ACCESS_LOST', cause);
  return new DriveFailure('DRIVE_UNAVAILABLE', cause);
}
