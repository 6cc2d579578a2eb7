import { randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '@reelwright/errors';
import { argon2id } from './argon2.ts';

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. About 12 ms of one core. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;
const PREFIX = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$`;

/** A PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await compute(password, nonce, { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES });
  return `${PREFIX}${base64(nonce)}$${base64(tag)}`;
}

/** Whether the password matches. Takes the same time without a hash, so that timing reveals no account. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const stored = hash ?? DECOY;
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
  if (!match) throw new AppError('INTERNAL', 'PASSWORD_HASH_UNREADABLE', 'This password cannot be checked.');
  const [, memory, passes, parallelism, salt = '', hashText = ''] = match;
  const settings = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const tag = await compute(password, Buffer.from(salt, 'base64'), settings);
  const expected = Buffer.from(hashText, 'base64');
  return tag.length === expected.length && timingSafeEqual(tag, expected) && hash !== null;
}

/** A hash that no password matches. A constant, so that the first unknown account takes no longer than the others. */
const DECOY = `${PREFIX}${'A'.repeat(22)}$${'A'.repeat(43)}`;

function compute(
  password: string,
  nonce: Buffer,
  settings: { memory: number; passes: number; parallelism: number },
): Promise<Buffer> {
  return argon2id({ message: password.normalize('NFKC'), nonce, tagLength: TAG_BYTES, ...settings });
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

/** The longest password that is checked; no account has a longer one. For new passwords see password-rule.ts. */
export const PASSWORD_READ_MAX = 1_024;
