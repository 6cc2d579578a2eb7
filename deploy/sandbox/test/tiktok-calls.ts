import { credentials } from '../src/credentials.ts';
import type { RunningSandbox } from '../src/start.ts';
import { type ApiResponse, call, clip, consent, form, redirectUri } from './social.ts';

const { clientKey, clientSecret } = credentials.tiktok;
export const tiktokClient = { client_key: clientKey, client_secret: clientSecret };
export const tiktokScope = 'user.info.basic,user.info.profile,video.publish,video.upload,video.list';
export const tiktokQuery = {
  client_key: clientKey,
  response_type: 'code',
  scope: tiktokScope,
  redirect_uri: redirectUri,
  state: 's-1',
};
export const tiktokScopes = Object.fromEntries(tiktokScope.split(',').map((name) => [`scope ${name}`, 'on']));

export const fileSource = (size: number, chunkSize = size, count = 1) => ({
  source: 'FILE_UPLOAD',
  video_size: size,
  chunk_size: chunkSize,
  total_chunk_count: count,
});
export const postInfo = (differing: object = {}) => ({
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

/** Calls to TikTok as the product makes them. */
export function tiktokCalls(sandbox: () => RunningSandbox) {
  const api = (): string => sandbox().origins.server('tiktok');
  const token = (fields: Record<string, string>): Promise<ApiResponse> =>
    call(`${api()}/v2/oauth/token/`, form({ ...tiktokClient, ...fields }));
  const exchange = (code: string, fields: Record<string, string> = {}): Promise<ApiResponse> =>
    token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...fields });
  const authorize = (choices: Record<string, string>) =>
    consent(sandbox(), 'tiktok', '/v2/auth/authorize/', tiktokQuery, choices);

  async function connect(account = 'ada.marlow', scopes = tiktokScopes): Promise<{ access: string; refresh: string }> {
    const back = await authorize({ account, ...scopes });
    const { json } = await exchange(back.get('code') ?? '');
    return { access: json.access_token, refresh: json.refresh_token };
  }

  const post = (access: string, path: string, body?: object): Promise<ApiResponse> =>
    call(`${api()}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json; charset=UTF-8' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const creatorInfo = (access: string) => post(access, '/v2/post/publish/creator_info/query/');
  async function init(
    access: string,
    post_info: object = postInfo(),
    source_info: object = fileSource(clip.length),
  ): Promise<ApiResponse> {
    await creatorInfo(access);
    return post(access, '/v2/post/publish/video/init/', { post_info, source_info });
  }
  const put = (
    url: string,
    bytes: Buffer,
    first = 0,
    total = bytes.length,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> =>
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
  const posted = (id: string) => sandbox().journal.read({ provider: 'tiktok', act: 'post-published', id });
  return { api, token, exchange, authorize, connect, post, creatorInfo, init, put, status, posted };
}
