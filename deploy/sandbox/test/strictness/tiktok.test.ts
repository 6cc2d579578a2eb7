import type { RunningSandbox } from '../../src/start.ts';
import { type ApiResponse, call, clip, form, setKnobs, startOwn } from '../social.ts';
import { fileSource, postInfo, tiktokCalls, tiktokClient, tiktokQuery, tiktokScopes } from '../tiktok-calls.ts';
import { from, type Rejection, rejections } from './rejections.ts';

let sandbox: RunningSandbox;
const { api, authorize, connect, creatorInfo, exchange, init, post, put, status, token } = tiktokCalls(() => sandbox);
beforeAll(async () => {
  sandbox = await startOwn();
});
afterAll(() => sandbox.close());
const usual = {
  moderationMs: 30,
  initsPerMinute: 1000,
  creatorInfosPerMinute: 1000,
  statusesPerMinute: 1000,
  videoQueriesPerMinute: 1000,
  postsPerDay: 1000,
  pendingPerDay: 1000,
  unauditedCreators: 5,
  audited: true,
  accessTokenSeconds: 7200,
  refreshTokenSeconds: 15_552_000,
  codeSeconds: 300,
  uploadSeconds: 3600,
};
beforeEach(() => setKnobs(sandbox, 'tiktok', usual));

const megabyte = 1_000_000;
const rejected = (code: string): object => ({ data: {}, error: { code, log_id: expect.any(String) } });
const flat = (error: string): object => ({ error, error_description: expect.any(String), log_id: expect.any(String) });
const knobs = (changed: object) => setKnobs(sandbox, 'tiktok', changed);
const access = async (account?: string): Promise<string> => (await connect(account)).access;
const code = async (more: Record<string, string> = {}) =>
  (await authorize({ account: 'ada.marlow', ...tiktokScopes, ...more })).get('code') ?? '';

/** TikTok shows the person an error page instead of redirecting to an untrusted address. */
const page = (what: string, differing: Record<string, string>): Omit<Rejection, 'source'> => ({
  what,
  send: () => call(`${api()}/v2/auth/authorize/?${new URLSearchParams({ ...tiktokQuery, ...differing })}`),
  status: 400,
});
const post_info = (
  what: string,
  differing: object,
  is = 'invalid_param',
  statusCode = 400,
): Omit<Rejection, 'source'> => ({
  what,
  send: async () => init(await access(), postInfo(differing)),
  status: statusCode,
  body: rejected(is),
});
const source_info = (
  what: string,
  source: object,
  is = 'invalid_param',
  statusCode = 400,
): Omit<Rejection, 'source'> => ({
  what,
  send: async () => init(await access(), postInfo(), source),
  status: statusCode,
  body: rejected(is),
});
const begun = async (account = 'ada.marlow'): Promise<{ id: string; url: string; token: string }> => {
  const bearer = await access(account);
  const { publish_id: id, upload_url: url } = (await init(bearer)).json.data;
  return { id, url, token: bearer };
};
const bytes = (what: string, headers: Record<string, string>, statusCode: number): Omit<Rejection, 'source'> => ({
  what,
  send: async () => put((await begun()).url, clip, 0, clip.length, headers),
  status: statusCode,
});
const query = (
  what: string,
  given: { scopes?: Record<string, string>; bearer?: string; fields?: string; body?: object },
  is: string,
  statusCode = 400,
): Omit<Rejection, 'source'> => ({
  what: `a query of videos ${what}`,
  send: async () => {
    const { scopes = tiktokScopes, fields = '?fields=id', body = { filters: { video_ids: ['7'] } } } = given;
    const bearer = given.bearer ?? (await connect('ada.marlow', { 'scope user.info.basic': 'on', ...scopes })).access;
    return post(bearer, `/v2/video/query/${fields}`, body);
  },
  status: statusCode,
  body: rejected(is),
});
const userInfo = async (fields: string, scopes = tiktokScopes): Promise<ApiResponse> =>
  call(`${api()}/v2/user/info/${fields}`, {
    headers: { authorization: `Bearer ${(await connect('ada.marlow', scopes)).access}` },
  });

