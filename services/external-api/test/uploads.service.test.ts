import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, freePorts } from '@reelwright/testing';
import { type ExternalApi, mp4, type Partner, startExternalApi } from './harness.ts';
import { jsonBody, send } from './sender.ts';

const MIB = 1024 * 1024;
/** Hashing and encoding 100 MB takes long on a busy machine. */
const LONG_MS = 120_000;

let api: ExternalApi;
beforeAll(async () => {
  api = await startExternalApi();
});
afterAll(() => api.stop());

/** The uploads of partners, as an operator sees them. */
async function streams() {
  const text = await api.metrics.registry.metrics();
  const value = (series: string) =>
    Number(new RegExp(`^external_api_upload_${series} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
  const ended = (outcome: string) => value(`stream_seconds_count{service="external-api",outcome="${outcome}"}`);
  return {
    underWay: value('streams{service="external-api"}'),
    complete: ended('complete'),
    incomplete: ended('incomplete'),
    bytes: value('stream_bytes_total{service="external-api"}'),
  };
}

describe('a large upload', () => {
  it(
    'of 100 MB is stored byte for byte',
    async () => {
      const partner = await api.newPartner('youtube');
      const hash = createHash('sha256');
      const before = await streams();
      const { status, body } = await send(api.url, partner, jsonBody(100 * MIB, hash));

      expect([status, body.success]).toEqual([200, true]);
      const [upload] = await api.uploadsOf(partner);
      expect(upload).toMatchObject({ bytes: 100 * MIB, sha256: hash.digest('hex') });
      const { complete, bytes } = await streams();
      expect([complete - before.complete, bytes - before.bytes]).toEqual([1, 100 * MIB]);
    },
    LONG_MS,
  );

  it(
    '[ASVS 5.2.1] of more than 100 MB is refused, and its object is deleted',
    async () => {
      const partner = await api.newPartner('youtube');
      const { status, body } = await send(api.url, partner, jsonBody(100 * MIB + 1));
      expect([status, body.error]).toEqual([413, 'VIDEO_TOO_LARGE']);
      expect(await api.uploadsOf(partner)).toEqual([]);
      expect(api.postsOf(partner)).toEqual([]);
    },
    LONG_MS,
  );

  it('that is interrupted leaves no object, row or post, and releases its idempotency key', async () => {
    const partner = await api.newPartner('youtube');
    const before = (await api.objects()).length;
    const { incomplete } = await streams();
    const outgoing = httpRequest(`${api.url}/api/external/youtube/post`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...partner.headers, 'idempotency-key': 'broken' },
    });
    outgoing.on('error', () => undefined);
    // So long that the S3 server has a part of it.
    outgoing.write(`{"videoFile":"${mp4(6_000_000).toString('base64')}`);
    await eventually(async () => expect(await api.uploadsOf(partner)).toHaveLength(1));
    await eventually(async () => expect((await api.objects()).length).toBe(before + 1));
    expect((await streams()).underWay).toBe(1);
    outgoing.destroy();

    await eventually(async () => expect(await api.uploadsOf(partner)).toEqual([]));
    expect(await streams()).toMatchObject({ underWay: 0, incomplete: incomplete + 1 });
    expect(await api.objects()).toHaveLength(before);
    await eventually(async () => {
      const keys = api.db.selectFrom('idempotency_keys').select('key_id').where('key_id', '=', partner.keyId);
      expect(await keys.execute()).toEqual([]);
    });
    const again = await send(api.url, partner, jsonBody(1000), { 'idempotency-key': 'broken' });
    expect(again.status).toBe(200);
    expect(api.postsOf(partner)).toHaveLength(1);
  });

  it('that is refused at its beginning is answered before it is sent completely', async () => {
    const partner = await api.newPartner('youtube');
    const picture = function* () {
      yield Buffer.from('{"videoFile":"');
      for (let count = 0; count < 100; count += 1) yield Buffer.from(Buffer.alloc(48 * 1024).toString('base64'));
      yield Buffer.from('"}');
    };
    const { status, body } = await send(api.url, partner, picture());
    expect([status, body.error]).toEqual([415, 'UNSUPPORTED_VIDEO']);
    expect((await send(api.url, partner, jsonBody(1000))).status).toBe(200);
  });
});

describe('an upload while the object store is unavailable', () => {
  let offline: ExternalApi;
  beforeAll(async () => {
    // The SDK signs requests before it connects.
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', ...process.env });
    const [port] = await freePorts(1);
    offline = await startExternalApi({ OBJECT_STORE_URL: `s3://videos?endpoint=http://127.0.0.1:${port}` });
  });
  afterAll(() => offline.stop());

  it.each([1_000, 6 * MIB])('of %i bytes is 503, and nothing is posted', async (bytes) => {
    const partner = await offline.newPartner('youtube');
    const { status, body } = await send(offline.url, partner, jsonBody(bytes));
    expect([status, body.error]).toEqual([503, 'STORE_UNAVAILABLE']);
    expect(offline.postsOf(partner)).toEqual([]);
  });
});

