import { createTestBucket } from '@reelwright/testing';
import { createObjectStore, type ObjectStore, type Presigning } from '../src/index.ts';
import { openStore } from './stores.ts';

const KEY = 'videos/a-1.mp4';
const MINUTE_MS = 60_000;

let store: ObjectStore;
beforeEach(async () => {
  store = createObjectStore((await createTestBucket()).url);
  await store.put(KEY, Buffer.from('0123456789'));
});

async function addressOf(key: string, change: Partial<Presigning> = {}): Promise<string> {
  const options = { contentType: 'video/mp4', cacheControl: 'max-age=600', signedAt: new Date(), seconds: 300 };
  return (await store.presign?.(key, { ...options, ...change })) ?? '';
}

describe('a presigned address', () => {
  it('answers with the object and the headers that were asked for', async () => {
    const response = await fetch(await addressOf(KEY));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-disposition': 'inline',
      'cache-control': 'max-age=600',
    });
    expect(await response.text()).toBe('0123456789');
  });

  it('answers a range', async () => {
    const response = await fetch(await addressOf(KEY), { headers: { range: 'bytes=3-5' } });
    expect([response.status, response.headers.get('content-range')]).toEqual([206, 'bytes 3-5/10']);
    expect(await response.text()).toBe('345');
  });

  it('is the same for the same arguments', async () => {
    const signedAt = new Date(Date.now() - MINUTE_MS);
    expect(await addressOf(KEY, { signedAt })).toBe(await addressOf(KEY, { signedAt }));
    expect(await addressOf(KEY, { signedAt })).not.toBe(await addressOf(KEY, { signedAt: new Date() }));
  });

  it('of a missing object is a 404', async () => {
    const response = await fetch(await addressOf('videos/gone.mp4'));
    await response.body?.cancel();
    expect(response.status).toBe(404);
  });

  it.each<[string, (address: string) => string]>([
    ['another object', (address) => address.replace('a-1.mp4', 'a-2.mp4')],
    ['another type', (address) => address.replace('video%2Fmp4', 'text%2Fhtml')],
    ['a longer life', (address) => address.replace('X-Amz-Expires=300', 'X-Amz-Expires=3000')],
    ['no signature', (address) => address.replace(/\?.*/, '')],
  ])('[ASVS 8.2.2] that was altered to %s is refused', async (_what, alter) => {
    await store.put('videos/a-2.mp4', Buffer.from('of another user'));
    const address = await addressOf(KEY);
    expect(alter(address)).not.toBe(address);
    const response = await fetch(alter(address));
    expect(response.status).toBe(403);
    expect(await response.text()).not.toContain('of another user');
  });

  it('[ASVS 8.2.2] is refused once it has expired, and to a method that it is not for', async () => {
    const expired = await fetch(await addressOf(KEY, { signedAt: new Date(Date.now() - 6 * MINUTE_MS) }));
    await expired.body?.cancel();
    const written = await fetch(await addressOf(KEY), { method: 'PUT', body: 'x' });
    await written.body?.cancel();
    expect([expired.status, written.status]).toEqual([403, 403]);
  });

  it('is only of keys that the store may have', async () => {
    await expect(addressOf('../x')).rejects.toMatchObject({ code: 'BAD_OBJECT_KEY' });
  });
});

it('a disk has no addresses', async () => {
  expect((await openStore('disk')).store.presign).toBeUndefined();
});
