import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signPath } from '@reelwright/object-store';
import { createTestBucket } from '@reelwright/testing';
import { type Generation, SIGNING_KEY, startGeneration } from './harness.ts';

const bytes = randomBytes(200_000);
const poster = Buffer.from('a poster');
const bucket = await createTestBucket();
const bucketOrigin = new URL(bucket.url).searchParams.get('endpoint') ?? '';

function linkTo(file: string, expiresAt = new Date(Date.now() + 60_000)): string {
  return signPath(`/media/${file}`, { key: SIGNING_KEY, expiresAt });
}

/** A CDN as it has to be configured: it passes path, query and ranges on, with the bucket's host. */
async function startCdn(): Promise<{ server: Server; origin: string }> {
  const server = createServer(({ url = '', method, headers: { range } }, response) => {
    const passedOn = httpRequest(
      `${bucketOrigin}${url}`,
      { method, headers: { ...(range && { range }) } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, { ...answer.headers, via: 'cdn' });
        answer.pipe(response);
      },
    );
    passedOn.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

let cdn: Awaited<ReturnType<typeof startCdn>>;
beforeAll(async () => {
  cdn = await startCdn();
});
afterAll(() => {
  cdn.server.closeAllConnections();
  cdn.server.close();
});

describe.each(['the bucket', 'a CDN before it'])('with MEDIA_REDIRECT_ORIGIN of %s', (kind) => {
  let generation: Generation;
  let origin: string;
  const videoId = randomUUID();
  beforeAll(async () => {
    origin = kind === 'the bucket' ? bucketOrigin : cdn.origin;
    generation = await startGeneration({ OBJECT_STORE_URL: bucket.url, MEDIA_REDIRECT_ORIGIN: origin });
    const keys = { media_key: `videos/${videoId}/0.mp4`, poster_key: `videos/${videoId}/0.webp` };
    await generation.store.put(keys.media_key, bytes);
    await generation.store.put(keys.poster_key, poster);
    const now = new Date();
    const times = { requested_at: now, finished_at: now, next_attempt_at: now };
    const made = { video_id: videoId, variation: 0, user_id: '7', state: 'done' as const, request: '{}', sha256: 'a' };
    await generation.db
      .insertInto('generation_jobs')
      .values({ ...made, ...keys, ...times })
      .execute();
  });
  afterAll(() => generation.stop());

  const load = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${generation.http.port()}${path}`, init);

  it('a link leads to the video there, which no cache keeps for the next link', async () => {
    const redirected = await load(linkTo(`${videoId}.mp4`), { redirect: 'manual' });
    expect([redirected.status, redirected.headers.get('cache-control')]).toEqual([307, 'no-store']);
    const response = await load(linkTo(`${videoId}.mp4`));
    expect([response.status, new URL(response.url).origin]).toEqual([200, origin]);
    expect(response.headers.get('via')).toBe(kind === 'the bucket' ? null : 'cdn');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-disposition': 'inline',
      'accept-ranges': 'bytes',
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('a link leads to the poster there', async () => {
    const response = await load(linkTo(`${videoId}.webp`));
    expect([new URL(response.url).origin, response.headers.get('content-type')]).toEqual([origin, 'image/webp']);
    expect(await response.text()).toBe(poster.toString());
  });

  it('a range is read there', async () => {
    const response = await load(linkTo(`${videoId}.mp4`), { headers: { range: 'bytes=10-19' } });
    expect([response.status, new URL(response.url).origin]).toEqual([206, origin]);
    expect(response.headers.get('content-range')).toBe(`bytes 10-19/${bytes.length}`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes.subarray(10, 20));
  });

  it.each<[string, string, RequestInit]>([
    ['HEAD', '', { method: 'HEAD' }],
    ['GET with redirect=no', '&redirect=no', {}],
  ])('%s is answered by the service', async (_what, query, init) => {
    const response = await load(`${linkTo(`${videoId}.mp4`)}${query}`, { ...init, redirect: 'manual' });
    expect(response.status).toBe(200);
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length);
    expect(await response.arrayBuffer()).toHaveProperty('byteLength', init.method === 'HEAD' ? 0 : bytes.length);
  });

  it.each<[string, number, () => string]>([
    ['an expired link', 403, () => linkTo(`${videoId}.mp4`, new Date(Date.now() - 1000))],
    ['no signature', 403, () => `/media/${videoId}.mp4`],
    ['an unknown video', 404, () => linkTo(`${randomUUID()}.mp4`)],
  ])('[ASVS 8.2.2] %s leads nowhere', async (_what, status, path) => {
    const response = await load(path(), { redirect: 'manual' });
    await response.body?.cancel();
    expect([response.status, response.headers.get('location')]).toEqual([status, null]);
  });

  it('[ASVS 8.2.2] the bucket’s address of a video is not one of its poster', async () => {
    const redirected = await load(linkTo(`${videoId}.mp4`), { redirect: 'manual' });
    const address = redirected.headers.get('location') ?? '';
    const response = await fetch(address.replace('0.mp4', '0.webp'));
    expect(response.status).toBe(403);
    expect(await response.text()).not.toContain(poster.toString());
  });
});
