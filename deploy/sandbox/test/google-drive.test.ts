import { Readable } from 'node:stream';
import { type drive_v3, drive as driveApi } from '@googleapis/drive';
import { OAuth2Client } from 'google-auth-library';
import { credentials } from '../src/credentials.ts';
import { consent } from './consent.ts';
import { movie, type Running, runSandbox } from './running.ts';

const { google } = credentials;
const folderType = 'application/vnd.google-apps.folder';
const quarter = 256 * 1024;

let sandbox: Running;
let drive: drive_v3.Drive;
let auth: OAuth2Client;
let root: string;
beforeAll(async () => {
  sandbox = await runSandbox();
  root = `${sandbox.origins.server('google')}/`;
});
afterAll(() => sandbox.end());
beforeEach(() => {
  sandbox.reset();
  auth = new OAuth2Client({
    clientId: google.driveClientId,
    clientSecret: google.driveClientSecret,
    endpoints: { oauth2TokenUrl: `${root}token` },
  });
  auth.setCredentials({ refresh_token: google.driveRefreshToken });
  drive = driveApi({ version: 'v3', auth, rootUrl: root });
});

const folder = async (body: drive_v3.Schema$File = {}) =>
  (
    await drive.files.create({
      requestBody: { name: 'Ada', mimeType: folderType, ...body },
      fields: 'id,name,webViewLink,parents,appProperties',
    })
  ).data;
const reason = async (call: Promise<unknown>): Promise<[number, string]> => {
  try {
    await call;
  } catch (error) {
    const { status, response } = error as {
      status: number;
      response: { data: { error: { errors: { reason: string }[] } } };
    };
    return [status, response.data.error.errors[0]?.reason ?? ''];
  }
  throw new Error('not refused');
};
const bearer = async () => `Bearer ${(await auth.getAccessToken()).token}`;
const start = async (meta: object, size: number, fields = 'id,name,webViewLink,size,sha256Checksum') =>
  fetch(`${root}upload/drive/v3/files?uploadType=resumable&fields=${fields}`, {
    method: 'POST',
    headers: {
      authorization: await bearer(),
      'content-type': 'application/json; charset=UTF-8',
      'x-upload-content-type': 'video/mp4',
      'x-upload-content-length': String(size),
    },
    body: JSON.stringify(meta),
  });
const send = (session: string, range: string, body?: Buffer) =>
  fetch(session, {
    method: 'PUT',
    redirect: 'manual',
    headers: { 'content-range': range },
    ...(body ? { body: new Uint8Array(body) } : {}),
  });

describe('folders', () => {
  it('are created, found by app property, shared, trashed and deleted', async () => {
    const made = await folder({ appProperties: { userId: '7' } });
    expect(made).toMatchObject({ name: 'Ada', appProperties: { userId: '7' } });
    expect(made.webViewLink).toBe(`${sandbox.origins.browser('console')}/drive/folders/${made.id}`);
    const q = `appProperties has { key='userId' and value='7' } and mimeType='${folderType}' and trashed=false`;
    expect((await drive.files.list({ q, fields: 'files(id)' })).data).toEqual({ files: [{ id: made.id }] });

    const id = made.id ?? '';
    const shared = await drive.permissions.create({
      fileId: id,
      sendNotificationEmail: false,
      requestBody: { role: 'reader', type: 'user', emailAddress: 'ada@example.com' },
    });
    expect(shared.data).toMatchObject({ kind: 'drive#permission', role: 'reader', type: 'user' });
    expect(
      (await drive.permissions.list({ fileId: id, fields: 'permissions(emailAddress,role)' })).data.permissions,
    ).toEqual([
      { emailAddress: google.operatorEmail, role: 'owner' },
      { emailAddress: 'ada@example.com', role: 'reader' },
    ]);

    await drive.files.update({ fileId: id, requestBody: { trashed: true } });
    expect((await drive.files.list({ q, fields: 'files(id)' })).data.files).toEqual([]);
    expect((await drive.files.get({ fileId: id, fields: 'trashed' })).data).toEqual({ trashed: true });
    expect((await drive.files.delete({ fileId: id })).status).toBe(204);
    expect(await reason(drive.files.get({ fileId: id }))).toEqual([404, 'notFound']);
  });

  it('may have the same name, and have four fields unless more are requested', async () => {
    await folder();
    const second = await drive.files.create({ requestBody: { name: 'Ada', mimeType: folderType } });
    expect(Object.keys(second.data).sort()).toEqual(['id', 'kind', 'mimeType', 'name']);
    expect((await drive.files.list({ q: "name = 'Ada' and 'root' in parents" })).data.files).toHaveLength(2);
  });

  it('delete their content with them', async () => {
    const parent = await folder();
    const file = await drive.files.create(
      { requestBody: { name: 'a.mp4', parents: [parent.id ?? ''] }, media: { mimeType: 'video/mp4', body: 'x' } },
      { rootUrl: root },
    );
    await drive.files.update({ fileId: parent.id ?? '', requestBody: { trashed: true } });
    expect((await drive.files.get({ fileId: file.data.id ?? '', fields: 'trashed,explicitlyTrashed' })).data).toEqual({
      trashed: true,
      explicitlyTrashed: false,
    });
    await drive.files.delete({ fileId: parent.id ?? '' });
    expect(await reason(drive.files.get({ fileId: file.data.id ?? '' }))).toEqual([404, 'notFound']);
  });
});

