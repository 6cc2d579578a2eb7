import { createHash } from 'node:crypto';
import { calm } from '../src/core/chaos.ts';
import { credentials } from '../src/credentials.ts';
import type { RunningSandbox } from '../src/start.ts';
import { instagramCalls, instagramQuery, instagramScope, instagramScopes } from './instagram-calls.ts';
import {
  call,
  clip,
  consent,
  errorOf,
  eventually,
  form,
  mediaHost,
  redirectUri,
  setKnobs,
  startOwn,
} from './social.ts';

let sandbox: RunningSandbox;
let host: Awaited<ReturnType<typeof mediaHost>>;
beforeAll(async () => {
  sandbox = await startOwn();
  host = await mediaHost(clip);
});
afterAll(async () => {
  host.close();
  await sandbox.close();
});
const usual = {
  processingMs: 30,
  postsPerDay: 100,
  containersPerDay: 400,
  containerSeconds: 86_400,
  shortTokenSeconds: 3600,
  longTokenSeconds: 5_183_944,
  refreshAgeSeconds: 86_400,
};
beforeEach(() => setKnobs(sandbox, 'instagram', usual));
afterEach(() => {
  sandbox.chaos.set('instagram', calm);
});

const {
  origin,
  get,
  authorize,
  exchange,
  lengthen,
  refresh,
  connect,
  contain,
  status,
  settled,
  finished,
  publish,
  posted,
} = instagramCalls(
  () => sandbox,
  () => host.url,
);

