import { randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '@reelwright/errors';
import { argon2id } from './argon2.ts';

const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;

export interface PasswordHasher {
  /** @returns a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash` */
  hash(password: string): Promise<string>;
  /**
   * Whether the password matches the hash, at the cost that the hash names. Without a hash it takes as long as with a new
   * one, so that timing reveals no account.
   */
  verify(password: string, hash: string | null): Promise<boolean>;
}

/** Argon2id with two passes and one lane; with 19 MiB it takes about 12 ms of one core. */
export function createPasswordHasher({ memoryKib }: { memoryKib: number }): PasswordHasher {
  const prefix = `$argon2id$v=19$m=${memoryKib},t=${PASSES},p=${LANES}$`;
  // No password matches it. It is not computed, so that the first unknown account takes no longer than the others.
  const decoy = `${prefix}${'A'.repeat(22)}$${'A'.repeat(43)}`;
  return {
    async hash(password) {
      const nonce = randomBytes(16);
      const tag = await compute(password, nonce, { memory: memoryKib, passes: PASSES, parallelism: LANES });
      return `${prefix}${base64(nonce)}$${base64(tag)}`;
    },
    async verify(password, hash) {
      const stored = hash ?? decoy;
      const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
      if (!match) throw new AppError('INTERNAL', 'PASSWORD_HASH_UNREADABLE', 'This password cannot be checked.');
      const [, memory, passes, parallelism, salt = '', hashText = ''] = match;
      const settings = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
      const tag = await compute(password, Buffer.from(salt, 'base64'), settings);
      const expected = Buffer.from(hashText, 'base64');
      return tag.length === expected.length && timingSafeEqual(tag, expected) && hash !== null;
    },
  };
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

/** The longest password that is checked; no account has a longer one. For new passwords see password-rule.ts. */
export const PASSWORD_READ_MAX = 1_024;