describe('searching', () => {
  it('reads escapes, or, not, parentheses and times, and pages through results', async () => {
    await folder({ name: "Ada's" });
    await folder({ name: 'Nico' });
    const names = async (q: string) =>
      (await drive.files.list({ q, orderBy: 'name' })).data.files?.map(({ name }) => name);
    expect(await names("name = 'Ada\\'s'")).toEqual(["Ada's"]);
    expect(await names("(name contains 'ada' or name = 'Nico') and not trashed = true")).toEqual(["Ada's", 'Nico']);
    expect(await names("createdTime > '2100-01-01T00:00:00'")).toEqual([]);
    const first = await drive.files.list({ pageSize: 1, orderBy: 'name', fields: 'nextPageToken,files(name)' });
    const next = await drive.files.list({
      pageSize: 1,
      orderBy: 'name',
      pageToken: first.data.nextPageToken ?? '',
      fields: 'nextPageToken,files(name)',
    });
    expect([first.data.files, next.data]).toEqual([[{ name: "Ada's" }], { files: [{ name: 'Nico' }] }]);
  });
});

describe('resumable uploads', () => {
  it('go in chunks, resume after a broken one, and return the same file to a repeat', async () => {
    const bytes = movie(3 * quarter + 1000);
    const total = bytes.length;
    const [id = ''] = (await drive.files.generateIds({ count: 1 })).data.ids ?? [];
    const { id: parent = '' } = await folder();
    const session = (await start({ id, name: 'reel.mp4', parents: [parent] }, total)).headers.get('location') ?? '';

    const fresh = await send(session, `bytes */${total}`);
    expect([fresh.status, fresh.headers.get('range'), fresh.headers.get('location')]).toEqual([308, null, null]);
    expect(
      (await send(session, `bytes 0-${quarter - 1}/${total}`, bytes.subarray(0, quarter))).headers.get('range'),
    ).toBe(`bytes=0-${quarter - 1}`);
    expect(
      (await send(session, `bytes ${2 * quarter}-${total - 1}/${total}`, bytes.subarray(2 * quarter))).status,
    ).toBe(400);
    expect(
      (await send(session, `bytes ${quarter}-${quarter + 99}/${total}`, bytes.subarray(quarter, quarter + 100))).status,
    ).toBe(400);
    expect((await send(session, `bytes */${total}`)).headers.get('range')).toBe(`bytes=0-${quarter - 1}`);

    // The same chunk may be sent again, as after a lost response.
    const again = await send(session, `bytes 0-${quarter - 1}/${total}`, bytes.subarray(0, quarter));
    expect([again.status, again.headers.get('range')]).toEqual([308, `bytes=0-${quarter - 1}`]);
    const overlapping = await send(session, `bytes 0-${2 * quarter - 1}/${total}`, bytes.subarray(0, 2 * quarter));
    expect(overlapping.headers.get('range')).toBe(`bytes=0-${2 * quarter - 1}`);

    const done = await send(session, `bytes ${2 * quarter}-${total - 1}/${total}`, bytes.subarray(2 * quarter));
    const file = (await done.json()) as { id: string; size: string };
    expect([done.status, file]).toMatchObject([200, { id, name: 'reel.mp4', size: String(total) }]);
    expect(await (await send(session, `bytes */${total}`)).json()).toEqual(file);
    expect(sandbox.journal.read({ act: 'file-created', id })).toHaveLength(1);

    const copy = await drive.files.get({ fileId: id, alt: 'media' }, { responseType: 'arraybuffer' });
    expect(Buffer.from(copy.data as unknown as ArrayBuffer).equals(bytes)).toBe(true);
    expect((await start({ id, name: 'again' }, total)).status).toBe(409);
  });

  it('reject an unknown field', async () => {
    const reply = await start({ nmae: 'typo' }, 10);
    expect([reply.status, await reply.json()]).toMatchObject([400, { error: { status: 'INVALID_ARGUMENT' } }]);
  });

  it('lose their session by a chaos switch', async () => {
    const session = (await start({ name: 'a.mp4' }, 100)).headers.get('location') ?? '';
    sandbox.chaos.set('google', { brokenUpload: 1, limit: 1 });
    expect((await send(session, 'bytes 0-99/100', movie(100))).status).toBe(404);
    expect((await send(session, 'bytes */100')).status).toBe(404);
  });

  it('take effect even when the response is lost', async () => {
    const session = (await start({ name: 'lost.mp4' }, 100)).headers.get('location') ?? '';
    sandbox.chaos.set('google', { timeoutAfterSuccess: 1, limit: 1, only: 'PUT /upload' });
    await expect(send(session, 'bytes 0-99/100', movie(100))).rejects.toThrow('fetch failed');
    expect((await send(session, 'bytes */100')).status).toBe(200);
    expect(sandbox.journal.read({ act: 'file-created' }).filter(({ key }) => key === 'lost.mp4')).toHaveLength(1);
  });
});

