import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * `rw_live_` marks the key for secret scanners; thirty random characters (178 bits) and a six-character checksum
 * follow.
 */
const KEY_PREFIX = 'rw_live_';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Creates a key. It is shown once; only its hash is stored. */
export function createApiKey(): string {
  let body = '';
  for (let index = 0; index < RANDOM_LENGTH; index += 1) body += ALPHABET.charAt(randomInt(ALPHABET.length));
  return `${KEY_PREFIX}${body}${checksum(body)}`;
}

/** Whether this has the form and checksum of a key, so that typing errors cause no query. */
export function looksLikeApiKey(key: string): boolean {
  if (key.length !== KEY_PREFIX.length + RANDOM_LENGTH + CHECKSUM_LENGTH || !key.startsWith(KEY_PREFIX)) return false;
  const body = key.slice(KEY_PREFIX.length, KEY_PREFIX.length + RANDOM_LENGTH);
  return checksum(body) === key.slice(KEY_PREFIX.length + RANDOM_LENGTH);
}

/** The key has enough random bits that a fast hash is safe. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** The beginning of a key, by which its owner recognises it. */
export function apiKeyPrefix(key: string): string {
  return key.slice(0, KEY_PREFIX.length + 4);
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
