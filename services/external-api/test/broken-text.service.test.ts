import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApi, mp4, type Partner, startExternalApi } from './harness.ts';

let api: ExternalApi;
beforeAll(async () => {
  api = await startExternalApi();
});
afterAll(() => api.stop());

/** Long enough to be in the store before the rest of the body arrives. */
const VIDEO = mp4(200_000);
const videoFile = VIDEO.toString('base64');

type Field = [name: string, value: string | Buffer, type?: string];

async function postForm(partner: Partner, before: Field[], after: Field[], headers: Record<string, string> = {}) {
  const part = ([name, value, type]: Field) =>
    Buffer.concat([
      Buffer.from(
        `--cut\r\ncontent-disposition: form-data; name="${name}"\r\n${type ? `content-type: ${type}\r\n` : ''}\r\n`,
      ),
      Buffer.from(value as string),
      Buffer.from('\r\n'),
    ]);
  const file = [
    Buffer.from('--cut\r\ncontent-disposition: form-data; name="videoFile"; filename="v.mp4"\r\n\r\n'),
    VIDEO,
    Buffer.from('\r\n'),
  ];
  const body = Buffer.concat([...before.map(part), ...file, ...after.map(part), Buffer.from('--cut--\r\n')]);
  const response = await api.app.inject({
    method: 'POST',
    url: '/api/external/youtube/post',
    headers: { 'content-type': 'multipart/form-data; boundary=cut', ...partner.headers, ...headers },
    payload: body,
  });
  return [response.statusCode, response.json()];
}

async function postJson(partner: Partner, payload: object, headers: Record<string, string> = {}) {
  const response = await api.post(partner, 'youtube/post', payload, headers);
  return [response.statusCode, response.json()];
}

async function uploadsCounted({ userId }: Partner): Promise<number> {
  const rows = await api.db.selectFrom('rate_windows').selectAll().where('key_id', '=', userId).execute();
  return rows.filter(({ kind }) => kind === 'upload').reduce((sum, { used }) => sum + used, 0);
}

async function expectNothingLeft(partner: Partner): Promise<void> {
  expect(api.postsOf(partner)).toEqual([]);
  expect(await api.uploadsOf(partner)).toEqual([]);
  expect(await uploadsCounted(partner)).toBe(0);
  const keys = api.db.selectFrom('idempotency_keys').selectAll().where('key_id', '=', partner.keyId);
  expect(await keys.execute()).toEqual([]);
}

const refusal = (error: string) => [400, { error, message: expect.any(String), requestId: expect.any(String) }];
const idempotent = { 'idempotency-key': 'k' };

