import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { events } from '@reelwright/contracts';
import { LOGO_FRAME, logoCorners, type Tier, tiers } from '@reelwright/product';
import { eventually, tablesNaming } from '@reelwright/testing';
import { sql } from 'kysely';
import { deleteOldLogos } from '../src/branding/branding.repository.ts';
import { createLogoMaker } from '../src/branding/logo-maker.ts';
import { type Generation, startGeneration } from './harness.ts';
import { blackPng, type PictureKind, picture, pngWithText } from './pictures.ts';

let generation: Generation;
beforeAll(async () => {
  generation = await startGeneration();
}, 60_000);
afterAll(() => generation.stop());

const URL = '/api/branding';
const NOTHING = { logo: null, palette: [], corner: 'top_left', savedAt: null };

async function person(tier: Tier = 'elite') {
  const userId = randomUUID();
  generation.billing.tiers.set(userId, tier);
  return { userId, headers: await generation.identity.asUser(userId) };
}
type Person = Awaited<ReturnType<typeof person>>;

const read = ({ headers }: Person) => generation.app.inject({ url: URL, headers });
const remove = ({ headers }: Person) => generation.app.inject({ method: 'DELETE', url: URL, headers });
const save = ({ headers }: Person, change: object = {}) =>
  generation.app.inject({
    method: 'PUT',
    url: URL,
    headers,
    payload: { corner: 'bottom_right', palette: ['#E07A5F', '#0a7f80'], ...change },
  });
const saveLogo = (who: Person, file: Buffer | string) => save(who, { logo: Buffer.from(file).toString('base64') });
const logosOf = async ({ userId }: Person) =>
  (await generation.db.selectFrom('logos').selectAll().where('user_id', '=', userId).execute()).length;

describe('branding', () => {
  it('is empty until it is saved', async () => {
    expect((await read(await person('free'))).json()).toEqual(NOTHING);
  });

  it.each<PictureKind>(['png', 'webp', 'jpeg'])(
    'keeps a logo that is sent as %s, at the size it is drawn',
    async (kind) => {
      const ada = await person();
      const saved = await saveLogo(ada, picture({ kind, size: '1000x300' }));
      expect([saved.statusCode, saved.json()]).toMatchObject([
        200,
        { corner: 'bottom_right', palette: ['#e07a5f', '#0a7f80'], logo: { width: LOGO_FRAME.width, height: 96 } },
      ]);
      expect(Buffer.from(saved.json().logo.image, 'base64').subarray(1, 4).toString()).toBe('PNG');
      expect((await read(ada)).json()).toEqual(saved.json());
    },
  );

  it('enlarges a small logo and keeps the shape of a high one', async () => {
    expect((await saveLogo(await person(), picture({ size: '100x50' }))).json().logo).toMatchObject({
      width: 320,
      height: 160,
    });
    expect((await saveLogo(await person(), picture({ size: '300x900' }))).json().logo).toMatchObject({
      width: 53,
      height: 160,
    });
  });

  it.each(logoCorners)('is saved with its logo at %s', async (corner) => {
    expect((await save(await person(), { corner })).json()).toMatchObject({ corner });
  });

  it('keeps its logo in a save without one, and loses it by null', async () => {
    const ada = await person();
    const { logo } = (await saveLogo(ada, picture())).json();
    expect((await save(ada, { palette: [] })).json()).toMatchObject({ logo, palette: [] });
    expect((await save(ada, { logo: null })).json()).toMatchObject({ logo: null, corner: 'bottom_right' });
    expect(await logosOf(ada)).toBe(0);
  });

  it('has one logo: a new one takes the place of the old one', async () => {
    const ada = await person();
    const first = (await saveLogo(ada, picture())).json();
    const second = (await saveLogo(ada, picture({ colour: 'ff0000' }))).json();
    expect(second.logo.image).not.toBe(first.logo.image);
    expect(await logosOf(ada)).toBe(1);
  });

  it('is removed on every plan, also twice', async () => {
    const ada = await person();
    await saveLogo(ada, picture());
    generation.billing.tiers.set(ada.userId, 'free');
    for (const answer of [await remove(ada), await remove(ada)]) {
      expect([answer.statusCode, answer.json()]).toEqual([200, NOTHING]);
    }
    expect(await logosOf(ada)).toBe(0);
  });

  it('[ASVS 14.2.8] has no metadata of the file, and no byte after its end', async () => {
    const file = Buffer.concat([pngWithText('Ada Byron'), Buffer.from('<script>alert(1)</script>')]);
    const image = Buffer.from((await saveLogo(await person(), file)).json().logo.image, 'base64');
    expect([image.includes('Ada Byron'), image.includes('<script')]).toEqual([false, false]);
  });
});

