import { AppError } from '@reelwright/errors';

/** A person with an account. Outside this service the id is an opaque string. */
export interface User {
  readonly id: number;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly passwordHash: string | null;
  /** Who this is at Google: both together. Without `googleSub` the account is not linked. */
  readonly googleIss: string;
  readonly googleSub: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly profileImageUrl: string | null;
  /** Whether notices (a failed payment and the like) are sent by mail; what concerns the password always is. */
  readonly mailNotices: boolean;
  readonly revision: number;
  readonly createdAt: Date;
}

/** Addresses are compared and stored in small letters. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** One @, something before it, a dotted host after it, no blanks: what can be checked without sending mail. */
export function requireEmail(email: string): string {
  const normalized = normalizeEmail(email);
  if (normalized.length > 254 || !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(normalized)) {
    throw new AppError('INVALID_ARGUMENT', 'INVALID_EMAIL', 'Please enter a valid e-mail address.');
  }
  return normalized;
}
