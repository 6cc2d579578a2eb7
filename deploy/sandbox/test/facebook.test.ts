import { createHmac } from 'node:crypto';
import { calm } from '../src/core/chaos.ts';
import { credentials } from '../src/credentials.ts';
import { sampleClip } from '../src/social/sample-clip.ts';
import type { RunningSandbox } from '../src/start.ts';
import { facebookCalls, facebookQuery, facebookScopes } from './facebook-calls.ts';
import { call, clip, errorOf, eventually, mediaHost, setKnobs, startOwn } from './social.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startOwn();
});
afterAll(() => sandbox.close());
beforeEach(() => setKnobs(sandbox, 'facebook', { processingMs: 30, reelsPerDay: 1000, shortTokenSeconds: 5400 }));
afterEach(() => {
  sandbox.chaos.set('facebook', calm);
});

const {
  graph,
  get,
  authorize,
  exchange,
  lengthen,
  pageChoices,
  connect,
  start,
  upload,
  uploaded,
  finish,
  status,
  posted,
} = facebookCalls(() => sandbox);
const { appId, appSecret } = credentials.facebook;

it('connects and posts: consent with Pages, long-lived token, page token, start, bytes, finish, processing, permalink', async () => {
  const back = await authorize({ account: 'ada.marlow', ...facebookScopes, ...(await pageChoices('ada.marlow')) });
  expect(back.get('state')).toBe('s-1');
  const short = await exchange(back.get('code') ?? '');
  expect(short.json).toMatchObject({ token_type: 'bearer', expires_in: 5400 });
  const long = await lengthen(short.json.access_token);
  expect(long.json.expires_in).toBeGreaterThan(5_000_000);
  const pages = (
    await get('/me/accounts', { fields: 'id,name,access_token,tasks', access_token: long.json.access_token })
  ).json.data;
  expect(pages).toHaveLength(3);
  const connected = { user: long.json.access_token, page: pages[0].id, token: pages[0].access_token };

  const { video_id: id, upload_url: url } = (await start(connected)).json;
  expect((await status(connected, id)).json.status).toMatchObject({ video_status: 'uploading' });
  expect((await upload(url, connected.token, clip)).json).toEqual({ success: true });
  expect((await status(connected, id)).json.status).toMatchObject({
    video_status: 'upload_complete',
    uploading_phase: { status: 'complete', bytes_transferred: clip.length },
    processing_phase: { status: 'not_started' },
  });
  expect(posted(id)).toHaveLength(0);
  expect((await finish(connected, id)).json).toMatchObject({ success: true });
  expect(posted(id)).toMatchObject([{ account: connected.page, caption: 'Glass, slowly' }]);

  const out = await eventually(
    () => status(connected, id),
    ({ json }) => json.status.video_status === 'ready',
  );
  expect(out.json.status.publishing_phase).toMatchObject({ status: 'complete', publish_status: 'published' });
  const permalink = await call(new URL(out.json.permalink_url, sandbox.origins.browser('facebook')).href);
  expect(permalink.text).toContain('Glass, slowly');
  expect((await call(`${sandbox.origins.server('console')}/feed/facebook`)).text).toContain('Ada Marlow Reels');
});

