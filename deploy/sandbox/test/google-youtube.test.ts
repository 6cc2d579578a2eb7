import { type youtube_v3, youtube as youtubeApi } from '@googleapis/youtube';
import { OAuth2Client } from 'google-auth-library';
import { credentials } from '../src/credentials.ts';
import { consent } from './consent.ts';
import { eventually, movie, type Running, runSandbox } from './running.ts';

const { google } = credentials;
const auth = 'https://www.googleapis.com/auth/';
const both = [`${auth}youtube.upload`, `${auth}youtube.readonly`];
const redirectUri = 'http://localhost:8080/api/youtube/callback';

let sandbox: Running;
let root: string;
beforeAll(async () => {
  sandbox = await runSandbox();
  root = `${sandbox.origins.server('google')}/`;
});
afterAll(() => sandbox.end());
beforeEach(() => sandbox.reset());

async function connected(
  email = 'ada.marlow@example.com',
  channel = 'Marlow Studio',
  scope = both,
): Promise<{ youtube: youtube_v3.Youtube; token: string }> {
  const client = new OAuth2Client({
    clientId: google.youtubeClientId,
    clientSecret: google.youtubeClientSecret,
    redirectUri,
    endpoints: { oauth2AuthBaseUrl: `${root}o/oauth2/v2/auth`, oauth2TokenUrl: `${root}token` },
  });
  const url = client.generateAuthUrl({ scope, access_type: 'offline', prompt: 'consent' });
  const { tokens } = await client.getToken((await consent(url, { email, channel })).get('code') ?? '');
  client.setCredentials(tokens);
  return { youtube: youtubeApi({ version: 'v3', auth: client, rootUrl: root }), token: tokens.access_token ?? '' };
}

const body = {
  snippet: { title: 'Morning', description: 'A calm start #Shorts', categoryId: '22' },
  status: { privacyStatus: 'public', selfDeclaredMadeForKids: false, containsSyntheticMedia: true },
};
const start = (token: string, given: object = body, part = 'snippet,status', size = 1000) =>
  fetch(`${root}upload/youtube/v3/videos?uploadType=resumable&part=${part}&notifySubscribers=false`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json; charset=UTF-8',
      'x-upload-content-type': 'video/mp4',
      'x-upload-content-length': String(size),
    },
    body: JSON.stringify(given),
  });
const refusal = async (reply: Response | Promise<Response>) => {
  const { error } = (await (await reply).json()) as {
    error: { code: number; errors: { reason: string; domain: string }[] };
  };
  return [error.code, error.errors[0]?.reason];
};
const upload = async (token: string, given: object = body, bytes = movie(1000)) => {
  const session = (await start(token, given, 'snippet,status', bytes.length)).headers.get('location') ?? '';
  const reply = await fetch(session, {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: { 'content-range': `bytes 0-${bytes.length - 1}/${bytes.length}` },
  });
  return (await reply.json()) as youtube_v3.Schema$Video & { id: string };
};

it('returns the chosen channel, and no items for an account without one', async () => {
  const { youtube } = await connected();
  const { data } = await youtube.channels.list({ part: ['snippet', 'contentDetails'], mine: true });
  expect(data.items).toMatchObject([
    { id: 'UCmarlowStudio0000000002', snippet: { title: 'Marlow Studio', customUrl: '@marlowstudio' } },
  ]);
  const none = await connected('sam.nochannel@example.com', '');
  expect((await none.youtube.channels.list({ part: ['id'], mine: true })).data.items).toBeUndefined();
  expect(await refusal(start(none.token))).toEqual([401, 'youtubeSignupRequired']);
});

it('publishes with the last chunk, then processes', async () => {
  const { youtube, token } = await connected();
  sandbox.chaos.set('google', { slowModerationMs: 2_000 });
  const video = await upload(token);
  expect(video).toMatchObject({
    kind: 'youtube#video',
    status: { uploadStatus: 'uploaded', privacyStatus: 'public' },
    snippet: { title: 'Morning' },
  });
  expect(video.id).toHaveLength(11);
  expect(sandbox.journal.read({ act: 'post-published', id: video.id })).toMatchObject([
    { account: 'UCmarlowStudio0000000002', key: 'Morning' },
  ]);
  const status = async () =>
    (await youtube.videos.list({ part: ['status', 'processingDetails'], id: [video.id] })).data.items?.[0];
  expect((await status())?.processingDetails?.processingStatus).toBe('processing');
  const processed = await eventually(async () =>
    ((item) => item?.status?.uploadStatus === 'processed' && item)(await status()),
  );
  expect(processed.status).toMatchObject({ privacyStatus: 'public', containsSyntheticMedia: true });
  const page = await (await fetch(`${sandbox.origins.server('console')}/feed/youtube`)).text();
  expect(page).toContain('Marlow Studio');
  expect(page).toContain('A calm start #Shorts');
});

