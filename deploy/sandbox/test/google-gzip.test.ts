import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ProviderName } from '../src/core/origins.ts';
import { credentials } from '../src/credentials.ts';
import { googleCalls, googleError, scopeOf } from './google-calls.ts';
import { movie, type Running, runSandbox } from './running.ts';
import { type ApiResponse, call } from './social.ts';

const block = 256 * 1024;
let sandbox: Running;
let token: string;
const { api, grant, operator } = googleCalls(() => sandbox);
beforeAll(async () => {
  sandbox = await runSandbox();
  token = await operator();
});
afterAll(() => sandbox.end());

/** The headers of google-api-java-client 2.7.0: gzip, and no length. */
const java = {
  'accept-encoding': 'gzip',
  'content-encoding': 'gzip',
  'user-agent': 'reels Google-API-Java-Client/2.7.0 Google-HTTP-Java-Client/1.45.0 (gzip)',
  'x-goog-api-client': 'gl-java/17.0.15 gdcl/2.7.0 linux/6.18.44',
};
const jsonType = 'application/json; charset=UTF-8';

function send(url: string, bytes: Buffer, type: string, headers: Record<string, string> = {}): Promise<ApiResponse> {
  const method = headers['content-range'] ? 'PUT' : 'POST';
  const body = new Blob([new Uint8Array(bytes)]).stream();
  const all = { ...java, authorization: `Bearer ${token}`, 'content-type': type, ...headers };
  return call(url, { method, body, duplex: 'half', headers: all } as RequestInit);
}
const google = (path: string) => `${sandbox.origins.server('google')}${path}`;
const packed = (value: unknown) => gzipSync(JSON.stringify(value));
const content = async (id: string) => (await api(`/drive/v3/files/${id}?alt=media`, token)).text;

describe('A body in gzip, as the Java client sends it', () => {
  it('makes a folder', async () => {
    const folder = { mimeType: 'application/vnd.google-apps.folder', name: 'Glass' };
    const response = await send(google('/drive/v3/files?fields=name,mimeType'), packed(folder), jsonType);
    expect([response.status, response.json]).toEqual([200, folder]);
  });

  it('has metadata and bytes in one request', async () => {
    const part = (type: string, text: string) =>
      `--__END_OF_PART__\r\nContent-Length: ${text.length}\r\nContent-Type: ${type}\r\ncontent-transfer-encoding: binary\r\n\r\n${text}\r\n`;
    const body = `${part(jsonType, '{"name":"y.mp4"}')}${part('video/mp4', 'bytes')}--__END_OF_PART__--\r\n`;
    const { status, json } = await send(
      google('/upload/drive/v3/files?uploadType=multipart'),
      gzipSync(body),
      'multipart/related; boundary=__END_OF_PART__',
    );
    expect([status, json.name, await content(json.id)]).toEqual([200, 'y.mp4', 'bytes']);
  });

  it('has only bytes', async () => {
    const { status, json } = await send(
      google('/upload/drive/v3/files?uploadType=media'),
      gzipSync('bytes'),
      'video/mp4',
    );
    expect([status, await content(json.id)]).toEqual([200, 'bytes']);
  });

  it.each([
    ['Drive', '/upload/drive/v3/files?uploadType=resumable', { name: 'y.mp4' }],
    [
      'YouTube',
      '/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status',
      { snippet: { title: 'Glass', categoryId: '22' }, status: { privacyStatus: 'private' } },
    ],
  ])(
    'begins an upload to %s and sends its blocks, whose ranges count the unpacked bytes',
    async (api, path, metadata) => {
      const bytes = movie(block + 5);
      const bearer = api === 'Drive' ? token : await grant('youtube', [scopeOf('youtube.upload')]);
      const authorization = `Bearer ${bearer}`;
      const begun = await send(google(path), packed(metadata), jsonType, {
        authorization,
        'x-upload-content-type': 'video/mp4',
      });
      expect(begun.status).toBe(200);
      const session = begun.headers.get('location') ?? '';
      const put = (from: number, to: number, total: number | '*') =>
        send(session, gzipSync(bytes.subarray(from, to)), 'video/mp4', {
          authorization,
          'content-range': `bytes ${from}-${to - 1}/${total}`,
        });
      const first = await put(0, block, '*');
      expect([first.status, first.headers.get('range')]).toEqual([308, `bytes=0-${block - 1}`]);
      expect((await put(block, bytes.length, bytes.length)).status).toBe(200);
      expect(sandbox.journal.read().at(-1)).toMatchObject({ act: api === 'Drive' ? 'file-created' : 'post-published' });
    },
  );

  it('is answered 413 on every route when it is over 128 MiB unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(128 * 1024 ** 2 + 1));
    const kept = readdirSync(join(sandbox.dir, 'media'));
    const tooLarge = googleError(413, 'uploadTooLarge');
    for (const [path, type] of [
      ['/drive/v3/files', jsonType],
      ['/upload/drive/v3/files?uploadType=multipart', 'multipart/related; boundary=x'],
      ['/upload/drive/v3/files?uploadType=media', 'video/mp4'],
    ] as const) {
      const response = await send(google(path), bomb, type);
      expect([response.status, response.json]).toMatchObject([413, tooLarge]);
    }
    expect(readdirSync(join(sandbox.dir, 'media'))).toEqual(kept);
  });

  it.each([
    ['no gzip', Buffer.from('{"name":"x"}')],
    ['cut off', packed({ name: 'x'.repeat(100) }).subarray(0, 20)],
  ])('is answered 400 when it is %s', async (_what, bytes) => {
    const before = sandbox.journal.read().length;
    for (const path of ['/drive/v3/files', '/upload/drive/v3/files?uploadType=resumable']) {
      const response = await send(google(path), bytes, jsonType);
      expect([response.status, response.json]).toMatchObject([400, googleError(400, 'parseError')]);
    }
    expect(sandbox.journal.read()).toHaveLength(before);
  });

  it('is accepted by the video models too', async () => {
    const url = `${sandbox.origins.server('genai')}/v1beta/interactions`;
    const key = { 'x-goog-api-key': credentials.genai.apiKey };
    const [plain, gzip] = [
      await send(url, Buffer.from('{}'), jsonType, { ...key, 'content-encoding': 'identity' }),
      await send(url, packed({}), jsonType, key),
    ];
    expect([gzip.status, gzip.json]).toEqual([plain.status, plain.json]);
  });
});

