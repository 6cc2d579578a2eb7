import { credentials } from '../src/credentials.ts';
import type { RunningSandbox } from '../src/start.ts';
import { type ApiResponse, call, clip, consent, form, redirectUri } from './social.ts';

const { appId, appSecret } = credentials.facebook;
export const facebookClient = { client_id: appId, client_secret: appSecret };
export const facebookScope = 'pages_show_list,pages_read_engagement,pages_manage_posts,read_insights';
export const facebookQuery = {
  client_id: appId,
  redirect_uri: redirectUri,
  response_type: 'code',
  scope: facebookScope,
  state: 's-1',
};
export const facebookScopes = Object.fromEntries(facebookScope.split(',').map((name) => [`scope ${name}`, 'on']));

export interface ConnectedPage {
  user: string;
  page: string;
  token: string;
}

/** Calls to Facebook as the product makes them. */
export function facebookCalls(sandbox: () => RunningSandbox) {
  const graph = (): string => `${sandbox().origins.server('facebook')}/v26.0`;
  const get = (path: string, fields: Record<string, string> = {}): Promise<ApiResponse> =>
    call(`${graph()}${path}?${new URLSearchParams(fields)}`);
  const authorize = (choices: Record<string, string>) =>
    consent(sandbox(), 'facebook', '/v26.0/dialog/oauth', facebookQuery, choices);
  const exchange = (code: string, fields: Record<string, string> = {}) =>
    get('/oauth/access_token', { ...facebookClient, redirect_uri: redirectUri, code, ...fields });
  const lengthen = (token: string) =>
    get('/oauth/access_token', { ...facebookClient, grant_type: 'fb_exchange_token', fb_exchange_token: token });

  /** The form fields that tick all of the person's Pages. */
  async function pageChoices(account: string): Promise<Record<string, string>> {
    const shown = await call(`${graph()}/dialog/oauth?${new URLSearchParams({ ...facebookQuery, account })}`);
    return Object.fromEntries([...shown.text.matchAll(/name="(page \d+)"/g)].map(([, name]) => [name ?? '', 'on']));
  }

  async function connect(account = 'ada.marlow', scopes = facebookScopes, at = 0): Promise<ConnectedPage> {
    const back = await authorize({ account, ...scopes, ...(await pageChoices(account)) });
    const short = await exchange(back.get('code') ?? '');
    const user = (await lengthen(short.json.access_token)).json.access_token;
    const pages = (await get('/me/accounts', { fields: 'id,name,access_token,tasks', access_token: user })).json.data;
    return { user, page: pages[at].id, token: pages[at].access_token };
  }
  const start = ({ page, token }: ConnectedPage) =>
    call(`${graph()}/${page}/video_reels`, form({ upload_phase: 'start', access_token: token }));
  const upload = (url: string, token: string, bytes: Buffer, headers: Record<string, string> = {}) =>
    call(url, {
      method: 'POST',
      headers: { authorization: `OAuth ${token}`, offset: '0', file_size: String(bytes.length), ...headers },
      body: new Uint8Array(bytes),
    });
  const finish = ({ page, token }: ConnectedPage, id: string, fields: Record<string, string> = {}) =>
    call(
      `${graph()}/${page}/video_reels`,
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
  const status = ({ token }: ConnectedPage, id: string) =>
    get(`/${id}`, { fields: 'status,permalink_url', access_token: token });
  const posted = (id: string) => sandbox().journal.read({ provider: 'facebook', act: 'post-published', id });
  async function uploaded(connected: ConnectedPage, bytes = clip): Promise<string> {
    const { video_id: id, upload_url: url } = (await start(connected)).json;
    await upload(url, connected.token, bytes);
    return id;
  }
  return {
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
  };
}