describe('people with Drives of their own', () => {
  const driveScope = 'https://www.googleapis.com/auth/drive.file';
  /** A person's Drive, by a grant of `drive.file` to the operator's client. */
  async function givenDrive(email: string) {
    const client = new OAuth2Client({
      clientId: google.driveClientId,
      clientSecret: google.driveClientSecret,
      redirectUri: 'http://localhost:8080/callback',
      endpoints: { oauth2AuthBaseUrl: `${root}o/oauth2/v2/auth`, oauth2TokenUrl: `${root}token` },
    });
    const url = client.generateAuthUrl({ scope: driveScope, access_type: 'offline', prompt: 'consent' });
    const { tokens } = await client.getToken((await consent(url, { email })).get('code') ?? '');
    client.setCredentials({ refresh_token: tokens.refresh_token ?? null });
    return { tokens, api: driveApi({ version: 'v3', auth: client, rootUrl: root }) };
  }
  const ada = 'ada.marlow@example.com';
  const nico = 'nico.bianchi@example.com';
  const upload = (api: drive_v3.Drive) =>
    api.files.create(
      { requestBody: { name: 'reel.mp4' }, media: { mimeType: 'video/mp4', body: Readable.from([movie(1000)]) } },
      { rootUrl: root },
    );

  it('see the files of their own account only, although one client made all of them', async () => {
    const [one, other] = [await givenDrive(ada), await givenDrive(nico)];
    const { data } = await upload(one.api);
    await folder();
    expect((await one.api.files.list()).data.files).toMatchObject([{ id: data.id }]);
    expect((await other.api.files.list()).data.files).toEqual([]);
    expect(await reason(other.api.files.get({ fileId: data.id ?? '' }))).toEqual([404, 'notFound']);
    expect(await reason(drive.files.get({ fileId: data.id ?? '' }))).toEqual([404, 'notFound']);
  });

  it('learn by drive.file alone whose Drive it is, with an id that stays the same', async () => {
    const { tokens, api } = await givenDrive(nico);
    expect(tokens.scope).toBe(driveScope);
    const read = async ({ about }: drive_v3.Drive) =>
      (await about.get({ fields: 'user(permissionId,emailAddress,displayName)' })).data.user;
    const user = await read(api);
    expect(user).toEqual({ permissionId: expect.any(String), emailAddress: nico, displayName: 'Nico Bianchi' });
    expect(await read((await givenDrive(nico)).api)).toEqual(user);
    expect((await read((await givenDrive(ada)).api))?.permissionId).not.toBe(user?.permissionId);
  });

  it('have storage of their own', async () => {
    const [one, other] = [await givenDrive(ada), await givenDrive(nico)];
    await fetch(`${sandbox.origins.server('console')}/api/drive/quota`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: ada, bytes: 10 }),
    });
    expect(await reason(upload(one.api))).toEqual([403, 'storageQuotaExceeded']);
    await upload(other.api);
    const quotaOf = async ({ about }: drive_v3.Drive) =>
      (await about.get({ fields: 'storageQuota(usage)' })).data.storageQuota?.usage;
    expect([await quotaOf(one.api), await quotaOf(drive)]).toEqual(['0', '0']);
    expect(Number(await quotaOf(other.api))).toBeGreaterThan(0);
  });

  it('end all their grants by the revocation of one, those of other accounts and the operator’s stay, and a new one sees the files again', async () => {
    const [one, again, other] = [await givenDrive(ada), await givenDrive(ada), await givenDrive(nico)];
    const { data } = await upload(one.api);
    const body = new URLSearchParams({ token: one.tokens.refresh_token ?? '' });
    expect((await fetch(`${root}revoke`, { method: 'POST', body })).status).toBe(200);
    const repeated = await fetch(`${root}revoke`, { method: 'POST', body });
    expect([repeated.status, await repeated.json()]).toMatchObject([400, { error: 'invalid_token' }]);
    for (const { tokens } of [one, again]) {
      const client = { client_id: google.driveClientId, client_secret: google.driveClientSecret };
      const form = { ...client, grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' };
      const refused = await fetch(`${root}token`, { method: 'POST', body: new URLSearchParams(form) });
      expect([refused.status, await refused.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
    }
    expect(await reason(one.api.files.list())).toEqual([401, 'authError']);
    expect((await other.api.files.list()).status).toBe(200);
    expect((await drive.files.list()).status).toBe(200);
    const { api } = await givenDrive(ada);
    expect((await api.files.get({ fileId: data.id ?? '' })).status).toBe(200);
  });
});

describe('rights and limits', () => {
  it('a full Drive rejects bytes, not folders', async () => {
    await fetch(`${sandbox.origins.server('console')}/api/drive/quota`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: google.operatorEmail, bytes: 50 }),
    });
    await folder();
    expect((await start({ name: 'a' }, 50)).status).toBe(200);
    const rejected = await start({ name: 'a' }, 51);
    expect([rejected.status, await rejected.json()]).toMatchObject([
      403,
      { error: { errors: [{ reason: 'storageQuotaExceeded' }] } },
    ]);
    const about = await drive.about.get({ fields: 'storageQuota(limit,usage),user/emailAddress' });
    expect(about.data).toEqual({
      storageQuota: { limit: '50', usage: '0' },
      user: { emailAddress: google.operatorEmail },
    });
    expect(await reason(drive.about.get())).toEqual([400, 'required']);
  });

  it('an expired token gets a 401 and the client refreshes it, and the client retries reads after a 503 of chaos', async () => {
    const dead = driveApi({ version: 'v3', rootUrl: root, auth: 'x', headers: { authorization: 'Bearer dead' } });
    expect(await reason(dead.files.list())).toEqual([401, 'authError']);
    await folder();
    sandbox.chaos.set('google', { error5xx: 1, limit: 1, only: '/drive/' });
    expect((await drive.files.list()).status).toBe(200);
    sandbox.chaos.set('google', { rate429: 1, limit: 1, only: '/drive/' });
    expect(await reason(folder())).toEqual([429, 'rateLimitExceeded']);
  });

  it('a 429 of chaos has Retry-After when the switch is set', async () => {
    sandbox.chaos.set('google', { rate429: 1, limit: 1, only: 'POST /drive/v3/files?', retryAfterSeconds: 900 });
    const rejected = await folder().catch((error: unknown) => (error as { response: Response }).response);
    expect([(rejected as Response).status, (rejected as Response).headers.get('retry-after')]).toEqual([429, '900']);
    expect(await folder()).toMatchObject({ name: 'Ada' });
  });
});

