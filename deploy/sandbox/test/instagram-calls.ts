import { credentials } from '../src/credentials.ts';
import type { RunningSandbox } from '../src/start.ts';
import { type ApiResponse, call, consent, eventually, form, redirectUri } from './social.ts';

const { appId, appSecret } = credentials.instagram;
export const instagramScope =
  'instagram_business_basic,instagram_business_content_publish,instagram_business_manage_insights';
export const instagramQuery = {
  client_id: appId,
  redirect_uri: redirectUri,
  response_type: 'code',
  scope: instagramScope,
  state: 's-1',
};
export const instagramScopes = Object.fromEntries(instagramScope.split(',').map((name) => [`scope ${name}`, 'on']));

export interface ConnectedAccount {
  token: string;
  user: string;
}

/** Calls to Instagram as the product makes them. `hostUrl()` serves the videos. */
export function instagramCalls(sandbox: () => RunningSandbox, hostUrl: () => string) {
  const origin = (): string => sandbox().origins.server('instagram');
  const get = (path: string, fields: Record<string, string> = {}): Promise<ApiResponse> =>
    call(`${origin()}${path}?${new URLSearchParams(fields)}`);
  const authorize = (choices: Record<string, string>) =>
    consent(sandbox(), 'instagram', '/oauth/authorize', instagramQuery, choices);
  const exchange = (code: string, fields: Record<string, string> = {}) =>
    call(
      `${origin()}/oauth/access_token`,
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

  async function connect(account = 'ada.marlow', scopes = instagramScopes): Promise<ConnectedAccount> {
    const back = await authorize({ account, ...scopes });
    const short = await exchange(back.get('code') ?? '');
    const token = (await lengthen(short.json.access_token)).json.access_token;
    const { json } = await get('/v26.0/me', { fields: 'user_id,username', access_token: token });
    return { token, user: json.user_id };
  }
  const contain = ({ token, user }: ConnectedAccount, fields: Record<string, string> = {}) =>
    call(
      `${origin()}/v26.0/${user}/media`,
      form({
        media_type: 'REELS',
        video_url: `${hostUrl()}/clip.mp4`,
        caption: 'Glass, slowly',
        is_ai_generated: 'true',
        access_token: token,
        ...fields,
      }),
    );
  const status = ({ token }: ConnectedAccount, id: string) =>
    get(`/v26.0/${id}`, { fields: 'status_code,status', access_token: token });
  const settled = (connected: ConnectedAccount, id: string) =>
    eventually(
      () => status(connected, id),
      ({ json }) => json.status_code !== 'IN_PROGRESS',
    );
  const publish = ({ token, user }: ConnectedAccount, id: string) =>
    call(`${origin()}/v26.0/${user}/media_publish`, form({ creation_id: id, access_token: token }));
  const posted = (containerId: string) =>
    sandbox()
      .journal.read({ provider: 'instagram', act: 'post-published' })
      .filter(({ detail }) => detail?.containerId === containerId);
  async function finished(connected: ConnectedAccount): Promise<string> {
    const { id } = (await contain(connected)).json;
    await settled(connected, id);
    return id;
  }
  return {
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
  };
}
