import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createManualClock } from '@reelwright/clock';
import { silentLogger as logger } from '@reelwright/logger';
import sharp from 'sharp';
import { changePhoto } from '../src/photos/change-photo.ts';
import { createPhotoMaker, type PhotoMaker } from '../src/photos/photo-maker.ts';
import { type Auth, cookieOf, startAuth } from './harness.ts';
import { blackPng, picture, pictureOfPlace } from './pictures.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
}, 60_000);
afterAll(() => auth.stop());

const PHOTO = '/api/auth/user/photo';

async function newcomer() {
  const signup = await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload: auth.newPerson() });
  const userId: string = signup.json().id;
  return { userId, headers: await auth.identity.asUser(userId) };
}
type Newcomer = Awaited<ReturnType<typeof newcomer>>;

const send = ({ headers }: Newcomer, payload: Buffer | string, type = 'image/jpeg') =>
  auth.app.inject({ method: 'PUT', url: PHOTO, headers: { ...headers, 'content-type': type }, payload });
const remove = ({ headers }: Newcomer) => auth.app.inject({ method: 'DELETE', url: PHOTO, headers });
const see = (url: string) => auth.app.inject({ url });
const urlOf = async ({ headers }: Newcomer) =>
  (await auth.app.inject({ url: '/api/auth/user', headers })).json().profileImageUrl;
const photosOf = ({ userId }: Newcomer) =>
  auth.db.selectFrom('profile_photos').selectAll().where('user_id', '=', Number(userId)).execute();

