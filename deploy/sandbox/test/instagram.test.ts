import { createHash } from 'node:crypto';
import { credentials } from '../src/credentials.ts';
import { sampleClip } from '../src/social/sample-clip.ts';
import type { RunningSandbox } from '../src/start.ts';
import { type Answer, call, consent, eventually, form, mediaHost, redirectUri, setKnobs, startOwn } from './social.ts';

let sandbox: RunningSandbox;
let origin: string;
let host: Awaited<ReturnType<typeof mediaHost>>;
const clip = sampleClip();
beforeAll(async () => {
  sandbox = await startOwn();
  origin = sandbox.origins.server('instagram');
  host = await mediaHost(clip);
});
afterAll(async () => {
  host.close();
  await sandbox.close();
});
beforeEach(() => setKnobs(sandbox, 'instagram', { processingMs: 30 }));

const { appId, appSecret } = credentials.instagram;
const scope = 'instagram_business_basic,instagram_business_content_publish';
const query = { client_id: appId, redirect_uri: redirectUri, response_type: 'code', scope, state: 's-1' };
const ticked = Object.fromEntries(scope.split(',').map((name) => [`scope ${name}`, 'on']));

const get = (path: string, fields: Record<string, string> = {}): Promise<Answer> =>
  call(`${origin}${path}?${new URLSearchParams(fields)}`);
const authorize = (answers: Record<string, string>) =>
  consent(sandbox, 'instagram', '/oauth/authorize', query, answers);
const exchange = (code: string, fields: Record<string, string> = {}) =>
  call(
    `${origin}/oauth/access_token`,
    form({
      client_id: appId,
      client_secret: appSecret,
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
      code,
      ...fields,
    }),
  );
const lengthen = (token: string) =>
  get('/access_token', { grant_type: 'ig_exchange_token', client_secret: appSecret, access_token: token });
const refresh = (token: string) =>
  get('/refresh_access_token', { grant_type: 'ig_refresh_token', access_token: token });

interface Connected {
  token: string;
  user: string;
}
async function connect(account = 'ada.marlow', scopes = ticked): Promise<Connected> {
  const back = await authorize({ account, ...scopes });
  const short = await exchange(back.get('code') ?? '');
  const token = (await lengthen(short.json.access_token)).json.access_token;
  const { json } = await get('/v26.0/me', { fields: 'user_id,username', access_token: token });
  return { token, user: json.user_id };
}
const contain = ({ token, user }: Connected, fields: Record<string, string> = {}) =>
  call(
    `${origin}/v26.0/${user}/media`,
    form({
      media_type: 'REELS',
      video_url: `${host.url}/clip.mp4`,
      caption: 'Glass, slowly',
      is_ai_generated: 'true',
      access_token: token,
      ...fields,
    }),
  );
const status = ({ token }: Connected, id: string) =>
  get(`/v26.0/${id}`, { fields: 'status_code,status', access_token: token });
const settled = (connected: Connected, id: string) =>
  eventually(
    () => status(connected, id),
    ({ json }) => json.status_code !== 'IN_PROGRESS',
  );
const publish = ({ token, user }: Connected, id: string) =>
  call(`${origin}/v26.0/${user}/media_publish`, form({ creation_id: id, access_token: token }));
const posted = (containerId: string) =>
  sandbox.journal
    .read({ provider: 'instagram', act: 'post-published' })
    .filter(({ detail }) => detail?.containerId === containerId);

it('connects and posts: consent, long-lived token, container, fetch of the video, publish, permalink', async () => {
  const back = await authorize({ account: 'ada.marlow', ...ticked });
  const short = await exchange(back.get('code') ?? '');
  expect(short.text).toMatch(/"user_id":\d{17}/);
  expect(short.json.permissions).toEqual(scope.split(','));
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
  expect(limit.json.data).toEqual([{ quota_usage: 1, config: { quota_total: 100, quota_duration: 86_400 } }]);
  expect((await call(`${sandbox.origins.server('console')}/feed/instagram`)).text).toContain('Glass, slowly');
});
