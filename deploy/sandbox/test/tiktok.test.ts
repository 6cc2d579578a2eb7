import { createHash } from 'node:crypto';
import { calm } from '../src/core/chaos.ts';
import { sampleClip } from '../src/social/sample-clip.ts';
import type { RunningSandbox } from '../src/start.ts';
import { call, clip, eventually, form, mediaHost, setKnobs, startOwn } from './social.ts';
import {
  fileSource,
  postInfo,
  tiktokCalls,
  tiktokClient,
  tiktokQuery,
  tiktokScope,
  tiktokScopes,
} from './tiktok-calls.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startOwn();
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

const { api, token, exchange, authorize, connect, post, creatorInfo, init, put, status, posted } = tiktokCalls(
  () => sandbox,
);

/** Sets the addresses that the app's owner has verified in TikTok's portal. */
const verify = (properties: readonly string[]) =>
  call(`${api()}/_sandbox/url-properties`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ properties }),
  });

it('connects and posts: consent, token, creator info, init, one chunk, moderation, permalink', async () => {
  const back = await authorize({ account: 'ada.marlow', ...tiktokScopes });
  expect(Object.fromEntries(back)).toMatchObject({ scopes: tiktokScope, state: 's-1' });
  const first = await exchange(back.get('code') ?? '');
  expect(first.json).toMatchObject({
    expires_in: 7200,
    refresh_expires_in: 15_552_000,
    scope: tiktokScope,
    token_type: 'Bearer',
  });
  const access: string = first.json.access_token;

  const profile = await call(`${api()}/v2/user/info/?fields=open_id,display_name,username`, {
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
  it('redirects with access_denied when the person denies', async () => {
    const back = await authorize({ account: 'ada.marlow', decision: 'deny' });
    expect(Object.fromEntries(back)).toMatchObject({ error: 'access_denied', state: 's-1' });
  });

  it('shows the accounts, then the permissions, escaped', async () => {
    const page = `${sandbox.origins.browser('tiktok')}/v2/auth/authorize/?${new URLSearchParams({ ...tiktokQuery, state: '"><b>' })}`;
    expect((await call(page)).text).toContain('Nico Bianchi');
    const permissions = await call(`${page}&account=nico.bianchi`);
    expect(permissions.text).toContain('Post videos to your profile');
    expect(permissions.text).not.toContain('"><b>');
  });

  it('accepts a code once', async () => {
    const code = (await authorize({ account: 'ada.marlow', ...tiktokScopes })).get('code') ?? '';
    expect((await exchange(code)).status).toBe(200);
    expect((await exchange(code)).json).toMatchObject({ error: 'invalid_grant' });
  });

  it('replaces the refresh token: the old one is invalid at once', async () => {
    const { refresh } = await connect();
    const second = await token({ grant_type: 'refresh_token', refresh_token: refresh });
    expect(second.json).toMatchObject({ expires_in: 7200, refresh_expires_in: 15_552_000, scope: tiktokScope });
    expect(second.json.refresh_token).not.toBe(refresh);
    expect((await token({ grant_type: 'refresh_token', refresh_token: refresh })).json.error).toBe('invalid_grant');
    expect((await token({ grant_type: 'refresh_token', refresh_token: second.json.refresh_token })).status).toBe(200);
    expect((await creatorInfo(second.json.access_token)).json.error.code).toBe('ok');
  });

  it('expires an access token, not the refresh token', async () => {
    await setKnobs(sandbox, 'tiktok', { accessTokenSeconds: 0 });
    const { access, refresh } = await connect();
    expect(await creatorInfo(access)).toMatchObject({ status: 401, json: { error: { code: 'access_token_invalid' } } });
    expect((await token({ grant_type: 'refresh_token', refresh_token: refresh })).status).toBe(200);
  });

  it('revokes everything under a consent', async () => {
    const { access, refresh } = await connect();
    const reply = await call(`${api()}/v2/oauth/revoke/`, form({ ...tiktokClient, token: access }));
    expect([reply.status, reply.text]).toEqual([200, '']);
    expect((await creatorInfo(access)).json.error.code).toBe('access_token_invalid');
    expect((await token({ grant_type: 'refresh_token', refresh_token: refresh })).json.error).toBe('invalid_grant');
  });

  it('checks a PKCE challenge as hex', async () => {
    const verifier = 'a'.repeat(43);
    const code_challenge = createHash('sha256').update(verifier).digest('hex');
    const code = async () =>
      (await authorize({ account: 'ada.marlow', ...tiktokScopes, code_challenge })).get('code') ?? '';
    expect((await exchange(await code())).json.error).toBe('invalid_request');
    expect((await exchange(await code(), { code_verifier: verifier })).status).toBe(200);
  });

  it('leaves out unticked scopes, and rejects calls that need them', async () => {
    const { access } = await connect('ada.marlow', { 'scope user.info.basic': 'on' });
    expect(await creatorInfo(access)).toMatchObject({ status: 401, json: { error: { code: 'scope_not_authorized' } } });
    const headers = { authorization: `Bearer ${access}` };
    expect((await call(`${api()}/v2/user/info/?fields=username`, { headers })).json.error.code).toBe(
      'scope_permission_missed',
    );
    expect((await call(`${api()}/v2/user/info/`, { headers })).json.error.code).toBe('invalid_params');
  });
});

describe('init', () => {
  it('is accepted without creator_info, as in the original, where only the audit requires it', async () => {
    const { access } = await connect('before.each');
    const body = { post_info: postInfo(), source_info: fileSource(clip.length) };
    expect((await post(access, '/v2/post/publish/video/init/', body)).json.error.code).toBe('ok');
  });

  it('of a draft is accepted with a post_info, which is ignored', async () => {
    const { access } = await connect('a.draft');
    const body = { post_info: postInfo(), source_info: fileSource(clip.length) };
    expect((await post(access, '/v2/post/publish/inbox/video/init/', body)).json.error.code).toBe('ok');
  });

  it('is allowed six times a minute per token', async () => {
    await setKnobs(sandbox, 'tiktok', { initsPerMinute: 6 });
    const { access } = await connect('six.a.minute');
    for (let i = 0; i < 6; i++) expect((await init(access)).json.error.code).toBe('ok');
    expect(await init(access)).toMatchObject({ status: 429, json: { error: { code: 'rate_limit_exceeded' } } });
  });

  it('lets an unaudited client post to private accounts only, and only for the owner', async () => {
    await setKnobs(sandbox, 'tiktok', { audited: false });
    const error = 'unaudited_client_can_only_post_to_private_accounts';
    const open = await connect('ada.marlow');
    expect(await init(open.access, postInfo({ privacy_level: 'SELF_ONLY' }))).toMatchObject({
      status: 403,
      json: { error: { code: error } },
    });
    const closed = await connect('nico.bianchi');
    expect((await init(closed.access, postInfo({ privacy_level: 'MUTUAL_FOLLOW_FRIENDS' }))).json.error.code).toBe(
      error,
    );
    expect((await init(closed.access, postInfo({ privacy_level: 'SELF_ONLY' }))).json.error.code).toBe('ok');
  });

  it('returns that a creator can’t post now: creator_info with 200, init with 403', async () => {
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

it('allows an unaudited client five creators a day, and an inbox five drafts a day', async () => {
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

  async function begun(
    account = 'ada.marlow',
    source: object = fileSource(clip.length),
    described: object = postInfo(),
  ) {
    const { access } = await connect(account);
    const { publish_id: id, upload_url: url } = (await init(access, described, source)).json.data;
    return { access, id, url };
  }

  it('accepts chunks in order, with the remainder in the last, and posts after it', async () => {
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

  it('returns a repeated last chunk with 416 and the progress, and posts once', async () => {
    const { id, url } = await begun();
    await put(url, clip);
    const again = await put(url, clip);
    expect([again.status, again.headers.get('content-range')]).toEqual([416, `bytes 0-${clip.length}/${clip.length}`]);
    expect(posted(id)).toHaveLength(1);
  });

  it('rejects unknown upload addresses, and known ones after an hour', async () => {
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
  ])('fails %s after the upload, without a post', async (_name, bytes, reason) => {
    const { access, id, url } = await begun('ada.marlow', fileSource(bytes.length));
    expect((await put(url, bytes)).status).toBe(201);
    const end = await eventually(
      () => status(access, id),
      ({ json }) => json.data.status === 'FAILED',
    );
    expect(end.json.data).toMatchObject({ fail_reason: reason, publicaly_available_post_id: [] });
    expect(posted(id)).toHaveLength(0);
  });

  it('returns no public post id for a private account', async () => {
    const { access, id, url } = await begun(
      'nico.bianchi',
      fileSource(clip.length),
      postInfo({ privacy_level: 'FOLLOWER_OF_CREATOR' }),
    );
    await put(url, clip);
    const out = await eventually(
      () => status(access, id),
      ({ json }) => json.data.status === 'PUBLISH_COMPLETE',
    );
    expect(out.json.data.publicaly_available_post_id).toEqual([]);
  });

  it('fetches a video itself, without following redirects', async () => {
    const host = await mediaHost(clip);
    await verify([`${host.url}/`]);
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

  it('fetches from verified domains, their subdomains, and verified address prefixes', async () => {
    const initOf = async (video_url: string) =>
      (await init((await connect()).access, postInfo(), { source: 'PULL_FROM_URL', video_url })).json.error.code;
    await verify(['example.com', 'https://cdn.example.org/reels/']);
    expect(await initOf('https://videos.example.com/a.mp4')).toBe('ok');
    expect(await initOf('https://cdn.example.org/reels/a.mp4')).toBe('ok');
    expect(await initOf('https://cdn.example.org/a.mp4')).toBe('url_ownership_unverified');
    expect(await initOf('https://notexample.com/a.mp4')).toBe('url_ownership_unverified');
    expect(await initOf('http://videos.example.com/a.mp4')).toBe('url_ownership_unverified');
    expect((await verify(['no domain'])).json.error).toBe('INVALID_PROPERTY');
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
    await call(`${api()}/_sandbox/inbox/${id}`, { method: 'POST' });
    expect((await status(access, id)).json.data.status).toBe('PUBLISH_COMPLETE');
    expect(posted(id)).toHaveLength(1);
  });

  describe('under chaos', () => {
    it('posts once when the response to the last chunk is lost, and its status shows it', async () => {
      const { access, id, url } = await begun();
      sandbox.chaos.set('tiktok', { timeoutAfterSuccess: 1, only: 'PUT /video/' });
      await expect(put(url, clip)).rejects.toThrow();
      expect(posted(id)).toHaveLength(1);
      expect((await status(access, id)).json.data.uploaded_bytes).toBe(clip.length);
      expect((await put(url, clip)).status).toBe(416);
      expect(posted(id)).toHaveLength(1);
    });

    it('returns rate limits and errors in TikTok’s form', async () => {
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

    it('moderates slowly, and rejects', async () => {
      await setKnobs(sandbox, 'tiktok', { moderationMs: 0 });
      const { access, id, url } = await begun();
      sandbox.chaos.set('tiktok', { slowModerationMs: 60_000 });
      await put(url, clip);
      expect((await status(access, id)).json.data.status).toBe('PROCESSING_UPLOAD');
      sandbox.chaos.set('tiktok', { slowModerationMs: 0, refusal: 1 });
      const rejected = await begun();
      await put(rejected.url, clip);
      const end = await eventually(
        () => status(rejected.access, rejected.id),
        ({ json }) => json.data.status === 'FAILED',
      );
      expect(end.json.data.fail_reason).toBe('spam_risk');
      expect(posted(rejected.id)).toHaveLength(0);
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