describe('invalid text', () => {
  it.each(
    ['title', 'description', 'videoUrl', 'platforms', 'unknown'].flatMap((name) =>
      ['a\u0000b', 'a\ud800b'].map((value) => [name, value] as const),
    ),
  )('in the field %s (%j) of a JSON body is refused before anything is stored or counted', async (name, value) => {
    const partner = await api.newPartner('youtube');
    const field = { [name]: name === 'platforms' ? [value] : value };
    for (const payload of [
      { ...field, videoFile },
      { videoFile, ...field },
    ]) {
      expect(await postJson(partner, payload)).toEqual(refusal('BROKEN_TEXT'));
      expect(await postJson(partner, payload, idempotent)).toEqual(refusal('BROKEN_TEXT'));
      expect(await postJson(partner, payload, idempotent)).toEqual(refusal('BROKEN_TEXT'));
    }
    await expectNothingLeft(partner);
  });

  it.each<Field>([
    ['title', 'a\u0000b'],
    ['description', 'a\u0000b'],
    ['videoUrl', 'https://example.com/\u0000'],
    ['platforms', 'youtube\u0000'],
    ['platforms', '["youtube\\ud800"]'],
    ['title', '"a\\ud800b"', 'application/json'],
    ['a\u0000b', 'x'],
  ])('in the field %j (%j) of a form is refused before anything is stored or counted', async (...field) => {
    const partner = await api.newPartner('youtube');
    for (const [before, after] of [
      [[field], []],
      [[], [field]],
    ] as [Field[], Field[]][]) {
      expect(await postForm(partner, before, after)).toEqual(refusal('BROKEN_TEXT'));
      expect(await postForm(partner, before, after, idempotent)).toEqual(refusal('BROKEN_TEXT'));
      expect(await postForm(partner, before, after, idempotent)).toEqual(refusal('BROKEN_TEXT'));
    }
    await expectNothingLeft(partner);
  });

  it.each([['title'], ['description'], ['videoUrl']])(
    'in the field %s of a form as invalid UTF-8 is refused',
    async (name) => {
      const partner = await api.newPartner('youtube');
      for (const broken of [Buffer.from([0x61, 0xff]), Buffer.from([0xc3, 0x28]), Buffer.from([0xed, 0xa0, 0x80])]) {
        const field: Field = [name, broken];
        expect(await postForm(partner, [field], [])).toEqual(refusal('BROKEN_TEXT'));
        expect(await postForm(partner, [], [field])).toEqual(refusal('BROKEN_TEXT'));
        expect(await postForm(partner, [[name, broken, 'text/plain; charset=utf-8']], [])).toEqual(
          refusal('BROKEN_TEXT'),
        );
      }
      await expectNothingLeft(partner);
    },
  );

  it('is also refused when the Idempotency-Key has a stored response', async () => {
    const partner = await api.newPartner('youtube');
    expect(await postJson(partner, { videoFile, title: 'whole 😀' }, idempotent)).toMatchObject([200, {}]);
    expect(await postJson(partner, { videoFile, title: '\ud83d' }, idempotent)).toEqual(refusal('BROKEN_TEXT'));
    expect(api.postsOf(partner)).toHaveLength(1);
    expect(api.postsOf(partner)[0]?.title).toBe('whole 😀');
    expect(await uploadsCounted(partner)).toBe(1);
  });
});

describe('a repeated field', () => {
  it('is refused in a JSON body and in a form, in any field', async () => {
    const partner = await api.newPartner('youtube');
    for (const body of [
      `{"title":"a","videoFile":"${videoFile}","title":"b"}`,
      `{"videoFile":"${videoFile}","more":{"a":1,"a":2}}`,
    ]) {
      const response = await api.post(partner, 'youtube/post', body);
      expect([response.statusCode, response.json()]).toEqual(refusal('DUPLICATE_FIELD'));
    }
    const title: Field = ['title', 'a'];
    expect(await postForm(partner, [title], [title])).toEqual(refusal('DUPLICATE_FIELD'));
    await expectNothingLeft(partner);
  });
});

describe('a deeply nested field', () => {
  const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

  it('is refused in a JSON body', async () => {
    const partner = await api.newPartner('youtube');
    const response = await api.post(
      partner,
      'youtube/post',
      `{"platforms":${deep(20_000)},"videoFile":"${videoFile}"}`,
    );
    expect([response.statusCode, response.json()]).toEqual(refusal('TOO_DEEP'));
    await expectNothingLeft(partner);
  });

  it.each<Field>([
    ['platforms', deep(20_000)],
    ['title', deep(20_000), 'application/json'],
  ])('is refused in a form (%s)', async (...field) => {
    const partner = await api.newPartner('youtube');
    expect(await postForm(partner, [], [field])).toEqual(refusal('TOO_DEEP'));
    await expectNothingLeft(partner);
  });
});

describe('an upload that was refused', () => {
  it('does not count against the hourly limit: invalid text, a long title, no video, a platform that is not connected', async () => {
    const partner = await api.newPartner('youtube');
    for (let count = 0; count < 12; count += 1) {
      expect((await postJson(partner, { videoFile, title: '\u0000' }))[0]).toBe(400);
      expect((await postJson(partner, { videoFile, title: 'x'.repeat(101) }))[0]).toBe(400);
      expect((await postJson(partner, { videoFile: Buffer.alloc(300).toString('base64') }))[0]).toBe(415);
      expect((await api.post(partner, 'tiktok/post', { videoFile })).statusCode).toBe(400);
    }
    await expectNothingLeft(partner);
    const good = await Promise.all(Array.from({ length: 11 }, () => postJson(partner, { videoFile })));
    expect(good.filter(([status]) => status === 200)).toHaveLength(10);
    expect(good.filter(([status]) => status === 429)).toHaveLength(1);
  });
});
