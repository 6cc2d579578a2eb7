import { createHash } from 'node:crypto';
import { calm } from '../src/core/chaos.ts';
import { credentials } from '../src/credentials.ts';
import { sampleClip } from '../src/social/sample-clip.ts';
import type { RunningSandbox } from '../src/start.ts';
import { type Answer, call, consent, eventually, form, mediaHost, redirectUri, setKnobs, startOwn } from './social.ts';

let sandbox: RunningSandbox;
let api: string;
beforeAll(async () => {
  sandbox = await startOwn();
  api = sandbox.origins.server('tiktok');
});
afterAll(() => sandbox.close());
beforeEach(() => setKnobs(sandbox, 'tiktok', usual));
afterEach(() => {
  sandbox.chaos.set('tiktok', calm);
});
const usual = {
  moderationMs: 30,
  initsPerMinute: 1000,
  postsPerDay: 1000,
  accessTokenSeconds: 7200,
  uploadSeconds: 3600,
  audited: true,
  unauditedCreators: 5,
  pendingPerDay: 5,
};

const { clientKey, clientSecret } = credentials.tiktok;
const client = { client_key: clientKey, client_secret: clientSecret };
const scope = 'user.info.basic,user.info.profile,video.publish,video.upload';
const query = { client_key: clientKey, response_type: 'code', scope, redirect_uri: redirectUri, state: 's-1' };
const ticked = Object.fromEntries(scope.split(',').map((name) => [`scope ${name}`, 'on']));
const clip = sampleClip();

const token = (fields: Record<string, string>): Promise<Answer> =>
  call(`${api}/v2/oauth/token/`, form({ ...client, ...fields }));
const exchange = (code: string, fields: Record<string, string> = {}): Promise<Answer> =>
  token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...fields });
const authorize = (answers: Record<string, string>) =>
  consent(sandbox, 'tiktok', '/v2/auth/authorize/', query, answers);

async function connect(account = 'ada.marlow', scopes = ticked): Promise<{ access: string; refresh: string }> {
  const back = await authorize({ account, ...scopes });
  const { json } = await exchange(back.get('code') ?? '');
  return { access: json.access_token, refresh: json.refresh_token };
}