rejections([
  ...from('Login Kit for Web', [
    page('an unknown client', { client_key: 'other' }),
    page('an unknown scope', { scope: 'video.publish,video.steal' }),
    page('scopes separated by spaces', { scope: 'user.info.basic video.publish' }),
    page('no scope', { scope: '' }),
    page('a redirect with a query', { redirect_uri: `${tiktokQuery.redirect_uri}?a=1` }),
    page('a redirect with a fragment', { redirect_uri: `${tiktokQuery.redirect_uri}#a` }),
    page('a redirect to plain http on another host', { redirect_uri: 'http://example.com/callback' }),
    page('another response type', { response_type: 'token' }),
    page('no state', { state: '' }),
  ]),
  ...from('Manage User Access Tokens v2 and OAuth v2 error handling', [
    {
      what: 'a code with another redirect_uri',
      send: async () => exchange(await code(), { redirect_uri: `${tiktokQuery.redirect_uri}/` }),
      status: 400,
      body: flat('invalid_request'),
    },
    {
      what: 'a code without its redirect_uri',
      send: async () => exchange(await code(), { redirect_uri: '' }),
      status: 400,
      body: flat('invalid_request'),
    },
    {
      what: 'a wrong secret',
      send: async () => exchange(await code(), { client_secret: 'wrong' }),
      status: 401,
      body: flat('invalid_client'),
    },
    {
      what: 'another grant type',
      send: async () => exchange(await code(), { grant_type: 'password' }),
      status: 400,
      body: flat('unsupported_grant_type'),
    },
    { what: 'a code it did not issue', send: () => exchange('made-up'), status: 400, body: flat('invalid_grant') },
    {
      what: 'a code a second time',
      send: async () => {
        const once = await code();
        await exchange(once);
        return exchange(once);
      },
      status: 400,
      body: flat('invalid_grant'),
    },
    {
      what: 'an expired code',
      send: async () => {
        await knobs({ codeSeconds: 0 });
        return exchange(await code());
      },
      status: 400,
      body: flat('invalid_grant'),
    },
    {
      what: 'a code without the verifier of its challenge',
      send: async () => exchange(await code({ code_challenge: 'a'.repeat(64) })),
      status: 400,
      body: flat('invalid_request'),
    },
    {
      what: 'JSON where a form belongs',
      send: () =>
        call(`${api()}/v2/oauth/token/`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...tiktokClient, grant_type: 'refresh_token', refresh_token: 'x' }),
        }),
      status: 400,
      body: flat('invalid_request'),
    },
    {
      what: 'a refresh token that was replaced, at once',
      send: async () => {
        const { refresh } = await connect();
        await token({ grant_type: 'refresh_token', refresh_token: refresh });
        return token({ grant_type: 'refresh_token', refresh_token: refresh });
      },
      status: 400,
      body: flat('invalid_grant'),
    },
    {
      what: 'an expired refresh token',
      send: async () => {
        await knobs({ refreshTokenSeconds: 0 });
        return token({ grant_type: 'refresh_token', refresh_token: (await connect()).refresh });
      },
      status: 400,
      body: flat('invalid_grant'),
    },
    {
      what: 'to revoke an unknown token',
      send: () => call(`${api()}/v2/oauth/revoke/`, form({ ...tiktokClient, token: 'act.none' })),
      status: 400,
      body: flat('invalid_request'),
    },
  ]),
  ...from('Get User Info reference', [
    { what: 'user info without fields', send: () => userInfo(''), status: 400, body: rejected('invalid_params') },
    {
      what: 'an unknown field of user info',
      send: () => userInfo('?fields=shoe_size'),
      status: 400,
      body: rejected('invalid_params'),
    },
    {
      what: 'a field of user info without its scope',
      send: () => userInfo('?fields=username', { 'scope user.info.basic': 'on' }),
      status: 400,
      body: rejected('scope_permission_missed'),
    },
  ]),
  ...from('Content Posting API, Direct Post reference: error codes', [
    { what: 'an unknown token', send: () => init('act.none'), status: 401, body: rejected('access_token_invalid') },
    {
      what: 'an expired token',
      send: async () => {
        await knobs({ accessTokenSeconds: 0 });
        return creatorInfo(await access());
      },
      status: 401,
      body: rejected('access_token_invalid'),
    },
    {
      what: 'a post without the scope',
      send: async () => init((await connect('ada.marlow', { 'scope user.info.basic': 'on' })).access),
      status: 401,
      body: rejected('scope_not_authorized'),
    },
    post_info('no privacy level', { privacy_level: undefined }),
    post_info('an unknown privacy level', { privacy_level: 'PUBLIC' }),
    post_info(
      'a privacy level the account does not have',
      { privacy_level: 'FOLLOWER_OF_CREATOR' },
      'privacy_level_option_mismatch',
      403,
    ),
    post_info('a title over 2200 UTF-16 units', { title: '😀'.repeat(1101) }),
    post_info('a title that is not text', { title: 7 }),
    post_info('a switch that is not a boolean', { disable_duet: 'yes' }),
    post_info('a cover before the video', { video_cover_timestamp_ms: -1 }),
    post_info('an unknown field', { hashtags: [] }),
    post_info('branded content that only its creator sees', { brand_content_toggle: true, privacy_level: 'SELF_ONLY' }),
    {
      what: 'a post without post_info',
      send: async () => {
        const bearer = await access();
        await creatorInfo(bearer);
        return post(bearer, '/v2/post/publish/video/init/', { source_info: fileSource(10) });
      },
      status: 400,
      body: rejected('invalid_param'),
    },
    {
      what: 'a body that is not JSON',
      send: async () =>
        call(`${api()}/v2/post/publish/video/init/`, {
          method: 'POST',
          headers: { authorization: `Bearer ${await access()}`, 'content-type': 'application/json' },
          body: '{',
        }),
      status: 400,
      body: rejected('invalid_param'),
    },
    {
      what: 'a path without its last slash',
      send: async () => post(await access(), '/v2/post/publish/video/init', {}),
      status: 404,
    },
    {
      what: 'a banned creator, at creator_info with HTTP 200',
      send: async () => creatorInfo(await access('sam.banned')),
      status: 200,
      body: rejected('spam_risk_user_banned_from_posting'),
    },
    {
      what: 'a banned creator, at init',
      send: async () => init(await access('sam.banned')),
      status: 403,
      body: rejected('spam_risk_user_banned_from_posting'),
    },
    {
      what: 'more posts than a creator may make in a day',
      send: async () => {
        await knobs({ postsPerDay: 0 });
        return init(await access());
      },
      status: 403,
      body: rejected('spam_risk_too_many_posts'),
    },
    {
      what: 'a public account of an unaudited client, even for itself',
      send: async () => {
        await knobs({ audited: false });
        return init(await access(), postInfo({ privacy_level: 'SELF_ONLY' }));
      },
      status: 403,
      body: rejected('unaudited_client_can_only_post_to_private_accounts'),
    },
    {
      what: 'more creators than an unaudited client may have',
      send: async () => {
        await knobs({ audited: false, unauditedCreators: 0 });
        return init(await access('nico.bianchi'), postInfo({ privacy_level: 'SELF_ONLY' }));
      },
      status: 403,
      body: rejected('reached_active_user_cap'),
    },
    {
      what: 'the seventh init of a minute',
      send: async () => {
        await knobs({ initsPerMinute: 6 });
        const bearer = await access('seven.inits');
        for (let at = 0; at < 6; at++) await init(bearer);
        return init(bearer);
      },
      status: 429,
      body: rejected('rate_limit_exceeded'),
    },
    {
      what: 'the twenty-first creator_info of a minute',
      send: async () => {
        await knobs({ creatorInfosPerMinute: 20 });
        const bearer = await access();
        for (let at = 0; at < 20; at++) await creatorInfo(bearer);
        return creatorInfo(bearer);
      },
      status: 429,
      body: rejected('rate_limit_exceeded'),
    },
  ]),
  ...from('Content Posting API, Media Transfer Guide: chunks', [
    source_info('an unknown source', { source: 'BASE64' }),
    source_info('no video size', { ...fileSource(10), video_size: undefined }),
    source_info('a video of no bytes', fileSource(0)),
    source_info('a size that is not a whole number', { ...fileSource(10), video_size: 10.5 }),
    source_info('a chunk count that is not rounded down', fileSource(25 * megabyte, 10 * megabyte, 3)),
    source_info('chunks under 5 MB', fileSource(10 * megabyte, 4 * megabyte, 2)),
    source_info('a chunk larger than the video', fileSource(1000, 5 * megabyte, 1)),
    source_info('one chunk over 64 MB', fileSource(70 * megabyte)),
    source_info('chunks over 64 MB', fileSource(200 * megabyte, 70 * megabyte, 2)),
    source_info('a file over 4 GB', fileSource(4_400 * megabyte, 10 * megabyte, 440)),
  ]),
  ...from('Content Posting API, Media Transfer Guide: PULL_FROM_URL', [
    source_info('no address to pull from', { source: 'PULL_FROM_URL' }),
    source_info(
      'an address that is not verified',
      { source: 'PULL_FROM_URL', video_url: 'https://example.com/a.mp4' },
      'url_ownership_unverified',
      403,
    ),
  ]),
  ...from('Content Posting API, Media Transfer Guide: upload answers', [
    bytes('another content type', { 'content-type': 'application/octet-stream' }, 400),
    bytes('a malformed range', { 'content-range': 'bytes */*' }, 400),
    bytes('another total', { 'content-range': `bytes 0-${clip.length - 1}/${clip.length + 1}` }, 400),
    bytes('another start', { 'content-range': `bytes 1-${clip.length - 1}/${clip.length}` }, 416),
    bytes('another end', { 'content-range': `bytes 0-${clip.length - 2}/${clip.length}` }, 416),
    {
      what: 'a body shorter than its range',
      send: async () =>
        put((await begun()).url, clip.subarray(1), 0, clip.length, {
          'content-range': `bytes 0-${clip.length - 1}/${clip.length}`,
        }),
      status: 400,
    },
    {
      what: 'the last chunk again',
      send: async () => {
        const { url } = await begun();
        await put(url, clip);
        return put(url, clip);
      },
      status: 416,
    },
    {
      what: 'an unknown upload',
      send: async () => put((await begun()).url.replace(/upload_id=[^&]+/, 'upload_id=none'), clip),
      status: 404,
    },
    {
      what: 'another upload token',
      send: async () => put((await begun()).url.replace(/upload_token=\d/, 'upload_token=x'), clip),
      status: 404,
    },
    {
      what: 'an upload to an address older than an hour',
      send: async () => {
        await knobs({ uploadSeconds: 0 });
        return put((await begun()).url, clip);
      },
      status: 403,
    },
  ]),
  ...from('Content Posting API, Get Post Status reference', [
    {
      what: 'the status of an unknown post',
      send: async () => status(await access(), 'v_pub_file~none'),
      status: 400,
      body: rejected('invalid_publish_id'),
    },
    {
      what: 'the status without a publish_id',
      send: async () => post(await access(), '/v2/post/publish/status/fetch/', {}),
      status: 400,
      body: rejected('invalid_publish_id'),
    },
    {
      what: 'the status of another creator’s post',
      send: async () => status(await access('nico.bianchi'), (await begun()).id),
      status: 400,
      body: rejected('token_not_authorized_for_specified_publish_id'),
    },
    {
      what: 'the thirty-first status of a minute',
      send: async () => {
        const { token: bearer, id } = await begun('many.statuses');
        await knobs({ statusesPerMinute: 30 });
        for (let at = 0; at < 30; at++) await status(bearer, id);
        return status(bearer, id);
      },
      status: 429,
      body: rejected('rate_limit_exceeded'),
    },
    {
      what: 'to cancel an upload',
      send: async () => {
        const { token: bearer, id } = await begun();
        return post(bearer, '/v2/post/publish/cancel/', { publish_id: id });
      },
      status: 400,
      body: rejected('publish_not_cancellable'),
    },
  ]),
  ...from('TikTok API v2, Query Videos reference; its errors are those of the Display API', [
    query('without the scope video.list', { scopes: { 'scope video.publish': 'on' } }, 'scope_not_authorized', 401),
    query('without a token', { bearer: 'act.none' }, 'access_token_invalid', 401),
    query('without fields', { fields: '' }, 'invalid_params'),
    query('of an unknown field', { fields: '?fields=id,watch_time' }, 'invalid_params'),
    query('without ids', { body: {} }, 'invalid_params'),
    query('of ids that are numbers', { body: { filters: { video_ids: [7] } } }, 'invalid_params'),
    query(
      'of twenty-one ids',
      { body: { filters: { video_ids: Array.from({ length: 21 }, (_, at) => `7${at}`) } } },
      'invalid_params',
    ),
    {
      what: 'the query after the last one of a minute',
      send: async () => {
        await knobs({ videoQueriesPerMinute: 0 });
        return post(await access(), '/v2/video/query/?fields=id', { filters: { video_ids: ['7'] } });
      },
      status: 429,
      body: rejected('rate_limit_exceeded'),
    },
  ]),
  {
    what: 'more drafts than may wait in an inbox',
    send: async () => {
      await knobs({ pendingPerDay: 0 });
      return post(await access('full.inbox'), '/v2/post/publish/inbox/video/init/', { source_info: fileSource(10) });
    },
    status: 403,
    body: rejected('spam_risk_too_many_pending_share'),
    source: 'Content Posting API, Upload Video reference: error codes',
  },
]);
