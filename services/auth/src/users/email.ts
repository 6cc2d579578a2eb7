import { AppError } from '@reelwright/errors';

/** What SMTP takes, with the brackets around it. */
const EMAIL_MAX = 254;
/** HTML's syntax of a valid e-mail address (WHATWG), which leaves out quotes and comments, and a dot in the host. */
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const EMAIL = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})+$`);

/** Addresses are compared and stored in small letters. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** @throws AppError INVALID_EMAIL for what is not one address that mail can be sent to */
export function requireEmail(email: string): string {
  const normalized = normalizeEmail(email);
  if (normalized.length > EMAIL_MAX || !EMAIL.test(normalized)) {
    throw new AppError('INVALID_ARGUMENT', 'INVALID_EMAIL', 'Please enter a valid e-mail address.');
  }
  return normalized;
}