const post = (access: string, path: string, body?: object): Promise<Answer> =>
  call(`${api}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json; charset=UTF-8' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
const creatorInfo = (access: string) => post(access, '/v2/post/publish/creator_info/query/');
const fileSource = (size: number, chunkSize = size, count = 1) => ({
  source: 'FILE_UPLOAD',
  video_size: size,
  chunk_size: chunkSize,
  total_chunk_count: count,
});
const info = (differing: object = {}) => ({
  title: 'Glass, slowly #reel',
  privacy_level: 'PUBLIC_TO_EVERYONE',
  disable_comment: false,
  disable_duet: true,
  disable_stitch: true,
  brand_content_toggle: false,
  brand_organic_toggle: false,
  is_aigc: true,
  ...differing,
});
async function init(
  access: string,
  postInfo: object = info(),
  source: object = fileSource(clip.length),
): Promise<Answer> {
  await creatorInfo(access);
  return post(access, '/v2/post/publish/video/init/', { post_info: postInfo, source_info: source });
}
const put = (
  url: string,
  bytes: Buffer,
  first = 0,
  total = bytes.length,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  call(url, {
    method: 'PUT',
    headers: {
      'content-type': 'video/mp4',
      'content-range': `bytes ${first}-${first + bytes.length - 1}/${total}`,
      ...headers,
    },
    body: new Uint8Array(bytes),
  });
const status = (access: string, id: string) => post(access, '/v2/post/publish/status/fetch/', { publish_id: id });
const posted = (id: string) => sandbox.journal.read({ provider: 'tiktok', act: 'post-published', id });

it('connects and posts: consent, token, creator info, init, one chunk, moderation, permalink', async () => {
  const back = await authorize({ account: 'ada.marlow', ...ticked });
  expect(Object.fromEntries(back)).toMatchObject({ scopes: scope, state: 's-1' });
  const first = await exchange(back.get('code') ?? '');
  expect(first.json).toMatchObject({ expires_in: 7200, refresh_expires_in: 15_552_000, scope, token_type: 'Bearer' });
  const access: string = first.json.access_token;

  const profile = await call(`${api}/v2/user/info/?fields=open_id,display_name,username`, {
    headers: { authorization: `Bearer ${access}` },
  });
  expect(profile.json.data.user).toEqual({
    open_id: first.json.open_id,
    display_name: 'Ada Marlow',
    username: 'ada.marlow',
  });
  expect((await creatorInfo(access)).json).toMatchObject({
    data: {
      privacy_level_options: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
      creator_username: 'ada.marlow',
    },
    error: { code: 'ok' },
  });

  const begun = await init(access);
  const { publish_id: id, upload_url: url } = begun.json.data;
  expect((await status(access, id)).json.data).toMatchObject({ status: 'PROCESSING_UPLOAD', uploaded_bytes: 0 });
  expect(posted(id)).toHaveLength(0);
  const done = await put(url, clip);
  expect([done.status, done.headers.get('content-range')]).toEqual([201, `bytes 0-${clip.length}/${clip.length}`]);
  expect(posted(id)).toMatchObject([
    { account: 'ada.marlow', caption: 'Glass, slowly #reel', sha256: createHash('sha256').update(clip).digest('hex') },
  ]);

  const out = await eventually(
    () => status(access, id),
    ({ json }) => json.data.status === 'PUBLISH_COMPLETE',
  );
  const postId = /"publicaly_available_post_id":\[(\d{19})\]/.exec(out.text)?.[1];
  const permalink = await call(`${sandbox.origins.browser('tiktok')}/@ada.marlow/video/${postId}`);
  expect(permalink.text).toContain('Glass, slowly #reel');
  const feed = await call(`${sandbox.origins.server('console')}/feed/tiktok`);
  expect(feed.text).toContain('Glass, slowly #reel');
});

describe('consent and tokens', () => {
  it('goes back with access_denied when the person denies', async () => {
    const back = await authorize({ account: 'ada.marlow', decision: 'deny' });
    expect(Object.fromEntries(back)).toMatchObject({ error: 'access_denied', state: 's-1' });
  });

  it('shows the accounts, then the permissions, escaped', async () => {
    const page = `${sandbox.origins.browser('tiktok')}/v2/auth/authorize/?${new URLSearchParams({ ...query, state: '"><b>' })}`;
    expect((await call(page)).text).toContain('Nico Bianchi');
    const permissions = await call(`${page}&account=nico.bianchi`);
    expect(permissions.text).toContain('Post videos to your profile');
    expect(permissions.text).not.toContain('"><b>');
  });

  it.each([
    ['an unknown client', { client_key: 'other' }],
    ['an unknown scope', { scope: 'video.publish,video.steal' }],
    ['scopes separated by spaces', { scope: 'user.info.basic video.publish' }],
    ['a redirect with a query', { redirect_uri: `${redirectUri}?a=1` }],
    ['a redirect to plain http elsewhere', { redirect_uri: 'http://example.com/callback' }],
    ['another response type', { response_type: 'token' }],
    ['no state', { state: '' }],
  ])('answers %s with an error page, never with a redirect', async (_name, differing) => {
    const page = await call(`${api}/v2/auth/authorize/?${new URLSearchParams({ ...query, ...differing })}`);
    expect([page.status, page.headers.get('location')]).toEqual([400, null]);
  });

  it('takes a code once', async () => {
    const code = (await authorize({ account: 'ada.marlow', ...ticked })).get('code') ?? '';
    expect((await exchange(code)).status).toBe(200);
    expect((await exchange(code)).json).toMatchObject({ error: 'invalid_grant' });
  });

  it.each([
    ['another redirect_uri', { redirect_uri: `${redirectUri}/` }, 400, 'invalid_request'],
    ['a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
    ['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['a made-up code', { code: 'made-up' }, 400, 'invalid_grant'],
  ])('refuses %s in a flat body', async (_name, differing, code, error) => {
    const back = await authorize({ account: 'ada.marlow', ...ticked });
    const reply = await exchange(back.get('code') ?? '', differing as Record<string, string>);
    expect([reply.status, reply.json.error, typeof reply.json.log_id]).toEqual([code, error, 'string']);
  });

  it('wants a form', async () => {
    const reply = await call(`${api}/v2/oauth/token/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...client, grant_type: 'refresh_token', refresh_token: 'x' }),
    });
    expect(reply.json).toMatchObject({ error: 'invalid_request' });
  });

  it('rotates the refresh token: the old one is dead at once', async () => {
    const { refresh } = await connect();
    const second = await token({ grant_type: 'refresh_token', refresh_token: refresh });
    expect(second.json).toMatchObject({ expires_in: 7200, refresh_expires_in: 15_552_000, scope });
    expect(second.json.refresh_token).not.toBe(refresh);
    expect((await token({ grant_type: 'refresh_token', refresh_token: refresh })).json.error).toBe('invalid_grant');
    expect((await token({ grant_type: 'refresh_token', refresh_token: second.json.refresh_token })).status).toBe(200);
    expect((await creatorInfo(second.json.access_token)).json.error.code).toBe('ok');
  });

  it('ends an access token with its time, not the refresh token', async () => {
    await setKnobs(sandbox, 'tiktok', { accessTokenSeconds: 0 });
    const { access, refresh } = await connect();
    expect(await creatorInfo(access)).toMatchObject({ status: 401, json: { error: { code: 'access_token_invalid' } } });
    expect((await token({ grant_type: 'refresh_token', refresh_token: refresh })).status).toBe(200);
  });

  it('revokes everything under a consent', async () => {
    const { access, refresh } = await connect();
    const reply = await call(`${api}/v2/oauth/revoke/`, form({ ...client, token: access }));
    expect([reply.status, reply.text]).toEqual([200, '']);
    expect((await creatorInfo(access)).json.error.code).toBe('access_token_invalid');
    expect((await token({ grant_type: 'refresh_token', refresh_token: refresh })).json.error).toBe('invalid_grant');
  });

  it('checks a PKCE challenge as hex', async () => {
    const verifier = 'a'.repeat(43);
    const code_challenge = createHash('sha256').update(verifier).digest('hex');
    const code = async () => (await authorize({ account: 'ada.marlow', ...ticked, code_challenge })).get('code') ?? '';
    expect((await exchange(await code())).json.error).toBe('invalid_request');
    expect((await exchange(await code(), { code_verifier: verifier })).status).toBe(200);
  });

  it('leaves out what the person unticked, and refuses what needs it', async () => {
    const { access } = await connect('ada.marlow', { 'scope user.info.basic': 'on' });
    expect(await creatorInfo(access)).toMatchObject({ status: 401, json: { error: { code: 'scope_not_authorized' } } });
    const headers = { authorization: `Bearer ${access}` };
    expect((await call(`${api}/v2/user/info/?fields=username`, { headers })).json.error.code).toBe(
      'scope_permission_missed',
    );
    expect((await call(`${api}/v2/user/info/`, { headers })).json.error.code).toBe('invalid_params');
  });
});