it('has its files and its upload sessions after a restart', async () => {
  const { id } = await folder();
  const { startSandbox } = await import('../src/start.ts');
  const { cpSync, mkdtempSync, rmSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const bytes = movie(2 * quarter);
  const session = (await start({ name: 'b.mp4' }, bytes.length)).headers.get('location') ?? '';
  await send(session, `bytes 0-${quarter - 1}/${bytes.length}`, bytes.subarray(0, quarter));

  const copy = mkdtempSync(join(tmpdir(), 'sandbox-copy-'));
  cpSync(sandbox.dir, copy, { recursive: true });
  const second = await startSandbox({ ports: 0, dir: copy });
  const there = new URL(second.origins.server('google'));
  const moved = session.replace(new URL(session).host, there.host);
  expect(
    (await send(moved, `bytes ${quarter}-${bytes.length - 1}/${bytes.length}`, bytes.subarray(quarter))).status,
  ).toBe(200);
  const again = driveApi({ version: 'v3', auth, rootUrl: `${there}` });
  expect((await again.files.list({ fields: 'files(id,name)' })).data.files).toMatchObject([{ name: 'b.mp4' }, { id }]);
  await second.close();
  rmSync(copy, { recursive: true });
});

it('shows a folder with its playing videos on the console, with ranges', async () => {
  const { id: parent = '' } = await folder();
  const bytes = movie(5000);
  const session = (await start({ name: 'reel.mp4', parents: [parent] }, bytes.length)).headers.get('location') ?? '';
  await send(session, `bytes 0-4999/5000`, bytes);
  const page = await (await fetch(`${sandbox.origins.server('console')}/drive/folders/${parent}`)).text();
  const source = /<video src="([^"]+)"/.exec(page)?.[1];
  const part = await fetch(`${sandbox.origins.server('console')}${source}`, { headers: { range: 'bytes=0-9' } });
  expect([part.status, part.headers.get('content-range'), part.headers.get('content-type')]).toEqual([
    206,
    'bytes 0-9/5000',
    'video/mp4',
  ]);
  expect((await fetch(`${sandbox.origins.server('console')}/drive/folders/none`)).status).toBe(404);
});
