import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type drive_v3, drive as driveApi } from '@googleapis/drive';
import { OAuth2Client } from 'google-auth-library';
import { credentials } from '../src/credentials.ts';
import { googleCalls, googleError } from './google-calls.ts';
import { type Running, runSandbox } from './running.ts';
import { type ApiResponse, call } from './social.ts';

const block = 256 * 1024;

const { google } = credentials;
let sandbox: Running;
let drive: drive_v3.Drive;
let rootUrl: string;
const { api, operator } = googleCalls(() => sandbox);
beforeAll(async () => {
  sandbox = await runSandbox();
  rootUrl = `${sandbox.origins.server('google')}/`;
  const auth = new OAuth2Client({
    clientId: google.driveClientId,
    clientSecret: google.driveClientSecret,
    endpoints: { oauth2TokenUrl: `${rootUrl}token` },
  });
  auth.setCredentials({ refresh_token: google.driveRefreshToken });
  drive = driveApi({ version: 'v3', auth, rootUrl });
});
afterAll(() => sandbox.end());

const upload = async (bytes: string, fields: string) =>
  (
    await drive.files.create(
      { requestBody: { name: 'reel.mp4' }, media: { mimeType: 'video/mp4', body: Readable.from([bytes]) }, fields },
      { rootUrl },
    )
  ).data;
const content = async (fileId: string) =>
  text((await drive.files.get({ fileId, alt: 'media' }, { responseType: 'stream' })).data);
const hash = (name: string, bytes: string) => createHash(name).update(bytes).digest('hex');
const files = async (q: string) => (await drive.files.list({ q, fields: 'files(id)' })).data.files ?? [];

describe('The bytes of a Drive file', () => {
  it('come back with all three checksums', async () => {
    const file = await upload('abc', 'md5Checksum,sha1Checksum,sha256Checksum');
    expect(file).toEqual({
      md5Checksum: hash('md5', 'abc'),
      sha1Checksum: hash('sha1', 'abc'),
      sha256Checksum: hash('sha256', 'abc'),
    });
  });

  it('can be replaced, under the same id and with another name', async () => {
    const { id = '' } = await upload('abc', 'id');
    const media = { mimeType: 'video/quicktime', body: Readable.from(['other']) };
    const changed = await drive.files.update(
      { fileId: id ?? '', requestBody: { name: 'b.mov' }, media, fields: 'id,name,mimeType,size,md5Checksum' },
      { rootUrl },
    );
    const md5Checksum = hash('md5', 'other');
    expect(changed.data).toEqual({ id, name: 'b.mov', mimeType: 'video/quicktime', size: '5', md5Checksum });
    expect(await content(id ?? '')).toBe('other');
    expect(sandbox.journal.read({ act: 'file-changed', id: id ?? '' })).toHaveLength(1);
  });

  it('can be replaced in a resumable upload', async () => {
    const { id = '' } = await upload('abc', 'id');
    const token = await operator();
    const session = await api(`/upload/drive/v3/files/${id}?uploadType=resumable`, token, 'PATCH', {});
    const sent = await fetch(session.headers.get('location') ?? '', { method: 'PUT', body: 'resumed' });
    expect([sent.status, await content(id ?? '')]).toEqual([200, 'resumed']);
  });

  it.each([
    ['a total that is not a multiple of a block', 2 * block + 5],
    ['a total that is a multiple of a block', 2 * block],
  ])('arrive by POST in blocks of an unknown total, as Go’s client sends them: %s', async (_what, size) => {
    const token = await operator();
    const bytes = Buffer.alloc(size, 'go');
    const type = { 'x-upload-content-type': 'video/mp4' };
    const begun = await api('/upload/drive/v3/files?uploadType=resumable', token, 'POST', { name: 'go' }, type);
    const post = (range: string, body?: Uint8Array<ArrayBuffer>) =>
      call(begun.headers.get('location') ?? '', {
        method: 'POST',
        headers: { 'content-type': 'video/mp4', 'content-range': range, 'x-guploader-no-308': 'yes' },
        ...(body ? { body } : {}),
      });
    const sent: ApiResponse[] = [];
    for (let from = 0; from + block <= size; from += block)
      sent.push(await post(`bytes ${from}-${from + block - 1}/*`, bytes.subarray(from, from + block)));
    sent.push(await post('bytes */*'));
    expect(sent.map(({ status, headers }) => [status, headers.get('x-http-status-code-override')])).toEqual(
      Array(3).fill([200, '308']),
    );
    expect(sent.map(({ headers }) => headers.get('range'))).toEqual([
      `bytes=0-${block - 1}`,
      `bytes=0-${2 * block - 1}`,
      `bytes=0-${2 * block - 1}`,
    ]);
    const rest = size % block;
    const last = rest > 0 ? `bytes ${2 * block}-${size - 1}/${size}` : `bytes */${size}`;
    const done = await post(last, rest > 0 ? bytes.subarray(2 * block) : undefined);
    expect([done.status, done.headers.get('x-http-status-code-override')]).toEqual([200, null]);
    expect(await content(done.json.id)).toBe(bytes.toString());
  });

  it('are copied, and stay when the original is deleted', async () => {
    const { id = '' } = await upload('abc', 'id');
    const copy = (await drive.files.copy({ fileId: id ?? '', fields: 'id,name,size' })).data;
    expect(copy).toMatchObject({ name: 'Copy of reel.mp4', size: '3' });
    await drive.files.delete({ fileId: id ?? '' });
    expect(await content(copy.id ?? '')).toBe('abc');
  });

  it('are removed when the trash is emptied', async () => {
    const [kept, gone] = [await upload('abc', 'id'), await upload('abc', 'id')];
    await drive.files.update({ fileId: gone.id ?? '', requestBody: { trashed: true } });
    await drive.files.emptyTrash();
    const left = (await files('trashed = false or trashed = true')).map(({ id }) => id);
    expect([left.includes(kept.id), left.includes(gone.id)]).toEqual([true, false]);
  });

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ])('arrive in a multipart body whose lines end with %s, whatever ends the bytes themselves', async (_name, end) => {
    const bytes = `line\nline\r\n${end}\r`;
    const part = (type: string, content: string) => `--b${end}Content-Type: ${type}${end}${end}${content}${end}`;
    const body = `${part('application/json', '{"name":"m"}')}${part('video/mp4', bytes)}--b--`;
    const url = '/upload/drive/v3/files?uploadType=multipart&fields=id,name';
    const type = { 'content-type': 'multipart/related; boundary="b"' };
    const { status, json } = await api(url, await operator(), 'POST', body, type);
    expect([status, json.name, await content(json.id)]).toEqual([200, 'm', bytes]);
  });
});