describe('consent and tokens', () => {
  it('redirects with access_denied when the person denies', async () => {
    const back = await authorize({ account: 'ada.marlow', decision: 'deny' });
    expect(Object.fromEntries(back)).toMatchObject({
      error: 'access_denied',
      error_reason: 'user_denied',
      state: 's-1',
    });
  });

  it('shows a notice to a person without Pages, and returns an empty list', async () => {
    const page = await call(
      `${graph()}/dialog/oauth?${new URLSearchParams({ ...facebookQuery, account: 'sam.nopages' })}`,
    );
    expect(page.text).toContain('You have no Pages');
    const back = await authorize({ account: 'sam.nopages', ...facebookScopes });
    const { json } = await exchange(back.get('code') ?? '');
    expect((await get('/me/accounts', { access_token: json.access_token })).json.data).toEqual([]);
  });

  it('accepts a code once', async () => {
    const code = (await authorize({ account: 'ada.marlow', ...facebookScopes })).get('code') ?? '';
    expect((await exchange(code)).status).toBe(200);
    expect(errorOf(await exchange(code))).toEqual([400, 100, 36009]);
  });

  it('gives Page tokens that do not expire only from a long-lived token', async () => {
    const back = await authorize({
      account: 'nico.bianchi',
      ...facebookScopes,
      ...(await pageChoices('nico.bianchi')),
    });
    const short = (await exchange(back.get('code') ?? '')).json.access_token;
    const long = (await lengthen(short)).json.access_token;
    const pageToken = async (user: string) =>
      (await get('/me/accounts', { fields: 'access_token', access_token: user })).json.data[0].access_token;
    const inspect = async (token: string) =>
      (await get('/debug_token', { input_token: token, access_token: `${appId}|${appSecret}` })).json.data;
    expect((await inspect(await pageToken(short))).expires_at).toBeGreaterThan(0);
    expect(await inspect(await pageToken(long))).toMatchObject({
      expires_at: 0,
      is_valid: true,
      type: 'PAGE',
      scopes: expect.arrayContaining(['pages_manage_posts']),
    });
    expect(await pageToken(long)).toBe(await pageToken(long));
    expect(await inspect('nonsense')).toMatchObject({ is_valid: false, error: { code: 190 } });
  });

  it('distinguishes a malformed, an expired and a revoked token', async () => {
    expect(errorOf(await get('/me', { access_token: 'garbage' }))).toEqual([401, 190, undefined]);
    expect(errorOf(await get('/me'))).toEqual([400, 2500, undefined]);
    await setKnobs(sandbox, 'facebook', { shortTokenSeconds: 0 });
    const back = await authorize({ account: 'nico.bianchi', ...facebookScopes });
    const short = (await exchange(back.get('code') ?? '')).json.access_token;
    expect(errorOf(await get('/me', { access_token: short }))).toEqual([400, 190, 463]);
    await setKnobs(sandbox, 'facebook', { shortTokenSeconds: 5400 });
    const connected = await connect('nico.bianchi');
    const { id } = (await get('/me', { access_token: connected.user })).json;
    const revoked = await call(`${graph()}/${id}/permissions?access_token=${connected.user}`, { method: 'DELETE' });
    expect(revoked.json).toEqual({ success: true });
    expect(errorOf(await get(`/${connected.page}`, { access_token: connected.token }))).toEqual([400, 190, 458]);
  });

  it('lists granted and declined permissions, and pages through a list', async () => {
    const back = await authorize({
      account: 'ada.marlow',
      'scope pages_show_list': 'on',
      ...(await pageChoices('ada.marlow')),
    });
    const access_token = (await exchange(back.get('code') ?? '')).json.access_token;
    expect((await get('/me/permissions', { access_token })).json.data).toEqual(
      expect.arrayContaining([
        { permission: 'pages_show_list', status: 'granted' },
        { permission: 'pages_manage_posts', status: 'declined' },
      ]),
    );
    const first = await get('/me/accounts', { access_token, limit: '2', fields: 'id' });
    expect(first.json.data).toHaveLength(2);
    const rest = await call(first.json.paging.next);
    expect(rest.json.data).toHaveLength(1);
    expect(rest.json.paging.next).toBeUndefined();
  });

  it('checks an appsecret_proof, fields and versions', async () => {
    const { user } = await connect('nico.bianchi');
    const appsecret_proof = createHmac('sha256', appSecret).update(user).digest('hex');
    expect((await get('/me', { access_token: user, appsecret_proof })).status).toBe(200);
    expect(errorOf(await get('/me', { access_token: user, appsecret_proof: '00' }))[1]).toBe(100);
    expect(errorOf(await get('/me', { access_token: user, fields: 'id,shoe_size' }))[1]).toBe(100);
    const at = (version: string) => call(`${sandbox.origins.server('facebook')}/${version}/me?access_token=${user}`);
    expect((await at('v21.0')).status).toBe(200);
    expect((await at('v2.3')).headers.get('facebook-api-version')).toBe('v21.0');
    expect(errorOf(await at('v99.0'))[1]).toBe(2500);
  });
});

