import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AppError } from '@reelwright/errors';

export interface TokenCipher {
  /** Encrypts a secret. `context` names the row and column it belongs to; text moved to another row does not decrypt. */
  encrypt(plain: string, context: string): string;
  /** @throws AppError INTERNAL when the text was changed, moved, or its key is gone. */
  decrypt(encrypted: string, context: string): string;
  /** Whether the ring's first key encrypted it. */
  isCurrent(encrypted: string): boolean;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM with a ring of keys, `kid:base64,kid:base64`: the first encrypts, all decrypt. Encrypted text:
 * `kid.base64url(iv | tag | ciphertext)`.
 */
export function createTokenCipher(ring: string): TokenCipher {
  const keys = new Map<string, Buffer>();
  for (const part of ring.split(',')) {
    const [kid, encoded] = part.trim().split(':');
    const key = Buffer.from(encoded ?? '', 'base64');
    if (!kid || key.length !== 32) throw new Error('each cipher key is kid:base64 of 32 bytes');
    if (kid.includes('.')) throw new Error('the name of a cipher key has no dot: encrypted text separates it by one');
    if (keys.has(kid)) throw new Error('two cipher keys have the same name');
    keys.set(kid, key);
  }
  const [first] = keys;
  if (!first) throw new Error('at least one cipher key is needed');
  const [currentKid, currentKey] = first;

  return {
    encrypt(plain, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', currentKey, iv).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${currentKid}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    decrypt(encrypted, context) {
      const dot = encrypted.indexOf('.');
      const key = keys.get(encrypted.slice(0, dot));
      const bytes = Buffer.from(encrypted.slice(dot + 1), 'base64url');
      if (!key || bytes.length < IV_BYTES + TAG_BYTES) {
        throw new AppError('INTERNAL', 'SECRET_UNREADABLE', 'A stored secret cannot be read.');
      }
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
          .setAAD(Buffer.from(context))
          .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)).toString('utf8') + decipher.final('utf8');
      } catch (cause) {
        throw new AppError('INTERNAL', 'SECRET_UNREADABLE', 'A stored secret cannot be read.', { cause });
      }
    },
    isCurrent: (encrypted) => encrypted.startsWith(`${currentKid}.`),
  };
}

/** Why a ring of keys can't be used, for the check of a setting; undefined if it can, and for an empty text. */
export function cipherKeysProblem(ring: string): string | undefined {
  try {
    if (ring) createTokenCipher(ring);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
