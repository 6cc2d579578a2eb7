import { randomBytes, randomInt } from 'node:crypto';

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Random letters and digits. */
export function token(length: number, alphabet = alphanumeric): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Random lower-case letters and digits. */
export function lowercaseToken(length: number): string {
  return token(length, 'abcdefghijklmnopqrstuvwxyz0123456789');
}

/** Random decimal digits without a leading zero, as text because such ids exceed a double's precision. */
export function digits(length: number): string {
  return `${randomInt(1, 10)}${token(length - 1, '0123456789')}`;
}

/** Random url-safe base64. */
export function urlSafeToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}