describe('reels', () => {
  it('resumes an upload from the stored bytes', async () => {
    const connected = await connect();
    const { video_id: id, upload_url: url } = (await start(connected)).json;
    await upload(url, connected.token, clip.subarray(0, 1000), { file_size: String(clip.length) });
    expect((await status(connected, id)).json.status.uploading_phase).toEqual({
      status: 'in_progress',
      bytes_transferred: 1000,
    });
    const rest = await upload(url, connected.token, clip.subarray(1000), {
      file_size: String(clip.length),
      offset: '1000',
    });
    expect(rest.json).toEqual({ success: true });
    expect((await finish(connected, id)).json.success).toBe(true);
  });

  it('fetches a hosted file instead', async () => {
    const host = await mediaHost(clip);
    const connected = await connect();
    const { video_id: id, upload_url: url } = (await start(connected)).json;
    const reply = await call(url, {
      method: 'POST',
      headers: { authorization: `OAuth ${connected.token}`, file_url: `${host.url}/clip.mp4` },
    });
    host.close();
    expect(reply.json).toEqual({ success: true });
    await finish(connected, id);
    expect(posted(id)).toHaveLength(1);
  });

  it('does not finish without bytes, twice, and over the day’s limit', async () => {
    const connected = await connect('limit.a.day');
    const empty = (await start(connected)).json.video_id;
    expect(errorOf(await finish(connected, empty))).toEqual([400, 6000, undefined]);
    const id = await uploaded(connected);
    await finish(connected, id);
    expect(errorOf(await finish(connected, id))).toEqual([400, 506, undefined]);
    expect(posted(id)).toHaveLength(1);
    await setKnobs(sandbox, 'facebook', { reelsPerDay: 1 });
    expect(errorOf(await finish(connected, await uploaded(connected)))).toEqual([400, 613, 1390008]);
  });

  it.each<[string, Buffer]>([
    ['no video', Buffer.from('not a video at all')],
    ['two seconds', sampleClip({ seconds: 2 })],
    ['a landscape', sampleClip({ width: 1920, height: 1080 })],
    ['twelve frames a second', sampleClip({ framesPerSecond: 12 })],
  ])('accepts %s at finish and fails it in processing, without a post', async (_name, bytes) => {
    const connected = await connect();
    const id = await uploaded(connected, bytes);
    expect((await finish(connected, id)).json.success).toBe(true);
    const end = await eventually(
      () => status(connected, id),
      ({ json }) => json.status.video_status === 'error',
    );
    expect(end.json.status.processing_phase.status).toBe('error');
    expect(posted(id)).toHaveLength(0);
  });

  it('lists finished reels, and deletes a reel that was only staged', async () => {
    const connected = await connect('lists.and.deletes');
    const id = await uploaded(connected);
    const remove = () => call(`${graph()}/${id}?access_token=${connected.token}`, { method: 'DELETE' });
    const list = async () => (await get(`/${connected.page}/video_reels`, { access_token: connected.token })).json.data;
    expect(await list()).toEqual([]);
    expect((await remove()).json).toEqual({ success: true });
    expect(errorOf(await status(connected, id))).toEqual([400, 100, 33]);
    const other = await uploaded(connected);
    await finish(connected, other);
    expect(await list()).toMatchObject([{ id: other, description: 'Glass, slowly' }]);
  });

  it('shows a Page’s reels to its own token only', async () => {
    const connected = await connect();
    const id = await uploaded(connected);
    expect(errorOf(await status(await connect('nico.bianchi'), id))).toEqual([400, 100, 33]);
    expect((await status(connected, id)).status).toBe(200);
  });

  describe('under chaos', () => {
    it('posts once when the response to finish is lost, and its status shows it', async () => {
      const connected = await connect();
      const id = await uploaded(connected);
      sandbox.chaos.set('facebook', { timeoutAfterSuccess: 1, only: '/video_reels' });
      await expect(finish(connected, id)).rejects.toThrow();
      expect(posted(id)).toHaveLength(1);
      const asked = await eventually(
        () => status(connected, id),
        ({ json }) => json.status.video_status === 'ready',
      );
      expect(asked.json.status.publishing_phase.status).toBe('complete');
      expect(errorOf(await finish(connected, id))[1]).toBe(506);
      expect(posted(id)).toHaveLength(1);
    });

    it('returns limits and errors in Graph’s form, and in the upload host’s form there', async () => {
      const connected = await connect();
      const { upload_url: url } = (await start(connected)).json;
      sandbox.chaos.set('facebook', { rate429: 1 });
      expect(errorOf(await get('/me', { access_token: connected.user }))).toEqual([403, 32, undefined]);
      sandbox.chaos.set('facebook', { rate429: 0, error5xx: 1 });
      expect((await get('/me', { access_token: connected.user })).json.error).toMatchObject({
        code: 2,
        is_transient: true,
      });
      expect((await upload(url, connected.token, clip)).json.debug_info.retriable).toBe(true);
    });

    it('breaks an upload half-way, which can be resumed from the stored bytes', async () => {
      const connected = await connect();
      const { video_id: id, upload_url: url } = (await start(connected)).json;
      sandbox.chaos.set('facebook', { brokenUpload: 1, limit: 1 });
      expect((await upload(url, connected.token, clip)).json.debug_info.retriable).toBe(true);
      const has = (await status(connected, id)).json.status.uploading_phase.bytes_transferred;
      expect(has).toBeGreaterThan(0);
      const rest = await upload(url, connected.token, clip.subarray(has), {
        offset: String(has),
        file_size: String(clip.length),
      });
      expect(rest.json).toEqual({ success: true });
    });

    it('processes slowly, rejects, and revokes', async () => {
      await setKnobs(sandbox, 'facebook', { processingMs: 0 });
      const connected = await connect();
      const id = await uploaded(connected);
      sandbox.chaos.set('facebook', { slowModerationMs: 60_000 });
      await finish(connected, id);
      expect((await status(connected, id)).json.status.video_status).toBe('processing');
      sandbox.chaos.set('facebook', { slowModerationMs: 0, refusal: 1 });
      const rejected = await uploaded(connected);
      await finish(connected, rejected);
      expect((await status(connected, rejected)).json.status).toMatchObject({ video_status: 'error' });
      expect(posted(rejected)).toHaveLength(0);
      sandbox.chaos.set('facebook', { refusal: 0, revokedToken: 1 });
      expect(errorOf(await status(connected, id))).toEqual([400, 190, 458]);
    });
  });
});