describe('a form', () => {
  const form = (video: Buffer, fields: [string, string][]) => {
    const data = new FormData();
    for (const [name, value] of fields) data.append(name, value);
    data.append('videoFile', new Blob([new Uint8Array(video)]), '../../evil.exe');
    return data;
  };
  const post = async (partner: Partner, body: FormData, path = 'post-video') => {
    const response = await fetch(`${api.url}/api/external/${path}`, { method: 'POST', headers: partner.headers, body });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it.each<[string, [string, string][]]>([
    ['a list', [['platforms', 'youtube, tiktok']]],
    ['a JSON array', [['platforms', '["youtube","tiktok"]']]],
    [
      'several fields',
      [
        ['platforms', 'youtube'],
        ['platforms', 'tiktok'],
      ],
    ],
  ])('has its platforms in %s', async (_how, fields) => {
    const partner = await api.newPartner('youtube', 'tiktok');
    const video = mp4(200_000);
    const { status, body } = await post(partner, form(video, [...fields, ['title', 'From a form']]));
    expect([status, body.posted_to]).toEqual([200, ['youtube', 'tiktok']]);
    const [call] = api.postsOf(partner);
    expect(call?.title).toBe('From a form');
    expect((await api.readObject(call?.mediaKey ?? '')).equals(video)).toBe(true);
  });

  it('[ASVS 5.2.2] is refused when its file is not a video or has another name, and stores nothing', async () => {
    const partner = await api.newPartner('youtube');
    const picture = await post(partner, form(Buffer.alloc(200_000, 1), [['platforms', 'youtube']]));
    expect([picture.status, picture.body.error]).toEqual([415, 'UNSUPPORTED_VIDEO']);
    const other = new FormData();
    other.append('file', new Blob([new Uint8Array(mp4(200_000))]));
    const renamed = await post(partner, other, 'youtube/post');
    expect([renamed.status, renamed.body.error]).toEqual([400, 'VALIDATION_FAILED']);
    const twice = form(mp4(200_000), [['title', 'a']]);
    twice.append('videoFile', new Blob([new Uint8Array(mp4(10))]));
    expect((await post(partner, twice, 'youtube/post')).status).toBe(400);
    expect(await api.uploadsOf(partner)).toEqual([]);
  });

  it('without a required field is refused for that before its file is refused, unless the file is large', async () => {
    const partner = await api.newPartner('youtube', 'instagram');
    const small = await post(partner, form(Buffer.alloc(200_000, 1), []), 'instagram/post');
    expect([small.status, small.body.error]).toEqual([400, 'MISSING_PARAMETERS']);
    const large = await post(partner, form(Buffer.alloc(2 * MIB, 1), []), 'instagram/post');
    expect([large.status, large.body.error]).toEqual([415, 'UNSUPPORTED_VIDEO']);
    expect(await api.uploadsOf(partner)).toEqual([]);
    const windows = api.db.selectFrom('rate_windows').selectAll().where('key_id', '=', partner.userId);
    expect(await windows.where('kind', '=', 'upload').execute()).toMatchObject([{ used: 0 }]);
  });

  it('that is interrupted stores nothing', async () => {
    const partner = await api.newPartner('youtube');
    const outgoing = httpRequest(`${api.url}/api/external/youtube/post`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=cut', ...partner.headers },
    });
    outgoing.on('error', () => undefined);
    outgoing.write('--cut\r\ncontent-disposition: form-data; name="videoFile"; filename="a.mp4"\r\n\r\n');
    outgoing.write(mp4(300_000));
    await eventually(async () => expect(await api.uploadsOf(partner)).toHaveLength(1));
    outgoing.destroy();
    await eventually(async () => expect(await api.uploadsOf(partner)).toEqual([]));
    expect((await api.objects()).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it.each([
    ['no end', '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nA'],
    ['no end of its file', '--x\r\ncontent-disposition: form-data; name="videoFile"; filename="a.mp4"\r\n\r\nA'],
    ['no part', '{"platforms":["youtube"]}'],
    ['a part without a name', '--x\r\ncontent-disposition: form-data\r\n\r\nA\r\n--x--\r\n'],
    ['no head of its part', '--x\r\n\r\n--x--\r\n'],
  ])('with %s is refused', async (_what, body) => {
    const partner = await api.newPartner('youtube');
    const response = await fetch(`${api.url}/api/external/youtube/post`, {
      method: 'POST',
      headers: { ...partner.headers, 'content-type': 'multipart/form-data; boundary=x' },
      body,
    });
    expect([response.status, await response.json()]).toMatchObject([400, { error: expect.any(String) }]);
    expect(await api.uploadsOf(partner)).toEqual([]);
  });

  it(
    'of more than 100 MB is refused',
    async () => {
      const partner = await api.newPartner('youtube');
      const { status, body } = await post(partner, form(mp4(100 * MIB + 1), []), 'youtube/post');
      expect([status, body.error]).toEqual([413, 'VIDEO_TOO_LARGE']);
      expect(await api.uploadsOf(partner)).toEqual([]);
    },
    LONG_MS,
  );
});

describe('an upload that is due for erasure', () => {
  it('is erased with its row', async () => {
    const partner = await api.newPartner('youtube');
    await send(api.url, partner, jsonBody(5000));
    const [upload] = await api.uploadsOf(partner);
    const hours = ((upload?.erase_at.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(22);
    expect(hours).toBeLessThan(24); // the privacy policy's 24 hours
    await api.db
      .updateTable('uploads')
      .set({ erase_at: new Date() })
      .where('id', '=', upload?.id ?? '')
      .execute();
    api.eraser.nudge();
    await eventually(async () => expect(await api.uploadsOf(partner)).toEqual([]));
    await expect(api.readObject(upload?.media_key ?? '')).rejects.toMatchObject({ code: 'NO_SUCH_OBJECT' });
  });
});