describe('the plan', () => {
  it.each(tiers.filter((tier) => tier !== 'elite'))('%s does not save a branding', async (tier) => {
    const ada = await person(tier);
    const refused = await saveLogo(ada, picture());
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { error: 'PLAN_FEATURE', message: 'A logo and a palette on your videos come with the Elite plan.' },
    ]);
    expect((await read(ada)).json()).toEqual(NOTHING);
  });

  it('that has ended does not save one, and what was saved stays', async () => {
    const ada = await person();
    const { logo } = (await saveLogo(ada, picture())).json();
    generation.billing.ends.set(ada.userId, new Date(generation.clock.now().getTime() - 1));
    expect((await save(ada, { corner: 'top_right' })).json().error).toBe('PLAN_FEATURE');
    expect((await read(ada)).json()).toMatchObject({ logo, corner: 'bottom_right' });
  });

  it('that cannot be read saves nothing', async () => {
    const ada = await person();
    generation.billing.isDown = true;
    try {
      const refused = await save(ada);
      expect([refused.statusCode, refused.json().error]).toEqual([503, 'PLAN_UNKNOWN']);
      expect(refused.headers['retry-after']).toBe('5');
    } finally {
      generation.billing.isDown = false;
    }
  });
});

describe('another person', () => {
  it('[ASVS 8.2.2] neither sees, changes nor removes it', async () => {
    const [ada, ben] = [await person(), await person()];
    const mine = (await saveLogo(ada, picture())).json();
    await save(ben, { corner: 'top_right', logo: null });
    expect((await read(ben)).json()).toMatchObject({ logo: null, corner: 'top_right' });
    await remove(ben);
    expect((await read(ada)).json()).toEqual(mine);
    const named = await generation.app.inject({ url: `${URL}?userId=${ada.userId}`, headers: ben.headers });
    expect(named.json()).toEqual(NOTHING);
  });

  it('without a session gets 401 for each call', async () => {
    for (const method of ['GET', 'DELETE'] as const) {
      expect((await generation.app.inject({ method, url: URL })).json().error).toBe('SIGNED_OUT');
    }
    const payload = { corner: 'top_left', palette: [] };
    expect((await generation.app.inject({ method: 'PUT', url: URL, payload })).json().error).toBe('SIGNED_OUT');
  });

  it('[ASVS 3.5.1] whose page makes a browser send it changes nothing', async () => {
    const ada = await person();
    const headers = { ...ada.headers, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const payload = { corner: 'top_right', palette: [] };
    for (const request of [{ method: 'PUT' as const, payload }, { method: 'DELETE' as const }]) {
      const refused = await generation.app.inject({ ...request, url: URL, headers });
      expect([refused.statusCode, refused.json().error]).toEqual([403, 'CROSS_SITE_REQUEST']);
    }
    expect((await read(ada)).json()).toEqual(NOTHING);
  });
});

describe('a body', () => {
  it.each<[string, object, string]>([
    ['another corner', { corner: 'middle' }, 'corner'],
    ['four colours', { palette: ['#000000', '#111111', '#222222', '#333333'] }, 'palette'],
    ['a colour by its name', { palette: ['red'] }, 'Write colours like #1a2b3c.'],
    ['a colour with more behind it', { palette: ['#000000;}'] }, 'Write colours like #1a2b3c.'],
    ['a logo that is not base64', { logo: 'data:image/png;base64,AAAA' }, 'The logo must be a file in base64.'],
    ['another field', { tier: 'elite' }, 'tier'],
  ])('with %s is refused', async (_what, change, text) => {
    const ada = await person();
    const refused = await save(ada, change);
    expect([refused.statusCode, refused.json().error]).toEqual([400, 'VALIDATION_FAILED']);
    expect(refused.json().message).toContain(text);
    expect((await read(ada)).json()).toEqual(NOTHING);
  });
});

describe('a file that is no logo', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const JPEG_HEAD = Buffer.from('ffd8ff', 'hex');

  it.each<[string, () => Buffer, number, string]>([
    ['[ASVS 5.2.2] an SVG', () => Buffer.from(SVG), 415, 'UNSUPPORTED_LOGO'],
    ['a GIF', () => picture({ kind: 'gif' }), 415, 'UNSUPPORTED_LOGO'],
    ['a page', () => Buffer.from('<html><script>1</script>'), 415, 'UNSUPPORTED_LOGO'],
    ['a playlist', () => Buffer.from('#EXTM3U\nhttp://127.0.0.1/x.ts\n'), 415, 'UNSUPPORTED_LOGO'],
    ['an empty file', () => Buffer.alloc(0), 415, 'UNSUPPORTED_LOGO'],
    [
      'an SVG behind the first bytes of a JPEG',
      () => Buffer.concat([JPEG_HEAD, Buffer.from(SVG)]),
      400,
      'LOGO_UNREADABLE',
    ],
    ['a truncated PNG', () => picture({ size: '900x900' }).subarray(0, 400), 400, 'LOGO_UNREADABLE'],
    ['a truncated WebP', () => picture({ kind: 'webp' }).subarray(0, 40), 400, 'LOGO_UNREADABLE'],
    ['a PNG smaller than a logo', () => picture({ size: '98x98' }), 400, 'LOGO_TOO_SMALL'],
    ['[ASVS 5.2.6] a small file of 900 megapixels', () => blackPng(30_000, 30_000), 413, 'LOGO_TOO_LARGE'],
  ])('%s is refused', async (_what, make, status, code) => {
    const ada = await person();
    const refused = await saveLogo(ada, make());
    expect([refused.statusCode, refused.json().error]).toEqual([status, code]);
    expect([(await read(ada)).json(), await logosOf(ada)]).toEqual([NOTHING, 0]);
  });

  it('[ASVS 5.2.1] has 512 KiB at most, and a body 1 MiB', async () => {
    const padded = (size: number) => Buffer.concat([picture(), Buffer.alloc(size)]).subarray(0, size);
    expect((await saveLogo(await person(), padded(512 * 1024))).statusCode).toBe(200);
    const refused = await saveLogo(await person(), padded(512 * 1024 + 1));
    expect([refused.statusCode, refused.json().error]).toEqual([413, 'LOGO_TOO_LARGE']);
    const unread = await saveLogo(await person(), padded(1024 * 1024));
    expect([unread.statusCode, unread.json().error]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it('[ASVS 2.4.1] is decoded one at a time for each person, and two at a time in all', async () => {
    const maker = createLogoMaker({ ffmpegPath: 'ffmpeg' });
    const file = picture();
    const made = await Promise.allSettled(['ada', 'ada', 'ben', 'eve'].map((userId) => maker.make(file, userId)));
    expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
    const refused = made.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refused).toEqual(['LOGO_BUSY', 'LOGO_BUSY']);
    await expect(maker.make(file, 'ada')).resolves.toMatchObject({ width: 320 });
  });
});

describe('a replaced logo', () => {
  it('stays while a video was requested with it, and is deleted after that', async () => {
    const ada = await person();
    await saveLogo(ada, picture());
    // Not due, so that no worker draws it.
    const requestedAt = new Date(generation.clock.now().getTime() + 3_600_000);
    const { videoId } = await generation.request({ userId: ada.userId, requestedAt });
    await eventually(async () => expect(await generation.jobOf(videoId)).toMatchObject({ branding: { logo: {} } }));
    await saveLogo(ada, picture({ colour: 'ff0000' }));
    await sql`update logos set stored_at = now() - interval '2 hours' where user_id = ${ada.userId}`.execute(
      generation.db,
    );
    await deleteOldLogos(generation.db);
    expect(await logosOf(ada)).toBe(2);
    await generation.db.deleteFrom('generation_jobs').where('video_id', '=', videoId).execute();
    await deleteOldLogos(generation.db);
    expect(await logosOf(ada)).toBe(1);
    expect((await read(ada)).json().logo).toBeTruthy();
  });
});

describe('a deleted account', () => {
  it('loses its branding at once, and saves none afterwards', async () => {
    const [ada, ben] = [await person(), await person()];
    await saveLogo(ada, picture());
    await saveLogo(ben, picture());
    await generation.send(events.UserDeleted, { userId: ada.userId, revision: 2 });
    await eventually(async () => expect(await tablesNaming(generation.db, [ada.userId])).toEqual(['deleted_users']));
    const { rows } = await sql<{ items: object[] }>`select payload -> 'items' as items from outbox
      where key = ${ada.userId} and type = ${events.AccountErased.name}`.execute(generation.db);
    expect(rows[0]?.items).toContainEqual({ kind: 'branding', count: 1 });
    expect((await save(ada)).json().error).toBe('SIGNED_OUT');
    expect(await logosOf(ben)).toBe(1);
  });
});
