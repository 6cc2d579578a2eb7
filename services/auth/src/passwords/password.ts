import { randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '@reelwright/errors';
import { argon2id } from './argon2.ts';

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. About 12 ms of one core. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;

/** A PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await compute(password, nonce, { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(nonce)}$${base64(tag)}`;
}

/** Whether the password fits. Takes the same time for an account that has none, so that accounts can't be told apart. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const stored = hash ?? (await decoyHash());
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
  if (!found) throw new AppError('INTERNAL', 'PASSWORD_HASH_UNREADABLE', 'This password cannot be checked.');
  const [, memory, passes, parallelism, salt = '', wanted = ''] = found;
  const settings = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const tag = await compute(password, Buffer.from(salt, 'base64'), settings);
  const expected = Buffer.from(wanted, 'base64');
  return tag.length === expected.length && timingSafeEqual(tag, expected) && hash !== null;
}

let decoy: Promise<string> | undefined;

function decoyHash(): Promise<string> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'));
  return decoy;
}

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

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 256;

/** Length is the only rule of form. @throws AppError INVALID_ARGUMENT */
export function requireGoodPassword(password: string): void {
  if ([...password].length < PASSWORD_MIN) {
    throw new AppError('INVALID_ARGUMENT', 'PASSWORD_TOO_SHORT', `Please use at least ${PASSWORD_MIN} characters.`);
  }
}
