import { credentials } from '../src/credentials.ts';
import { sampleClip } from '../src/social/sample-clip.ts';
import type { RunningSandbox } from '../src/start.ts';
import { type Answer, call, consent, eventually, form, redirectUri, setKnobs, startOwn } from './social.ts';

let sandbox: RunningSandbox;
let graph: string;
beforeAll(async () => {
  sandbox = await startOwn();
  graph = `${sandbox.origins.server('facebook')}/v26.0`;
});
afterAll(() => sandbox.close());
beforeEach(() => setKnobs(sandbox, 'facebook', { processingMs: 30 }));

const { appId, appSecret } = credentials.facebook;
const client = { client_id: appId, client_secret: appSecret };
const scope = 'pages_show_list,pages_read_engagement,pages_manage_posts';
const query = { client_id: appId, redirect_uri: redirectUri, response_type: 'code', scope, state: 's-1' };
const ticked = Object.fromEntries(scope.split(',').map((name) => [`scope ${name}`, 'on']));
const clip = sampleClip();

const get = (path: string, fields: Record<string, string> = {}): Promise<Answer> =>
  call(`${graph}${path}?${new URLSearchParams(fields)}`);
const authorize = (answers: Record<string, string>) =>
  consent(sandbox, 'facebook', '/v26.0/dialog/oauth', query, answers);
const exchange = (code: string, fields: Record<string, string> = {}) =>
  get('/oauth/access_token', { ...client, redirect_uri: redirectUri, code, ...fields });
const lengthen = (token: string) =>
  get('/oauth/access_token', { ...client, grant_type: 'fb_exchange_token', fb_exchange_token: token });

/** Every Page the person has, ticked as on the page they see. */
async function pageChoices(account: string): Promise<Record<string, string>> {
  const shown = await call(`${graph}/dialog/oauth?${new URLSearchParams({ ...query, account })}`);
  return Object.fromEntries([...shown.text.matchAll(/name="(page \d+)"/g)].map(([, name]) => [name ?? '', 'on']));
}

interface Connected {
  user: string;
  page: string;
  token: string;
}
async function connect(account = 'ada.marlow', scopes = ticked, at = 0): Promise<Connected> {
  const back = await authorize({ account, ...scopes, ...(await pageChoices(account)) });
  const short = await exchange(back.get('code') ?? '');
  const user = (await lengthen(short.json.access_token)).json.access_token;
  const pages = (await get('/me/accounts', { fields: 'id,name,access_token,tasks', access_token: user })).json.data;
  return { user, page: pages[at].id, token: pages[at].access_token };
}
const start = ({ page, token }: Connected) =>
  call(`${graph}/${page}/video_reels`, form({ upload_phase: 'start', access_token: token }));
const upload = (url: string, token: string, bytes: Buffer, headers: Record<string, string> = {}) =>
  call(url, {
    method: 'POST',
    headers: { authorization: `OAuth ${token}`, offset: '0', file_size: String(bytes.length), ...headers },
    body: new Uint8Array(bytes),
  });
const finish = ({ page, token }: Connected, id: string, fields: Record<string, string> = {}) =>
  call(
    `${graph}/${page}/video_reels`,
    form({
      upload_phase: 'finish',
      video_id: id,
      video_state: 'PUBLISHED',
      description: 'Glass, slowly',
      is_ai_generated: 'true',
      access_token: token,
      ...fields,
    }),
  );
const status = ({ token }: Connected, id: string) =>
  get(`/${id}`, { fields: 'status,permalink_url', access_token: token });
const posted = (id: string) => sandbox.journal.read({ provider: 'facebook', act: 'post-published', id });

it('connects and posts: consent with Pages, long-lived token, page token, start, bytes, finish, processing, permalink', async () => {
  const back = await authorize({ account: 'ada.marlow', ...ticked, ...(await pageChoices('ada.marlow')) });
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
