import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { credentials } from '../src/credentials.ts';
import { sampleClip } from '../src/social/sample-clip.ts';
import { startSandbox } from '../src/start.ts';
import { call, consent, eventually, form, redirectUri } from './social.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-restart-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));
const start = () => startSandbox({ ports: 0, dir: directory });

it('continues a TikTok upload with its tokens and its post after a restart', async () => {
  const chunk = 5_242_880;
  const clip = sampleClip({ bytes: chunk * 2 });
  const { clientKey, clientSecret } = credentials.tiktok;
  let sandbox = await start();
  const api = () => sandbox.origins.server('tiktok');
  const query = {
    client_key: clientKey,
    response_type: 'code',
    scope: 'video.publish',
    redirect_uri: redirectUri,
    state: 's',
  };
  const back = await consent(sandbox, 'tiktok', '/v2/auth/authorize/', query, {
    account: 'ada.marlow',
    'scope video.publish': 'on',
  });
  const exchanged = await call(
    `${api()}/v2/oauth/token/`,
    form({
      client_key: clientKey,
      client_secret: clientSecret,
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
      code: back.get('code') ?? '',
    }),
  );
  const post = (path: string, body: object) =>
    call(`${api()}/v2/post/publish/${path}/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${exchanged.json.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('creator_info/query', {});
  const begun = await post('video/init', {
    post_info: { privacy_level: 'SELF_ONLY' },
    source_info: { source: 'FILE_UPLOAD', video_size: clip.length, chunk_size: chunk, total_chunk_count: 2 },
  });
  const { publish_id: id, upload_url: url } = begun.json.data;
  const put = (first: number) =>
    call(`${api()}/video/${new URL(url).search}`, {
      method: 'PUT',
      headers: { 'content-type': 'video/mp4', 'content-range': `bytes ${first}-${first + chunk - 1}/${clip.length}` },
      body: new Uint8Array(clip.subarray(first, first + chunk)),
    });
  expect((await put(0)).status).toBe(206);
  await sandbox.close();
  sandbox = await start();
  expect((await post('status/fetch', { publish_id: id })).json.data).toMatchObject({
    status: 'PROCESSING_UPLOAD',
    uploaded_bytes: chunk,
  });
  expect((await put(chunk)).status).toBe(201);
  await sandbox.close();
  sandbox = await start();
  expect((await put(chunk)).status).toBe(416);
  expect(sandbox.journal.read({ act: 'post-published' })).toMatchObject([{ id }]);
  await sandbox.close();
});

it('fetches an Instagram video again when a restart interrupted the fetch', async () => {
  const clip = sampleClip();
  let asked = 0;
  const host = createServer((_request, response) => {
    asked++;
    if (asked > 1) response.end(clip);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { appId, appSecret } = credentials.instagram;
  let sandbox = await start();
  const origin = () => sandbox.origins.server('instagram');
  const scope = 'instagram_business_basic,instagram_business_content_publish';
  const query = { client_id: appId, redirect_uri: redirectUri, response_type: 'code', scope };
  const back = await consent(sandbox, 'instagram', '/oauth/authorize', query, {
    account: 'ada.marlow',
    'scope instagram_business_content_publish': 'on',
  });
  const exchanged = await call(
    `${origin()}/oauth/access_token`,
    form({
      client_id: appId,
      client_secret: appSecret,
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
      code: back.get('code') ?? '',
    }),
  );
  const { access_token } = exchanged.json;
  const video_url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/a.mp4`;
  const { id } = (await call(`${origin()}/v26.0/me/media`, form({ media_type: 'REELS', video_url, access_token })))
    .json;
  const status = async () =>
    (await call(`${origin()}/v26.0/${id}?fields=status_code&access_token=${access_token}`)).json.status_code;
  await eventually(
    async () => asked,
    (count) => count === 1,
  );
  await sandbox.close();
  sandbox = await start();
  expect(await status()).toBe('IN_PROGRESS');
  await eventually(status, (code) => code === 'FINISHED');
  expect(asked).toBe(2);
  await sandbox.close();
  host.closeAllConnections();
  host.close();
});