describe('A POST with X-HTTP-Method-Override, as the Java client sends changes', () => {
  const posted = (path: string, override: string, body: object = {}) =>
    send(google(path), packed(body), jsonType, { 'x-http-method-override': override });
  const file = async () => (await api('/drive/v3/files', token, 'POST', { name: 'a' })).json.id as string;

  it('renames a file', async () => {
    const { status, json } = await posted(`/drive/v3/files/${await file()}`, 'PATCH', { name: 'b' });
    expect([status, json.name]).toEqual([200, 'b']);
  });

  it('begins an upload of new bytes, and sends them', async () => {
    const id = await file();
    const begun = await posted(`/upload/drive/v3/files/${id}?uploadType=resumable`, 'PATCH');
    const put = await fetch(begun.headers.get('location') ?? '', { method: 'PUT', body: 'other' });
    expect([begun.status, put.status, await content(id)]).toEqual([200, 200, 'other']);
  });

  it('is ignored on a GET, and for an unknown method', async () => {
    const id = await file();
    const headers = { 'x-http-method-override': 'DELETE' };
    expect((await api(`/drive/v3/files/${id}`, token, 'GET', undefined, headers)).json.id).toBe(id);
    expect((await posted(`/drive/v3/files/${id}`, 'BREW')).status).toBe(404);
  });
});

describe('A body in another coding', () => {
  it.each<[ProviderName, string, string, string, object]>([
    ['google', 'br', '/drive/v3/files', jsonType, googleError(415, 'parseError')],
    ['tiktok', 'gzip', '/v2/post/publish/creator_info/query/', jsonType, { error: { code: 'invalid_param' } }],
    ['facebook', 'gzip', '/v26.0/me/video_reels', 'application/x-www-form-urlencoded', { error: { code: 100 } }],
    ['instagram', 'gzip', '/v26.0/me/media', jsonType, { error: { code: 100 } }],
    [
      'stripe',
      'gzip',
      '/v1/customers',
      'application/x-www-form-urlencoded',
      { error: { type: 'invalid_request_error' } },
    ],
  ])('is answered 415 by %s: %s', async (provider, coding, path, type, body) => {
    const url = `${sandbox.origins.server(provider)}${path}`;
    const response = await send(url, packed({}), type, { 'content-encoding': coding });
    expect([response.status, response.json]).toMatchObject([415, body]);
  });
});