it('connects and posts: consent, long-lived token, container, fetch of the video, publish, permalink', async () => {
  const back = await authorize({ account: 'ada.marlow', ...instagramScopes });
  const short = await exchange(back.get('code') ?? '');
  expect(short.text).toMatch(/"user_id":\d{17}/);
  expect(short.json.permissions).toEqual(instagramScope.split(','));
  const long = await lengthen(short.json.access_token);
  expect(long.json).toMatchObject({ token_type: 'bearer', expires_in: 5_183_944 });
  const me = await get('/v26.0/me', { fields: 'user_id,username,account_type', access_token: long.json.access_token });
  expect(me.json).toMatchObject({ username: 'ada.marlow', account_type: 'BUSINESS' });
  const connected = { token: long.json.access_token, user: me.json.user_id };

  const { id } = (await contain(connected)).json;
  expect((await settled(connected, id)).json.status_code).toBe('FINISHED');
  expect(posted(id)).toHaveLength(0);
  const published = await publish(connected, id);
  expect(posted(id)).toMatchObject([
    {
      account: connected.user,
      id: published.json.id,
      caption: 'Glass, slowly',
      sha256: createHash('sha256').update(clip).digest('hex'),
    },
  ]);
  expect((await status(connected, id)).json.status_code).toBe('PUBLISHED');
  const media = await get(`/v26.0/${published.json.id}`, {
    fields: 'permalink,media_type,media_product_type,shortcode',
    access_token: connected.token,
  });
  expect(media.json).toMatchObject({ media_type: 'VIDEO', media_product_type: 'REELS' });
  expect((await call(media.json.permalink)).text).toContain('Glass, slowly');
  const limit = await get(`/v26.0/${connected.user}/content_publishing_limit`, {
    fields: 'quota_usage,config',
    access_token: connected.token,
  });
  expect(limit.json.data[0].config).toEqual({ quota_total: 100, quota_duration: 86_400 });
  expect((await call(`${sandbox.origins.server('console')}/feed/instagram`)).text).toContain('Glass, slowly');
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

  it('ends the redirect address in #_', async () => {
    const reply = await call(
      `${origin()}/oauth/authorize`,
      form({ ...instagramQuery, account: 'ada.marlow', decision: 'allow' }),
    );
    expect(reply.headers.get('location')).toMatch(/#_$/);
  });

  it('can’t be connected with a personal account', async () => {
    const page = await call(
      `${origin()}/oauth/authorize?${new URLSearchParams({ ...instagramQuery, account: 'sam.personal' })}`,
    );
    expect(page.text).toContain('Only professional accounts');
    expect(page.text).not.toContain('value="allow"');
    expect((await authorize({ account: 'sam.personal', ...instagramScopes })).get('error')).toBe('access_denied');
  });

  it('accepts a code once', async () => {
    const code = (await authorize({ account: 'ada.marlow', ...instagramScopes })).get('code') ?? '';
    expect((await exchange(code)).status).toBe(200);
    expect((await exchange(code)).status).toBe(400);
  });

  it('refreshes a long-lived token that is a day old and not expired', async () => {
    const back = await authorize({ account: 'ada.marlow', ...instagramScopes });
    const short = (await exchange(back.get('code') ?? '')).json.access_token;
    expect(errorOf(await refresh(short))[1]).toBe(452);
    const long = (await lengthen(short)).json.access_token;
    expect(errorOf(await lengthen(long))[1]).toBe(452);
    expect(errorOf(await refresh(long))[1]).toBe(100);
    await setKnobs(sandbox, 'instagram', { refreshAgeSeconds: 0 });
    const next = await refresh(long);
    expect(next.json).toMatchObject({ expires_in: 5_183_944, token_type: 'bearer' });
    expect((await get('/v26.0/me', { fields: 'username', access_token: next.json.access_token })).json.username).toBe(
      'ada.marlow',
    );
  });

  it('distinguishes a malformed and an expired token, and does not refresh an expired one', async () => {
    expect(errorOf(await get('/v26.0/me', { fields: 'user_id', access_token: 'garbage' }))).toEqual([
      401,
      190,
      undefined,
    ]);
    await setKnobs(sandbox, 'instagram', { longTokenSeconds: 0, refreshAgeSeconds: 0 });
    const back = await authorize({ account: 'ada.marlow', ...instagramScopes });
    const long = (await lengthen((await exchange(back.get('code') ?? '')).json.access_token)).json.access_token;
    expect(errorOf(await get('/v26.0/me', { fields: 'user_id', access_token: long }))).toEqual([400, 190, 463]);
    expect(errorOf(await refresh(long))).toEqual([400, 190, 463]);
  });
});

describe('containers', () => {
  it.each([
    ['a missing file', '/none.mp4', '2207052'],
    ['a redirect', '/moved', '2207052'],
    ['what is no video', '/text.mp4', '2207026'],
  ])('ends in ERROR for %s', async (_name, path, subcode) => {
    const connected = await connect();
    const { id } = (await contain(connected, { video_url: `${host.url}${path}` })).json;
    const end = await settled(connected, id);
    expect(end.json.status_code).toBe('ERROR');
    expect(end.json.status).toContain(subcode);
    expect(errorOf(await publish(connected, id))).toEqual([400, -1, 2207032]);
  });

  it('ends in ERROR for a thumbnail after the video', async () => {
    const connected = await connect();
    const { id } = (await contain(connected, { thumb_offset: '9000' })).json;
    expect((await settled(connected, id)).json.status).toContain('2207057');
  });

  it('can’t be published before it is finished, after a day, or by a restricted account', async () => {
    const connected = await connect();
    const id = await finished(connected);
    await setKnobs(sandbox, 'instagram', { containerSeconds: 0 });
    expect((await status(connected, id)).json.status_code).toBe('EXPIRED');
    expect(errorOf(await publish(connected, id))).toEqual([400, -2, 2207020]);
    await setKnobs(sandbox, 'instagram', { ...usual, processingMs: 60_000 });
    const early = (await contain(connected)).json.id;
    expect(errorOf(await publish(connected, early))).toEqual([400, 9007, 2207027]);
    await setKnobs(sandbox, 'instagram', usual);
    const other = await connect('nico.bianchi');
    expect(errorOf(await publish(other, id))).toEqual([400, 24, 2207006]);
    expect(errorOf(await status(other, id))).toEqual([400, 100, 33]);
    const restricted = await connect('mika.restricted');
    expect(errorOf(await publish(restricted, await finished(restricted)))).toEqual([400, 25, 2207050]);
    const { 'scope instagram_business_content_publish': _left, ...fewer } = instagramScopes;
    expect(errorOf(await contain(await connect('ada.marlow', fewer)))).toEqual([403, 10, undefined]);
  });

  it('makes one post from a container', async () => {
    const connected = await connect();
    const id = await finished(connected);
    expect((await publish(connected, id)).status).toBe(200);
    expect(errorOf(await publish(connected, id))).toEqual([400, 24, 2207006]);
    expect(posted(id)).toHaveLength(1);
  });

  it('counts the day’s posts and containers', async () => {
    await setKnobs(sandbox, 'instagram', { postsPerDay: 1, containersPerDay: 2 });
    const connected = await connect('one.a.day');
    await publish(connected, await finished(connected));
    const limit = await get(`/v26.0/${connected.user}/content_publishing_limit`, {
      fields: 'quota_usage,config',
      access_token: connected.token,
    });
    expect(limit.json.data).toEqual([{ quota_usage: 1, config: { quota_total: 1, quota_duration: 86_400 } }]);
    expect(errorOf(await publish(connected, await finished(connected)))).toEqual([400, 9, 2207042]);
    expect(errorOf(await contain(connected))).toEqual([400, 9, 2207042]);
  });

  it('lists an account’s posts', async () => {
    const connected = await connect('lists.posts');
    const { id } = (await publish(connected, await finished(connected))).json;
    const list = await get(`/v26.0/${connected.user}/media`, {
      fields: 'id,caption,permalink',
      access_token: connected.token,
    });
    expect(list.json.data).toMatchObject([{ id, caption: 'Glass, slowly' }]);
  });

  describe('under chaos', () => {
    it('posts once when the response to media_publish is lost, and its status shows it', async () => {
      const connected = await connect();
      const id = await finished(connected);
      sandbox.chaos.set('instagram', { timeoutAfterSuccess: 1, only: 'media_publish' });
      await expect(publish(connected, id)).rejects.toThrow();
      expect(posted(id)).toHaveLength(1);
      expect((await status(connected, id)).json.status_code).toBe('PUBLISHED');
      expect(errorOf(await publish(connected, id))).toEqual([400, 24, 2207006]);
      expect(posted(id)).toHaveLength(1);
    });

    it('returns limits and errors in each host’s form', async () => {
      const connected = await connect();
      sandbox.chaos.set('instagram', { rate429: 1 });
      expect(errorOf(await contain(connected))).toEqual([403, 4, undefined]);
      expect((await exchange('code')).json.error_type).toBe('OAuthRateLimitException');
      sandbox.chaos.set('instagram', { rate429: 0, error5xx: 1 });
      expect((await contain(connected)).json.error).toMatchObject({ code: 2, is_transient: true });
    });

    it('processes slowly, loses a download, rejects, and revokes', async () => {
      const connected = await connect();
      await setKnobs(sandbox, 'instagram', { processingMs: 0 });
      sandbox.chaos.set('instagram', { slowModerationMs: 2_000 });
      const slow = (await contain(connected)).json.id;
      expect((await status(connected, slow)).json.status_code).toBe('IN_PROGRESS');
      expect((await settled(connected, slow)).json.status_code).toBe('FINISHED');
      sandbox.chaos.set('instagram', { slowModerationMs: 0, brokenUpload: 1, limit: 1 });
      const broken = (await contain(connected)).json.id;
      expect((await settled(connected, broken)).json.status).toContain('2207003');
      sandbox.chaos.set('instagram', { brokenUpload: 0, refusal: 1, limit: null });
      expect(errorOf(await publish(connected, slow))).toEqual([400, 4, 2207051]);
      expect(posted(slow)).toHaveLength(0);
      sandbox.chaos.set('instagram', { refusal: 0, revokedToken: 1 });
      expect(errorOf(await status(connected, slow))).toEqual([400, 190, 458]);
    });
  });
});

describe('through Facebook Login', () => {
  it('publishes to the account linked to a Page, with bytes instead of an address', async () => {
    const { appId: facebookId, appSecret: facebookSecret } = credentials.facebook;
    const scopes = 'pages_show_list,pages_read_engagement,instagram_basic,instagram_content_publish';
    const asked = { client_id: facebookId, redirect_uri: redirectUri, response_type: 'code', scope: scopes };
    const graph = `${sandbox.origins.server('facebook')}/v26.0`;
    const shown = await call(`${graph}/dialog/oauth?${new URLSearchParams({ ...asked, account: 'ada.marlow' })}`);
    const choices = Object.fromEntries(
      [...shown.text.matchAll(/name="((?:page|scope) [^"]+)"/g)].map(([, name]) => [name ?? '', 'on']),
    );
    const back = await consent(sandbox, 'facebook', '/v26.0/dialog/oauth', asked, {
      account: 'ada.marlow',
      ...choices,
    });
    const read = (path: string, fields: Record<string, string>) =>
      call(`${graph}${path}?${new URLSearchParams(fields)}`);
    const exchanged = await read('/oauth/access_token', {
      client_id: facebookId,
      client_secret: facebookSecret,
      redirect_uri: redirectUri,
      code: back.get('code') ?? '',
    });
    const { access_token } = exchanged.json;
    const pages = await read('/me/accounts', { access_token, fields: 'instagram_business_account{id,username}' });
    const { id: user, username } = pages.json.data[0].instagram_business_account;
    expect(username).toBe('ada.marlow');
    const made = await call(
      `${graph}/${user}/media`,
      form({ media_type: 'REELS', upload_type: 'resumable', access_token }),
    );
    const sent = await call(made.json.uri, {
      method: 'POST',
      headers: { authorization: `OAuth ${access_token}`, offset: '0', file_size: String(clip.length) },
      body: new Uint8Array(clip),
    });
    expect(sent.json).toEqual({ success: true, message: 'Upload successful.' });
    const state = () => read(`/${made.json.id}`, { fields: 'status_code', access_token });
    await eventually(state, ({ json }) => json.status_code === 'FINISHED');
    const published = await call(`${graph}/${user}/media_publish`, form({ creation_id: made.json.id, access_token }));
    expect(published.status).toBe(200);
    expect(posted(made.json.id)).toHaveLength(1);
  });
});
