import { randomBytes } from 'node:crypto';
import { AppError } from '@reelwright/errors';
import { createTokenCipher } from '../src/index.ts';

const newKey = (kid: string) => `${kid}:${randomBytes(32).toString('base64')}`;
const place = 'connections:42:access_token';
const unreadable = expect.objectContaining({ kind: 'INTERNAL', code: 'SECRET_UNREADABLE' });

function failure(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('did not fail');
}

describe('a sealed token', () => {
  const cipher = createTokenCipher(newKey('k1'));

  it.each(['ya29.a0AfH6SM', '', 'ü 🎬 漢字', 'x'.repeat(10_000)])('opens where it was sealed: %#', (plain) => {
    expect(cipher.decrypt(cipher.encrypt(plain, place), place)).toBe(plain);
  });

  it('shows nothing of its text and is never the same twice', () => {
    const [a, b] = [cipher.encrypt('ya29.secret', place), cipher.encrypt('ya29.secret', place)];
    expect(a).not.toBe(b);
    expect(a).toMatch(/^k1\.[\w-]+$/);
    expect(Buffer.from(a.slice(3), 'base64url').toString('latin1')).not.toContain('secret');
  });

  it('[ASVS 11.3.3] does not open in another row', () => {
    const sealed = cipher.encrypt('token', place);
    expect(failure(() => cipher.decrypt(sealed, 'connections:43:access_token'))).toEqual(unreadable);
  });

  it('[ASVS 11.3.3] does not open when any byte was changed', () => {
    const bytes = Buffer.from(cipher.encrypt('token', place).slice(3), 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(failure(() => cipher.decrypt(`k1.${changed.toString('base64url')}`, place))).toEqual(unreadable);
    }
  });

  it.each(['', 'k1', 'k1.', 'k1.AAAA', 'gone.AAAA', 'plain text'])('is not %p', (text) => {
    const error = failure(() => cipher.decrypt(text, place));
    expect(error).toEqual(unreadable);
    expect((error as AppError).message).not.toContain('AAAA');
    expect(error).toBeInstanceOf(AppError);
  });
});

describe('the ring of keys', () => {
  const [old, fresh] = [newKey('2025'), newKey('2026')];

  it('seals with its first key and opens with all', () => {
    const sealed = createTokenCipher(old).encrypt('token', place);
    const rotated = createTokenCipher(`${fresh}, ${old}`);
    expect(rotated.decrypt(sealed, place)).toBe('token');
    expect(rotated.encrypt('token', place)).toMatch(/^2026\./);
  });

  it('decrypts nothing of a key that was removed', () => {
    const sealed = createTokenCipher(old).encrypt('token', place);
    expect(failure(() => createTokenCipher(fresh).decrypt(sealed, place))).toEqual(unreadable);
  });

  it.each([
    ['empty', ''],
    ['a key too short', 'k1:AAAA'],
    ['a key without a name', `:${randomBytes(32).toString('base64')}`],
    ['a name with the separator of sealed text in it', newKey('2026.1')],
    ['one name twice', `${newKey('k1')},${newKey('k1')}`],
  ])('is refused for %s, without printing the key', (_what, ring) => {
    const error = failure(() => createTokenCipher(ring)) as Error;
    expect(error).toBeInstanceOf(Error);
    for (const part of ring.split(/[:,]/).filter((text) => text.length > 8)) expect(error.message).not.toContain(part);
  });
});
