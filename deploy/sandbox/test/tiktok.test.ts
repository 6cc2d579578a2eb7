import { createHash } from 'node:crypto';
import { credentials } from '../src/credentials.ts';
import { sampleClip } from '../src/social/sample-clip.ts';
import type { RunningSandbox } from '../src/start.ts';
import { type Answer, call, consent, eventually, form, redirectUri, setKnobs, startOwn } from './social.ts';

let sandbox: RunningSandbox;
let api: string;
beforeAll(async () => {
  sandbox = await startOwn();
  api = sandbox.origins.server('tiktok');
});
afterAll(() => sandbox.close());
beforeEach(() => setKnobs(sandbox, 'tiktok', { moderationMs: 30, initsPerMinute: 1000 }));

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