describe('An invalid `fields`', () => {
  const wrong = googleError(400, 'invalidParameter');
  it.each([
    ['a folder', '/drive/v3/files?fields=id,colour', {}],
    ['an upload', '/upload/drive/v3/files?uploadType=resumable&fields=id,colour', {}],
  ])('is rejected before %s is created', async (_what, url, body) => {
    const before = sandbox.journal.read().length;
    const response = await api(url, await operator(), 'POST', body, { 'x-upload-content-type': 'video/mp4' });
    expect([response.status, response.json]).toMatchObject([400, wrong]);
    expect(sandbox.journal.read()).toHaveLength(before);
  });

  it('is rejected before anything is shared or changed', async () => {
    const { id } = await upload('abc', 'id');
    const token = await operator();
    const anyone = { role: 'reader', type: 'anyone' };
    const shared = await api(`/drive/v3/files/${id}/permissions?fields=colour`, token, 'POST', anyone);
    const renamed = await api(`/drive/v3/files/${id}?fields=colour`, token, 'PATCH', { name: 'other' });
    expect([shared.status, renamed.status]).toEqual([400, 400]);
    const { json } = await api(`/drive/v3/files/${id}?fields=name,shared`, token);
    expect(json).toEqual({ name: 'reel.mp4', shared: false });
  });
});

describe('A search', () => {
  it('filters by sharedWithMe, starred and fullText', async () => {
    const { id } = await upload('abc', 'id');
    expect(await files('sharedWithMe')).toEqual([]);
    expect(await files("sharedWithMe and name = 'reel.mp4'")).toEqual([]);
    expect(await files('starred = true')).toEqual([]);
    expect((await files("not sharedWithMe and fullText contains 'REEL'")).map((file) => file.id)).toContain(id);
  });
});
