import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * `rw_live_` marks the key for secret scanners. The name of its cell follows, if that has one, then thirty random
 * characters (178 bits) and a checksum of six characters over both. This is the form of every key, whichever cell made it.
 */
const MARK = 'rw_live_';
const FORM = /^rw_live_((?:[a-z0-9]{1,12}_)?[0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;
const RANDOM_LENGTH = 30;
const SHOWN_LENGTH = 4;
const CHECKSUM_LENGTH = 6;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Creates a key. It is shown once; only its hash is stored. */
export function createApiKey(cell: string | undefined): string {
  let body = cell ? `${cell}_` : '';
  for (let index = 0; index < RANDOM_LENGTH; index += 1) body += ALPHABET.charAt(randomInt(ALPHABET.length));
  return `${MARK}${body}${checksum(body)}`;
}

/** Whether this has the form and checksum of a key, so that typing errors cause no query. */
export function looksLikeApiKey(key: string): boolean {
  const [, body, sum] = FORM.exec(key) ?? [];
  return body !== undefined && checksum(body) === sum;
}

/** The key has enough random bits that a fast hash is safe. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** The beginning of a key, by which its owner recognises it. */
export function apiKeyPrefix(key: string): string {
  return key.slice(0, key.lastIndexOf('_') + 1 + SHOWN_LENGTH);
}

function checksum(body: string): string {
  let value = crc32(body);
  let text = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    text = ALPHABET.charAt(value % ALPHABET.length) + text;
    value = Math.floor(value / ALPHABET.length);
  }
  return text;
}
