import { randomBytes } from 'node:crypto';
import { AppError } from '@reelwright/errors';
import { createTokenCipher } from '../src/index.ts';

const newKey = (kid: string) => `${kid}:${randomBytes(32).toString('base64')}`;
const context = 'connections:42:access_token';
const unreadable = expect.objectContaining({ kind: 'INTERNAL', code: 'SECRET_UNREADABLE' });

function failure(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('did not fail');
}

describe('an encrypted token', () => {
  const cipher = createTokenCipher(newKey('k1'));

  it.each(['ya29.a0AfH6SM', '', 'ü 🎬 漢字', 'x'.repeat(10_000)])(
    'decrypts in the row it was encrypted for: %#',
    (plain) => {
      expect(cipher.decrypt(cipher.encrypt(plain, context), context)).toBe(plain);
    },
  );

  it('shows nothing of its text and is never the same twice', () => {
    const [a, b] = [cipher.encrypt('ya29.secret', context), cipher.encrypt('ya29.secret', context)];
    expect(a).not.toBe(b);
    expect(a).toMatch(/^k1\.[\w-]+$/);
    expect(Buffer.from(a.slice(3), 'base64url').toString('latin1')).not.toContain('secret');
  });

  it('[ASVS 11.3.3] does not decrypt in another row', () => {
    const encrypted = cipher.encrypt('token', context);
    expect(failure(() => cipher.decrypt(encrypted, 'connections:43:access_token'))).toEqual(unreadable);
  });

  it('[ASVS 11.3.3] does not decrypt when any byte was changed', () => {
    const bytes = Buffer.from(cipher.encrypt('token', context).slice(3), 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(failure(() => cipher.decrypt(`k1.${changed.toString('base64url')}`, context))).toEqual(unreadable);
    }
  });

  it.each(['', 'k1', 'k1.', 'k1.AAAA', 'gone.AAAA', 'plain text'])('is not %p', (text) => {
    const error = failure(() => cipher.decrypt(text, context));
    expect(error).toEqual(unreadable);
    expect((error as AppError).message).not.toContain('AAAA');
    expect(error).toBeInstanceOf(AppError);
  });
});

describe('the ring of keys', () => {
  const [old, fresh] = [newKey('2025'), newKey('2026')];

  it('knows which texts its first key encrypted', () => {
    const [before, both] = [createTokenCipher(old), createTokenCipher(`${fresh},${old}`)];
    expect(both.isCurrent(before.encrypt('token', context))).toBe(false);
    expect(both.isCurrent(both.encrypt('token', context))).toBe(true);
  });

  it('encrypts with its first key and decrypts with all', () => {
    const encrypted = createTokenCipher(old).encrypt('token', context);
    const rotated = createTokenCipher(`${fresh}, ${old}`);
    expect(rotated.decrypt(encrypted, context)).toBe('token');
    expect(rotated.encrypt('token', context)).toMatch(/^2026\./);
  });

  it('decrypts nothing of a key that was removed', () => {
    const encrypted = createTokenCipher(old).encrypt('token', context);
    expect(failure(() => createTokenCipher(fresh).decrypt(encrypted, context))).toEqual(unreadable);
  });

  it.each([
    ['empty', ''],
    ['a key too short', 'k1:AAAA'],
    ['a key without a name', `:${randomBytes(32).toString('base64')}`],
    ['a name with the separator of encrypted text in it', newKey('2026.1')],
    ['one name twice', `${newKey('k1')},${newKey('k1')}`],
  ])('is rejected for %s, without printing the key', (_what, ring) => {
    const error = failure(() => createTokenCipher(ring)) as Error;
    expect(error).toBeInstanceOf(Error);
    for (const part of ring.split(/[:,]/).filter((text) => text.length > 8)) expect(error.message).not.toContain(part);
  });
});