describe('a photo', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'sent as %s is shown to anyone as a small square of WebP',
    async (format) => {
      const ada = await newcomer();
      const sent = await send(ada, await picture({ format }), `image/${format}`);
      expect(sent.statusCode).toBe(200);
      const { profileImageUrl } = sent.json();
      expect(profileImageUrl).toMatch(/^\/api\/profile-photos\/[\w-]{22}$/);
      expect(await urlOf(ada)).toBe(profileImageUrl);

      const seen = await see(profileImageUrl);
      expect(seen.statusCode).toBe(200);
      expect(seen.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, max-age=31536000, immutable',
      });
      expect(await sharp(seen.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
      expect(seen.rawPayload.length).toBeLessThanOrEqual(20_000);
    },
  );

  it('of noise, which compresses badly, is stored small', async () => {
    const noise = await sharp({
      create: {
        width: 512,
        height: 512,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg()
      .toBuffer();
    const { profileImageUrl } = (await send(await newcomer(), noise)).json();
    expect((await see(profileImageUrl)).rawPayload.length).toBeLessThanOrEqual(20_000);
  });

  it('[ASVS 14.2.8] is rotated upright and has no place, time or author', async () => {
    const taken = await pictureOfPlace();
    expect((await sharp(taken).metadata()).exif?.includes('Ada Byron')).toBe(true);
    const { profileImageUrl } = (await send(await newcomer(), taken)).json();
    const { rawPayload } = await see(profileImageUrl);
    const { exif, xmp, iptc, icc, orientation } = await sharp(rawPayload).metadata();
    expect([exif, xmp, iptc, icc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(rawPayload.includes('Ada Byron')).toBe(false);
    // The left half is red; after the rotation it is the upper half.
    const { data } = await sharp(rawPayload).extract({ left: 120, top: 20, width: 1, height: 1 }).raw().toBuffer({
      resolveWithObject: true,
    });
    expect(data[0]).toBeGreaterThan(150);
  });

  it('has a new address when it is replaced, and the old one is gone', async () => {
    const ada = await newcomer();
    const first = (await send(ada, await picture())).json().profileImageUrl;
    const second = (await send(ada, await picture({ format: 'png' }), 'image/png')).json().profileImageUrl;
    expect(second).not.toBe(first);
    expect((await see(first)).statusCode).toBe(404);
    expect((await see(second)).statusCode).toBe(200);
    expect(await photosOf(ada)).toHaveLength(1);
  });

  it('is removed, also twice', async () => {
    const ada = await newcomer();
    const { profileImageUrl } = (await send(ada, await picture())).json();
    for (const answer of [await remove(ada), await remove(ada)]) {
      expect([answer.statusCode, answer.json()]).toEqual([200, { profileImageUrl: null }]);
    }
    expect(await urlOf(ada)).toBeNull();
    const gone = await see(profileImageUrl);
    expect([gone.statusCode, gone.json().error]).toEqual([404, 'NO_SUCH_PHOTO']);
  });

  it('is stored once of two that are sent at once', async () => {
    const ada = await newcomer();
    const [red, wide] = [await picture(), await picture({ width: 1200 })];
    const answers = await Promise.all([send(ada, red), send(ada, wide)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 503]);
    const [kept, ...others] = await photosOf(ada);
    expect(others).toEqual([]);
    expect(await urlOf(ada)).toBe(`/api/profile-photos/${kept?.id}`);
  });

  it('[ASVS 8.2.2] is changed by its owner only, and found by its id only', async () => {
    const [ada, ben] = [await newcomer(), await newcomer()];
    const { profileImageUrl } = (await send(ada, await picture())).json();
    await send(ben, await picture());
    await remove(ben);
    expect((await see(profileImageUrl)).statusCode).toBe(200);
    for (const id of [ada.userId, '..', '%00', 'A'.repeat(22), `${ada.userId}'--`]) {
      expect([400, 404]).toContain((await see(`/api/profile-photos/${id}`)).statusCode);
    }
    const headers = { 'content-type': 'image/jpeg' };
    const anonymous = await auth.app.inject({ method: 'PUT', url: PHOTO, headers, payload: await picture() });
    expect([anonymous.statusCode, anonymous.json().error]).toEqual([401, 'SIGNED_OUT']);
  });

  it('[ASVS 2.4.1] is accepted ten times an hour', async () => {
    const ada = await newcomer();
    const broken = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
    const uploads = [];
    for (let count = 0; count < 11; count += 1) uploads.push(await send(ada, broken));
    expect(uploads.map(({ statusCode }) => statusCode)).toEqual([...Array(10).fill(400), 429]);
    expect(uploads[10]?.json().error).toBe('TOO_MANY_PHOTOS');
    expect(Number(uploads[10]?.headers['retry-after'])).toBeLessThanOrEqual(3_600);

    await auth.db
      .updateTable('photo_uploads')
      .set({ window_start: new Date(Date.now() - 7_200_000) })
      .where('user_id', '=', Number(ada.userId))
      .execute();
    expect((await send(ada, await picture())).statusCode).toBe(200);
  });

  describe('that is refused', () => {
    const usedBy = async ({ userId }: Newcomer) => {
      const uploads = auth.db.selectFrom('photo_uploads').select('used').where('user_id', '=', Number(userId));
      return (await uploads.executeTakeFirst())?.used ?? 0;
    };
    const sendTo = async (photos: PhotoMaker, { userId }: Newcomer) =>
      changePhoto({ db: auth.db, clock: createManualClock(), photos }, userId, await picture());

    it('before decoding does not count', async () => {
      const [ada, photos] = [await newcomer(), createPhotoMaker({ logger })];
      const crowd = Promise.all(
        Array.from({ length: 10 }, (_, place) => photos.make(blackPng(6_000, 6_000), `${place}`)),
      );
      await expect(sendTo(photos, ada)).rejects.toMatchObject({ code: 'PHOTO_BUSY' });
      expect(await usedBy(ada)).toBe(0);
      await crowd;
      await sendTo(photos, ada);
      expect(await usedBy(ada)).toBe(1);
    });

    it('[ASVS 2.4.1] after the time limit counts', async () => {
      const ada = await newcomer();
      const slow = createPhotoMaker({ logger, timeLimitMs: 1 });
      await expect(sendTo(slow, ada)).rejects.toMatchObject({ code: 'PHOTO_BUSY' });
      expect(await usedBy(ada)).toBe(1);
    });
  });

  it('is deleted with the account, and the receipt counts it', async () => {
    const person = auth.newPerson();
    const signup = await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload: person });
    const ada = { userId: signup.json().id, headers: await auth.identity.asUser(signup.json().id) };
    const { profileImageUrl } = (await send(ada, await picture())).json();
    const mine = await auth.app.inject({ url: '/api/account-data/account', headers: ada.headers });
    expect(mine.json().data.profile.profileImageUrl).toBe(`http://localhost:8080${profileImageUrl}`);

    const left = await auth.app.inject({
      method: 'DELETE',
      url: '/api/auth/user',
      headers: { ...ada.headers, cookie: cookieOf(signup) },
      payload: { password: person.password },
    });
    const receipt = await auth.app.inject({ url: `/api/account-deletions/${left.json().receiptCode}` });
    expect(receipt.json().parts[0].erased).toContainEqual({
      kind: 'profile_photo',
      count: 1,
      text: '1 profile photo',
    });
    expect((await see(profileImageUrl)).statusCode).toBe(404);
    expect((await send(ada, await picture())).statusCode).toBe(401);
  });
});

describe('a file that is not a photo', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

  it.each([
    ['an SVG with a script', SVG, 'image/svg+xml'],
    ['an SVG sent as PNG', SVG, 'image/png'],
    ['a GIF', GIF, 'image/gif'],
    ['a GIF sent as JPEG', GIF, 'image/jpeg'],
    ['a page sent as WebP', '<html><script>alert(1)</script>', 'image/webp'],
    ['a RIFF other than WebP', 'RIFF\u0010\0\0\0AVI LIST', 'image/webp'],
    ['a page', '<html></html>', 'text/html'],
    ['JSON', '{"profileImageUrl":"https://example.com/x"}', 'application/json'],
    ['a form', 'a=b', 'application/x-www-form-urlencoded'],
  ])('%s: is refused', async (_what, body, type) => {
    const ada = await newcomer();
    const answer = await send(ada, body, type);
    expect([answer.statusCode, answer.json()]).toMatchObject([415, { error: 'UNSUPPORTED_IMAGE' }]);
    expect(await photosOf(ada)).toEqual([]);
  });

  it('an empty body is refused', async () => {
    const { headers } = await newcomer();
    expect((await auth.app.inject({ method: 'PUT', url: PHOTO, headers })).statusCode).toBe(415);
    const empty = { ...headers, 'content-type': 'image/png' };
    expect((await auth.app.inject({ method: 'PUT', url: PHOTO, headers: empty })).statusCode).toBe(415);
  });

  it.each([
    ['a truncated JPEG', async () => (await picture({ width: 3000, height: 2000 })).subarray(0, 4_000)],
    ['a truncated PNG', async () => (await picture({ format: 'png' })).subarray(0, 200)],
    [
      'the first bytes of a PNG before a page',
      async () =>
        Buffer.concat([
          Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
          Buffer.from('<script>1</script>'),
        ]),
    ],
    [
      'an SVG after the first bytes of a JPEG',
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(SVG)]),
    ],
    ['an empty WebP', async () => Buffer.from('RIFF\u0004\0\0\0WEBP')],
  ])('%s cannot be read', async (_what, make) => {
    const ada = await newcomer();
    const answer = await send(ada, await make());
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { error: 'IMAGE_UNREADABLE' }]);
    expect(await photosOf(ada)).toEqual([]);
  });

  it('a page after a photo is not stored', async () => {
    const polyglot = Buffer.concat([await picture(), Buffer.from('<script>alert(1)</script>')]);
    const { profileImageUrl } = (await send(await newcomer(), polyglot)).json();
    const { rawPayload, headers } = await see(profileImageUrl);
    expect([rawPayload.includes('<script'), headers['content-type']]).toEqual([false, 'image/webp']);
  });

  it('[ASVS 5.2.6] a small file of 900 megapixels is not decoded', async () => {
    const bomb = blackPng(30_000, 30_000);
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const answer = await send(await newcomer(), bomb, 'image/png');
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { error: 'IMAGE_TOO_LARGE' }]);
  });

  it('[ASVS 5.2.1] a file of more than a megabyte is refused unread', async () => {
    const ada = await newcomer();
    const mebibyte = 1024 * 1024;
    const photo = await picture();
    const padded = (size: number) => Buffer.concat([photo, Buffer.alloc(size - photo.length)]);
    expect((await send(ada, padded(mebibyte))).statusCode).toBe(200);
    const answer = await send(ada, padded(mebibyte + 1));
    expect([answer.statusCode, answer.json()]).toMatchObject([413, { error: 'BODY_TOO_LARGE' }]);
  });
});