describe('init', () => {
  const megabyte = 1_000_000;
  it.each<[string, object, object, number, string]>([
    ['no privacy level', { privacy_level: undefined }, {}, 400, 'invalid_param'],
    ['a level that does not exist', { privacy_level: 'PUBLIC' }, {}, 400, 'invalid_param'],
    [
      'a level the account does not have',
      { privacy_level: 'FOLLOWER_OF_CREATOR' },
      {},
      403,
      'privacy_level_option_mismatch',
    ],
    ['a title over 2200 UTF-16 units', { title: '😀'.repeat(1101) }, {}, 400, 'invalid_param'],
    ['a switch that is no boolean', { disable_duet: 'yes' }, {}, 400, 'invalid_param'],
    ['an unknown field', { hashtags: [] }, {}, 400, 'invalid_param'],
    [
      'branded content for oneself',
      { brand_content_toggle: true, privacy_level: 'SELF_ONLY' },
      {},
      400,
      'invalid_param',
    ],
    ['an unknown source', {}, { source: 'BASE64' }, 400, 'invalid_param'],
    ['no video size', {}, { ...fileSource(10), video_size: undefined }, 400, 'invalid_param'],
    ['a count that is not the floor', {}, fileSource(25 * megabyte, 10 * megabyte, 3), 400, 'invalid_param'],
    ['chunks under 5 MB', {}, fileSource(10 * megabyte, 4 * megabyte, 2), 400, 'invalid_param'],
    ['a chunk larger than the video', {}, fileSource(1000, 5 * megabyte, 1), 400, 'invalid_param'],
    ['one chunk over 64 MB', {}, fileSource(70 * megabyte), 400, 'invalid_param'],
    ['chunks over 64 MB', {}, fileSource(200 * megabyte, 70 * megabyte, 2), 400, 'invalid_param'],
    ['a file over 4 GB', {}, fileSource(4_400 * megabyte, 10 * megabyte, 440), 400, 'invalid_param'],
    [
      'a URL that is not verified',
      {},
      { source: 'PULL_FROM_URL', video_url: 'http://example.com/a.mp4' },
      403,
      'url_ownership_unverified',
    ],
  ])('refuses %s', async (_name, postInfo, source, code, error) => {
    const { access } = await connect();
    const full = 'source' in source ? source : fileSource(clip.length);
    const reply = await init(access, info(postInfo), full);
    expect([reply.status, reply.json.error.code]).toEqual([code, error]);
    expect(reply.json.data).toEqual({});
  });

  it('refuses an unknown token, an unknown path, and a body that is not JSON', async () => {
    expect(await init('act.unknown')).toMatchObject({ status: 401, json: { error: { code: 'access_token_invalid' } } });
    const { access } = await connect();
    expect((await post(access, '/v2/post/publish/video/init', {})).status).toBe(404);
    const reply = await call(`${api}/v2/post/publish/video/init/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      body: '{',
    });
    expect(reply.json.error.code).toBe('invalid_param');
  });

  it('wants creator_info before each direct post', async () => {
    const { access } = await connect('before.each');
    const begin = () =>
      post(access, '/v2/post/publish/video/init/', { post_info: info(), source_info: fileSource(clip.length) });
    expect((await begin()).json.error.code).toBe('invalid_param');
    await creatorInfo(access);
    expect((await begin()).json.error.code).toBe('ok');
    expect((await begin()).json.error.code).toBe('invalid_param');
  });

  it('takes six a minute per token', async () => {
    await setKnobs(sandbox, 'tiktok', { initsPerMinute: 6 });
    const { access } = await connect('six.a.minute');
    for (let i = 0; i < 6; i++) expect((await init(access)).json.error.code).toBe('ok');
    expect(await init(access)).toMatchObject({ status: 429, json: { error: { code: 'rate_limit_exceeded' } } });
  });

  it('lets an unaudited client post to private accounts only, and only for the owner', async () => {
    await setKnobs(sandbox, 'tiktok', { audited: false });
    const error = 'unaudited_client_can_only_post_to_private_accounts';
    const open = await connect('ada.marlow');
    expect(await init(open.access, info({ privacy_level: 'SELF_ONLY' }))).toMatchObject({
      status: 403,
      json: { error: { code: error } },
    });
    const closed = await connect('nico.bianchi');
    expect((await init(closed.access, info({ privacy_level: 'MUTUAL_FOLLOW_FRIENDS' }))).json.error.code).toBe(error);
    expect((await init(closed.access, info({ privacy_level: 'SELF_ONLY' }))).json.error.code).toBe('ok');
  });

  it('says with HTTP 200 that a creator can’t post now, and with 403 at init', async () => {
    const banned = await connect('sam.banned');
    expect(await creatorInfo(banned.access)).toMatchObject({
      status: 200,
      json: { error: { code: 'spam_risk_user_banned_from_posting' } },
    });
    expect((await init(banned.access)).status).toBe(403);

    await setKnobs(sandbox, 'tiktok', { postsPerDay: 1 });
    const { access } = await connect('once.a.day');
    await put((await init(access)).json.data.upload_url, clip);
    expect(await creatorInfo(access)).toMatchObject({
      status: 200,
      json: { error: { code: 'spam_risk_too_many_posts' } },
    });
    expect(await init(access)).toMatchObject({ status: 403, json: { error: { code: 'spam_risk_too_many_posts' } } });
  });
});

it('takes five creators a day of an unaudited client, and five drafts a day in an inbox', async () => {
  await setKnobs(sandbox, 'tiktok', { unauditedCreators: 0, pendingPerDay: 1 });
  const { access } = await connect('new.creator');
  const draft = () => post(access, '/v2/post/publish/inbox/video/init/', { source_info: fileSource(clip.length) });
  expect((await draft()).json.error.code).toBe('ok');
  expect(await draft()).toMatchObject({ status: 403, json: { error: { code: 'spam_risk_too_many_pending_share' } } });
  await setKnobs(sandbox, 'tiktok', { audited: false });
  expect(await creatorInfo(access)).toMatchObject({
    status: 200,
    json: { error: { code: 'reached_active_user_cap' } },
  });
});

describe('upload', () => {
  const chunk = 5_242_880;
  const large = sampleClip({ bytes: chunk * 2 + 777 });

  async function begun(account = 'ada.marlow', source: object = fileSource(clip.length), postInfo: object = info()) {
    const { access } = await connect(account);
    const { publish_id: id, upload_url: url } = (await init(access, postInfo, source)).json.data;
    return { access, id, url };
  }

  it('takes chunks in order, the rest with the last, and posts at the last', async () => {
    const { access, id, url } = await begun('ada.marlow', fileSource(large.length, chunk, 2));
    expect((await put(url, large.subarray(chunk), chunk, large.length)).status).toBe(416);
    const first = await put(url, large.subarray(0, chunk), 0, large.length);
    expect([first.status, first.headers.get('content-range')]).toEqual([206, `bytes 0-${chunk}/${large.length}`]);
    expect((await status(access, id)).json.data.uploaded_bytes).toBe(chunk);
    expect((await put(url, large.subarray(0, chunk), 0, large.length)).status).toBe(416);
    expect((await put(url, large.subarray(chunk, chunk * 2), chunk, large.length)).status).toBe(416);
    expect(posted(id)).toHaveLength(0);
    expect((await put(url, large.subarray(chunk), chunk, large.length)).status).toBe(201);
    expect(posted(id)).toMatchObject([{ sha256: createHash('sha256').update(large).digest('hex') }]);
  });

  it('answers a repeated last chunk with 416 and the progress, and posts once', async () => {
    const { id, url } = await begun();
    await put(url, clip);
    const again = await put(url, clip);
    expect([again.status, again.headers.get('content-range')]).toEqual([416, `bytes 0-${clip.length}/${clip.length}`]);
    expect(posted(id)).toHaveLength(1);
  });

  it.each<[string, Record<string, string>, number]>([
    ['another content type', { 'content-type': 'application/octet-stream' }, 400],
    ['no range it can read', { 'content-range': 'bytes */*' }, 400],
    ['another total', { 'content-range': `bytes 0-${clip.length - 1}/${clip.length + 1}` }, 400],
    ['another start', { 'content-range': `bytes 1-${clip.length - 1}/${clip.length}` }, 416],
    ['another end', { 'content-range': `bytes 0-${clip.length - 2}/${clip.length}` }, 416],
  ])('refuses %s', async (_name, headers, code) => {
    const { url } = await begun();
    expect((await put(url, clip, 0, clip.length, headers)).status).toBe(code);
  });

  it('refuses a body that is not as long as its range', async () => {
    const { url } = await begun();
    const range = { 'content-range': `bytes 0-${clip.length - 1}/${clip.length}` };
    expect((await put(url, clip.subarray(1), 0, clip.length, range)).status).toBe(400);
  });

  it('knows its upload addresses and their hour', async () => {
    const { url } = await begun();
    expect((await put(url.replace(/upload_token=\d/, 'upload_token=x'), clip)).status).toBe(404);
    await setKnobs(sandbox, 'tiktok', { uploadSeconds: 0 });
    const late = await begun();
    expect((await put(late.url, clip)).status).toBe(403);
    expect((await status(late.access, late.id)).json.data).toMatchObject({ status: 'FAILED', fail_reason: 'internal' });
  });

  it.each<[string, Buffer, string]>([
    ['no video', Buffer.from('not a video at all'), 'file_format_check_failed'],
    ['a cut-off video', sampleClip({ bytes: 5000 }).subarray(0, 4000), 'file_format_check_failed'],
    ['two seconds', sampleClip({ seconds: 2 }), 'duration_check_failed'],
    ['twelve frames a second', sampleClip({ framesPerSecond: 12 }), 'frame_rate_check_failed'],
    ['a stamp', sampleClip({ width: 180, height: 320 }), 'picture_size_check_failed'],
  ])('fails %s after it was taken, and it is no post', async (_name, bytes, reason) => {
    const { access, id, url } = await begun('ada.marlow', fileSource(bytes.length));
    expect((await put(url, bytes)).status).toBe(201);
    const end = await eventually(
      () => status(access, id),
      ({ json }) => json.data.status === 'FAILED',
    );
    expect(end.json.data).toMatchObject({ fail_reason: reason, publicaly_available_post_id: [] });
    expect(posted(id)).toHaveLength(0);
  });

  it('names no public post for a private account', async () => {
    const { access, id, url } = await begun(
      'nico.bianchi',
      fileSource(clip.length),
      info({ privacy_level: 'FOLLOWER_OF_CREATOR' }),
    );
    await put(url, clip);
    const out = await eventually(
      () => status(access, id),
      ({ json }) => json.data.status === 'PUBLISH_COMPLETE',
    );
    expect(out.json.data.publicaly_available_post_id).toEqual([]);
  });

  it('answers status to the owner only', async () => {
    const { id } = await begun();
    const other = await connect('nico.bianchi');
    expect((await status(other.access, id)).json.error.code).toBe('token_not_authorized_for_specified_publish_id');
    expect((await status(other.access, 'v_pub_file~none')).json.error.code).toBe('invalid_publish_id');
  });

  it('fetches a video itself, without following redirects', async () => {
    const host = await mediaHost(clip);
    const from = (path: string) => begun('ada.marlow', { source: 'PULL_FROM_URL', video_url: `${host.url}${path}` });
    const good = await from('/clip.mp4');
    expect(good.url).toBeUndefined();
    const out = await eventually(
      () => status(good.access, good.id),
      ({ json }) => json.data.status === 'PUBLISH_COMPLETE',
    );
    expect(out.json.data.downloaded_bytes).toBe(clip.length);
    expect(posted(good.id)).toHaveLength(1);
    expect((await post(good.access, '/v2/post/publish/cancel/', { publish_id: good.id })).json.error.code).toBe(
      'publish_not_cancellable',
    );
    const moved = await from('/moved');
    const end = await eventually(
      () => status(moved.access, moved.id),
      ({ json }) => json.data.status === 'FAILED',
    );
    expect(end.json.data.fail_reason).toBe('video_pull_failed');
    host.close();
  });

  it('puts a draft into the inbox, and posts it when its owner does', async () => {
    const { access } = await connect();
    const { publish_id: id, upload_url: url } = (
      await post(access, '/v2/post/publish/inbox/video/init/', { source_info: fileSource(clip.length) })
    ).json.data;
    await put(url, clip);
    await eventually(
      () => status(access, id),
      ({ json }) => json.data.status === 'SEND_TO_USER_INBOX',
    );
    expect(posted(id)).toHaveLength(0);
    await call(`${api}/_sandbox/inbox/${id}`, { method: 'POST' });
    expect((await status(access, id)).json.data.status).toBe('PUBLISH_COMPLETE');
    expect(posted(id)).toHaveLength(1);
  });

  describe('under chaos', () => {
    it('posts once when the answer to the last chunk is lost, and says so when asked', async () => {
      const { access, id, url } = await begun();
      sandbox.chaos.set('tiktok', { timeoutAfterSuccess: 1, only: 'PUT /video/' });
      await expect(put(url, clip)).rejects.toThrow();
      expect(posted(id)).toHaveLength(1);
      expect((await status(access, id)).json.data.uploaded_bytes).toBe(clip.length);
      expect((await put(url, clip)).status).toBe(416);
      expect(posted(id)).toHaveLength(1);
    });

    it('answers too many requests and its own errors in TikTok’s words', async () => {
      const { access, refresh } = await connect();
      sandbox.chaos.set('tiktok', { rate429: 1 });
      expect(await creatorInfo(access)).toMatchObject({
        status: 429,
        json: { error: { code: 'rate_limit_exceeded' } },
      });
      sandbox.chaos.set('tiktok', { rate429: 0, error5xx: 1 });
      expect(await creatorInfo(access)).toMatchObject({ status: 500, json: { error: { code: 'internal_error' } } });
      expect((await token({ grant_type: 'refresh_token', refresh_token: refresh })).json.error).toBe('server_error');
    });

    it('moderates slowly, and refuses', async () => {
      await setKnobs(sandbox, 'tiktok', { moderationMs: 0 });
      const { access, id, url } = await begun();
      sandbox.chaos.set('tiktok', { slowModerationMs: 60_000 });
      await put(url, clip);
      expect((await status(access, id)).json.data.status).toBe('PROCESSING_UPLOAD');
      sandbox.chaos.set('tiktok', { slowModerationMs: 0, refusal: 1 });
      const refused = await begun();
      await put(refused.url, clip);
      const end = await eventually(
        () => status(refused.access, refused.id),
        ({ json }) => json.data.status === 'FAILED',
      );
      expect(end.json.data.fail_reason).toBe('spam_risk');
      expect(posted(refused.id)).toHaveLength(0);
    });

    it('revokes a grant in the middle, and loses an upload', async () => {
      const { access, refresh } = await connect();
      sandbox.chaos.set('tiktok', { revokedToken: 1, limit: 1 });
      expect((await creatorInfo(access)).json.error.code).toBe('access_token_invalid');
      expect((await token({ grant_type: 'refresh_token', refresh_token: refresh })).json.error).toBe('invalid_grant');
      const lost = await begun();
      sandbox.chaos.set('tiktok', { brokenUpload: 1, limit: 1 });
      expect((await put(lost.url, clip)).status).toBe(404);
      expect((await status(lost.access, lost.id)).json.data).toMatchObject({
        status: 'FAILED',
        fail_reason: 'internal',
      });
      expect(posted(lost.id)).toHaveLength(0);
    });
  });
});