it('accepts the library’s upload in one call too', async () => {
  const { youtube } = await connected();
  const { data } = await youtube.videos.insert(
    {
      part: ['snippet', 'status'],
      requestBody: body,
      media: { mimeType: 'video/mp4', body: movie(500).toString('latin1') },
    },
    { rootUrl: root },
  );
  expect(data.status?.uploadStatus).toBe('uploaded');
});

it('fails files that are not videos, and rejects videos by the chaos switch', async () => {
  const { youtube, token } = await connected();
  sandbox.chaos.set('google', { slowModerationMs: 1 });
  const broken = await upload(token, body, Buffer.from('this is no video'));
  sandbox.chaos.set('google', { refusal: 1, limit: 1 });
  const rejected = await upload(token);
  const statuses = await eventually(async () => {
    const { items = [] } = (await youtube.videos.list({ part: ['status'], id: [broken.id, rejected.id] })).data;
    return items.every(({ status }) => status?.uploadStatus !== 'uploaded') && items.map(({ status }) => status);
  });
  expect(statuses).toMatchObject([
    { uploadStatus: 'failed', failureReason: 'invalidFile' },
    { uploadStatus: 'rejected', rejectionReason: 'inappropriate' },
  ]);
});

it('allows a scope only its own calls', async () => {
  const uploadOnly = await connected('nico.bianchi@example.com', 'Nico Bianchi', [`${auth}youtube.upload`]);
  await expect(uploadOnly.youtube.channels.list({ part: ['id'], mine: true })).rejects.toMatchObject({
    status: 403,
    response: {
      data: { error: { status: 'PERMISSION_DENIED', details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }] } },
    },
  });
  await expect(uploadOnly.youtube.videos.list({ part: ['status'], id: ['x'] })).rejects.toMatchObject({ status: 403 });
  const readOnly = await connected('nico.bianchi@example.com', 'Nico Bianchi', [`${auth}youtube.readonly`]);
  expect(await refusal(start(readOnly.token))).toEqual([403, 'insufficientPermissions']);
});

it('has a daily number of uploads, renewed at midnight in California', async () => {
  const { token } = await connected();
  const settings = (change: object) =>
    fetch(`${sandbox.origins.server('console')}/api/youtube/settings`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(change),
    });
  await settings({ uploadsPerDay: 2 });
  await start(token);
  await start(token);
  const empty = await start(token);
  expect(empty.status).toBe(429);
  expect(await empty.json()).toMatchObject({
    error: {
      errors: [{ domain: 'global', reason: 'rateLimitExceeded' }],
      message: expect.stringContaining("limit 'Video Uploads per day'"),
    },
  });
  await sandbox.clock.setOffset?.(24 * 3_600_000);
  expect((await start(token)).status).toBe(200);
  await sandbox.clock.setOffset?.(0);
});

it('makes uploads of an unaudited project private, while the response repeats the requested privacy', async () => {
  const { youtube, token } = await connected();
  await fetch(`${sandbox.origins.server('console')}/api/youtube/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"audited":false}',
  });
  const video = await upload(token);
  expect(video.status?.privacyStatus).toBe('public');
  const { data } = await youtube.videos.list({ part: ['status'], id: [video.id] });
  expect(data.items?.[0]?.status?.privacyStatus).toBe('private');
});

it('publishes a scheduled private video at its time on the product’s clock', async () => {
  const { youtube, token } = await connected();
  const publishAt = new Date(Date.now() + 3_600_000).toISOString();
  const video = await upload(token, { ...body, status: { privacyStatus: 'private', publishAt } });
  const privacy = async () =>
    (await youtube.videos.list({ part: ['status'], id: [video.id] })).data.items?.[0]?.status?.privacyStatus;
  expect(await privacy()).toBe('private');
  await sandbox.clock.setOffset?.(3_601_000);
  expect(await privacy()).toBe('public');
  await sandbox.clock.setOffset?.(0);
});