describe('decoding', () => {
  it('[ASVS 2.4.1] that takes too long is killed, and its slot is free again', async () => {
    const slow = createPhotoMaker({ logger, timeLimitMs: 1 });
    const photo = await picture();
    // One more than there are slots.
    for (let count = 0; count < 3; count += 1) {
      await expect(slow.make(photo, 'ada')).rejects.toMatchObject({ code: 'PHOTO_BUSY' });
    }
  });

  it.each(['files', 'program'])(
    'for which no process can be started (no %s) answers 503, and its slot is free again',
    async (what) => {
      const program = join(import.meta.dirname, 'photo-in-need.ts');
      const command = `ulimit -n 128 && exec "$0" ${program} ${what}`;
      const { stdout } = await promisify(execFile)('sh', ['-c', command, process.execPath]);
      expect(JSON.parse(stdout)).toEqual(['PHOTO_BUSY', 'PHOTO_BUSY', 'PHOTO_BUSY']);
    },
  );

  it('[ASVS 2.4.1] runs for one photo of a user at a time, so that no user takes all slots', async () => {
    const maker = createPhotoMaker({ logger });
    const photo = await picture();
    const made = await Promise.allSettled(Array.from({ length: 10 }, () => maker.make(photo, 'ada')));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(maker.make(photo, 'ada')).resolves.toBeTruthy();
  });

  it('runs for a few photos at a time; the last of many get 503', async () => {
    const maker = createPhotoMaker({ logger });
    const photo = await picture();
    const made = await Promise.allSettled(Array.from({ length: 14 }, (_, place) => maker.make(photo, `${place}`)));
    const refused = made.filter((each) => each.status === 'rejected');
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array(4).fill('PHOTO_BUSY'));
  });
});
