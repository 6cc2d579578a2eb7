import { signPath, verifySignedPath } from '../src/index.ts';

const key = 'signing key';
const now = new Date('2031-01-01T00:00:00.500Z');
const queryOf = (signed: string) => Object.fromEntries(new URL(signed, 'http://x').searchParams);
const signed = signPath('/media/a.mp4', { key, expiresAt: new Date('2031-01-01T00:10:00Z') });

describe('a signed path', () => {
  it('is valid until it expires', () => {
    expect(verifySignedPath('/media/a.mp4', queryOf(signed), { keys: [key], now })).toBe(true);
    const end = new Date('2031-01-01T00:10:00Z');
    expect(verifySignedPath('/media/a.mp4', queryOf(signed), { keys: [key], now: end })).toBe(true);
    expect(verifySignedPath('/media/a.mp4', queryOf(signed), { keys: [key], now: new Date(end.getTime() + 1) })).toBe(
      false,
    );
  });

  it('[ASVS 8.2.2] is valid for its path, its expiry and its key alone', () => {
    const query = queryOf(signed);
    expect(verifySignedPath('/media/b.mp4', query, { keys: [key], now })).toBe(false);
    expect(verifySignedPath('/media/a.mp4', { ...query, exp: `${Number(query.exp) + 1}` }, { keys: [key], now })).toBe(
      false,
    );
    expect(verifySignedPath('/media/a.mp4', query, { keys: ['another'], now })).toBe(false);
  });

  it('is valid with any key of a ring', () => {
    const query = queryOf(signed);
    for (const keys of [
      [key, 'another'],
      ['another', key],
    ])
      expect(verifySignedPath('/media/a.mp4', query, { keys, now })).toBe(true);
    expect(verifySignedPath('/media/a.mp4', query, { keys: ['another', 'a third'], now })).toBe(false);
  });

  it.each([
    {},
    { exp: '' },
    { sig: 'x' },
    { exp: 'soon', sig: 'x' },
    { exp: '1e999', sig: 'x' },
    { exp: '9999999999', sig: '' },
  ])('is not %j', (query) => expect(verifySignedPath('/media/a.mp4', query, { keys: [key], now })).toBe(false));
});
