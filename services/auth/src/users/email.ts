import { AppError } from '@reelwright/errors';

/** The limit of SMTP, without the angle brackets. */
const EMAIL_MAX = 254;
/** HTML's syntax of an e-mail address (WHATWG), without quotes and comments, and with a dot in the host. */
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const EMAIL = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})+$`);

/** Addresses are compared and stored in lower case. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** @throws AppError INVALID_EMAIL unless it is a single address that mail can be sent to */
export function requireEmail(email: string): string {
  const normalized = normalizeEmail(email);
  if (normalized.length > EMAIL_MAX || !EMAIL.test(normalized)) {
    throw new AppError('INVALID_ARGUMENT', 'INVALID_EMAIL', 'Please enter a valid e-mail address.');
  }
  return normalized;
}
