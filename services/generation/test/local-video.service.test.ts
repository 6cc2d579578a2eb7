import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deadLetterTopic, events, GenerationServiceClient } from '@reelwright/contracts';
import { createGrpcClient } from '@reelwright/grpc';
import { createIdentitySigner } from '@reelwright/identity';
import { signPath } from '@reelwright/object-store';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { type Generation, SIGNING_KEY, startGeneration } from './harness.ts';

let generation: Generation;
const readers: Readable[] = [];
beforeAll(async () => {
  generation = await startGeneration({}, (store) => ({
    ...store,
    async get(key, range) {
      const reader = await store.get(key, range);
      readers.push(reader);
      return reader;
    },
  }));
});
afterAll(() => generation.stop());

async function made(videoId: string, variation = 0) {
  return eventually(
    async () => {
      const job = await generation.jobOf(videoId, variation);
      expect(job?.state).toBe('done');
      return job as NonNullable<typeof job>;
    },
    { timeoutMs: 150_000 },
  );
}

function linkTo(file: string, expiresAt = new Date(Date.now() + 60_000)): string {
  return signPath(`/media/${file}`, { key: SIGNING_KEY, expiresAt });
}

async function consumed(eventId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from inbox where event_id = ${eventId}`.execute(generation.db);
  return rows.length === 1;
}

describe('a requested video', () => {
  it('is made, probed, stored and published with its properties', async () => {
    const { videoId } = await generation.request();
    expect(await made(videoId)).toMatchObject({ model: 'local', prompt_version: null });
    const published = await generation.published(videoId);
    expect(published[0]?.type).toBe('VideoProgressed');
    expect(published.at(-1)).toMatchObject({
      type: 'VideoGenerated',
      payload: { videoId, width: 1080, height: 1920, hasAudio: true, mediaKey: `videos/${videoId}/0.mp4` },
    });

    const response = await generation.app.inject({ url: linkTo(`${videoId}.mp4`) });
    expect(response.headers['content-type']).toBe('video/mp4');
    const path = join(tmpdir(), `${videoId}.mp4`);
    writeFileSync(path, response.rawPayload);
    const facts = execFileSync('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path]);
    expect(Number(facts.toString())).toBeCloseTo(8, 2);
  });

  it('is made once, even if the request is delivered again', async () => {
    const eventId = randomUUID();
    const wanted = await generation.request({}, eventId);
    await generation.send(events.VideoRequested, wanted, eventId);
    await generation.send(events.VideoRequested, wanted); // another event of the same content
    await made(wanted.videoId);
    const { rows } = await sql`select 1 from generation_jobs where video_id = ${wanted.videoId}`.execute(generation.db);
    expect(rows).toHaveLength(1);
    const finished = (await generation.published(wanted.videoId)).filter(({ type }) => type === 'VideoGenerated');
    expect(finished).toHaveLength(1);
  });

  it('has no sound when none was requested', async () => {
    const { videoId } = await generation.request({ includeAudio: false });
    await made(videoId);
    expect((await generation.published(videoId)).at(-1)).toMatchObject({ type: 'VideoGenerated' });
    expect((await generation.published(videoId)).at(-1)?.payload.hasAudio ?? false).toBe(false);
  });

  it('of an unknown style fails with a cause', async () => {
    const { videoId } = await generation.request({ videoType: 'v99' });
    await eventually(async () => expect((await generation.jobOf(videoId))?.state).toBe('failed'));
    expect((await generation.published(videoId)).at(-1)).toMatchObject({
      type: 'VideoFailed',
      payload: { code: 'RENDER_FAILED' },
    });
  });

  it('is never made when it is cancelled before it is claimed', async () => {
    const first = await generation.request({ videoType: 'v7' }); // occupies the only renderer
    const second = await generation.request();
    await generation.send(events.VideoCancelled, { videoId: second.videoId, userId: '7', revision: 2 });
    await made(first.videoId);
    await eventually(async () => expect((await generation.jobOf(second.videoId))?.state).toBe('cancelled'));
    expect((await generation.published(second.videoId)).map(({ type }) => type)).not.toContain('VideoGenerated');
  });

  it('gets a new rendition when requested as another variation, and the old job ends', async () => {
    const wanted = await generation.request();
    await generation.send(events.VideoRequested, { ...wanted, variation: 1, revision: 2 });
    const second = await made(wanted.videoId, 1);
    const first = await generation.jobOf(wanted.videoId, 0);
    expect(['cancelled', 'done']).toContain(first?.state);
    expect(second.sha256).not.toBe(first?.sha256);
  });

  it('is claimed before one that posts later, even when that one was requested first', async () => {
    const [late, now, soon] = [randomUUID(), randomUUID(), randomUUID()];
    // Of an unknown style, so that each job ends as soon as it is claimed.
    const request = JSON.stringify({ videoType: 'v99', includeAudio: false, notes: '', brand: null });
    await sql`insert into generation_jobs
      (video_id, variation, user_id, request, requested_at, publish_at, next_attempt_at, priority_at)
      values (${late}, 0, '7', ${request}, now(), now() + interval '20 hours', now(), now() + interval '19 hours'),
             (${soon}, 0, '8', ${request}, now(), now() + interval '2 hours', now(), now() + interval '1 hour'),
             (${now}, 0, '9', ${request}, now(), null, now(), now())`.execute(generation.db);
    await eventually(async () => {
      const { rows } = await sql<{ video_id: string }>`select video_id from generation_jobs
        where video_id = any(${[now, soon, late]}) and state = 'failed' order by started_at`.execute(generation.db);
      expect(rows.map((row) => row.video_id)).toEqual([now, soon, late]);
    });
  });

  it('is claimed again when the process that was making it has ended', async () => {
    const videoId = randomUUID();
    await sql`insert into generation_jobs
      (video_id, variation, user_id, state, request, requested_at, next_attempt_at, lease_token, leased_until)
      values (${videoId}, 0, '7', 'running', ${JSON.stringify({ videoType: 'v1', includeAudio: false, notes: '', brand: null })},
        now(), now() - interval '1 minute', 3, now() - interval '1 second')`.execute(generation.db);
    const job = await made(videoId);
    expect(job.lease_token).toBeGreaterThan(3);
  });
});

describe('a video of the local renderer', () => {
  it('is drawn even if the service was down for longer than its retries last', async () => {
    const videoId = randomUUID();
    await sql`insert into generation_jobs
      (video_id, variation, user_id, state, request, requested_at, next_attempt_at, lease_token, leased_until)
      values (${videoId}, 0, '7', 'running', ${JSON.stringify({ videoType: 'v1', includeAudio: false, notes: '', brand: null })},
        now() - interval '1 hour', now() - interval '1 hour', 3, now() - interval '40 minutes')`.execute(generation.db);
    await made(videoId);
  });
});

describe('the media route', () => {
  let videoId: string;
  let size: number;
  beforeAll(async () => {
    videoId = (await generation.request({ includeAudio: false })).videoId;
    size = Number((await made(videoId)).bytes);
  });
  const get = (file: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    generation.app.inject({ method, url: linkTo(file), headers });

  it('closes its file or connection when the client goes away', async () => {
    const { videoId: long } = await generation.request({ includeAudio: false });
    // Longer than what the connection holds.
    await generation.store.put((await made(long)).media_key ?? '', Buffer.alloc(64 * 1024 * 1024));
    const before = readers.length;
    for (let client = 0; client < 5; client++) {
      const asking = httpGet(`http://127.0.0.1:${generation.http.port()}${linkTo(`${long}.mp4`)}`);
      const [response] = (await once(asking, 'response')) as [IncomingMessage];
      await once(response, 'readable');
      asking.destroy();
    }
    await eventually(() => expect(readers.slice(before).map(({ closed }) => closed)).toEqual(Array(5).fill(true)));
    const incomplete = 'generation_media_stream_seconds_count{service="generation",kind="clip",outcome="incomplete"} 5';
    const text = await generation.metrics.registry.metrics();
    expect(text).toContain(incomplete);
    expect(text).toContain('generation_media_streams{kind="clip",service="generation"} 0');
  });

  it('counts the bytes of the files that were read', async () => {
    const bytes = async () => {
      const text = await generation.metrics.registry.metrics();
      return Number(/^generation_media_stream_bytes_total\{kind="clip",\S+ (\d+)$/m.exec(text)?.[1] ?? 0);
    };
    const before = await bytes();
    await get(`${videoId}.mp4`);
    await get(`${videoId}.mp4`, { range: 'bytes=10-19' });
    await eventually(async () => expect(await bytes()).toBe(before + size + 10));
  });

  it.each([
    ['bytes=0-0', (bytes: number) => `bytes 0-0/${bytes}`, 1],
    ['bytes=10-19', (bytes: number) => `bytes 10-19/${bytes}`, 10],
    ['bytes=-5', (bytes: number) => `bytes ${bytes - 5}-${bytes - 1}/${bytes}`, 5],
  ])('answers the range %s', async (range, expected, length) => {
    const response = await get(`${videoId}.mp4`, { range });
    expect(response.statusCode).toBe(206);
    expect(response.headers['content-range']).toBe(expected(size));
    expect(response.rawPayload).toHaveLength(length);
  });

  it('refuses a range beyond the end', async () => {
    const response = await get(`${videoId}.mp4`, { range: `bytes=${size}-` });
    expect(response.statusCode).toBe(416);
    expect(response.headers['content-range']).toBe(`bytes */${size}`);
    expect(response.json()).toMatchObject({ error: 'RANGE_NOT_SATISFIABLE' });
  });

  it('answers HEAD with the size and no content', async () => {
    const response = await get(`${videoId}.mp4`, {}, 'HEAD');
    expect(response.statusCode).toBe(200);
    expect(Number(response.headers['content-length'])).toBe(size);
    expect(response.rawPayload).toHaveLength(0);
  });

  it('has a poster', async () => {
    const response = await get(`${videoId}.webp`);
    expect(response.headers['content-type']).toBe('image/webp');
    expect(response.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
  });

  it.each([
    ['no signature', () => `/media/${videoId}.mp4`],
    ['an expired link', () => linkTo(`${videoId}.mp4`, new Date(Date.now() - 1000))],
    ['the signature of another file', () => linkTo(`${randomUUID()}.mp4`).replace(/media\/[^.]+/, `media/${videoId}`)],
    ['a later expiry than was signed', () => linkTo(`${videoId}.mp4`).replace(/exp=\d+/, 'exp=9999999999')],
  ])('[ASVS 8.2.2] refuses %s', async (_what, url) => {
    const response = await generation.app.inject({ url: url() });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ error: 'MEDIA_LINK_EXPIRED' });
  });

  it('answers 404 for an unknown video and 400 for a malformed name', async () => {
    expect((await get(`${randomUUID()}.mp4`)).statusCode).toBe(404);
    expect((await get('..%2fsecrets.mp4')).statusCode).toBe(400);
  });
});

describe('the rpc GetVideos', () => {
  it('gives signed addresses to permitted services only', async () => {
    const { videoId } = await generation.request({ includeAudio: false });
    await made(videoId);
    const address = `127.0.0.1:${generation.grpc.port()}`;
    const client = (issuer: string) =>
      createGrpcClient(GenerationServiceClient, {
        address,
        signer: createIdentitySigner({ issuer, keyFile: generation.identity.keyFile(issuer) }),
      });
    const scheduling = client('scheduling');
    const drive = client('drive');
    try {
      const { videos, pending } = await scheduling.getVideos({ videoIds: [videoId, randomUUID(), 'not an id'] });
      expect(videos).toHaveLength(1);
      expect(pending).toEqual([]);
      const paths = [videos[0]?.mediaPath ?? '', videos[0]?.posterPath ?? ''];
      for (const url of paths) expect((await generation.app.inject({ url })).statusCode).toBe(200);
      await expect(drive.getVideos({ videoIds: [videoId] })).rejects.toMatchObject({ code: 'RPC_NOT_ALLOWED' });
    } finally {
      await Promise.all([scheduling.stop(), drive.stop()]);
    }
  });
});

describe('the metrics of videos', () => {
  it('have how long each took, and compare it with the estimate at its request', async () => {
    const count = async (metric: string) => {
      const text = await generation.metrics.registry.metrics();
      return Number(new RegExp(`^generation_${metric}\\S* (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
    };
    await sql`update generation_jobs set made_in_ms = null`.execute(generation.db);
    const read = async () => [await count('estimate_ratio_count'), await count('video_duration_seconds_count')];
    const [estimated = 0, all = 0] = await read();
    const unknown = await made((await generation.request({ videoType: 'v6' })).videoId); // no other test has drawn it
    expect(unknown.first_expected_at).toBeNull();
    expect(await read()).toEqual([estimated, all + 1]);
    const known = await made((await generation.request()).videoId);
    expect(known.first_expected_at?.getTime()).toBeGreaterThan(known.requested_at.getTime());
    expect(await read()).toEqual([estimated + 1, all + 2]);
  });
});

describe('the rpc GetVideos for an open job', () => {
  it('has its place in the queue and the expected time, measured from earlier videos', async () => {
    await sql`update generation_jobs set made_in_ms = null`.execute(generation.db);
    const first = await generation.request({ videoType: 'v8' }); // no other test has drawn it
    expect((await made(first.videoId)).made_in_ms).toBeGreaterThan(0);
    const videoId = randomUUID();
    // A job leased by another process.
    await sql`insert into generation_jobs
      (video_id, variation, user_id, request, requested_at, next_attempt_at, priority_at, leased_until)
      values (${videoId}, 0, '7', '{}', now(), now(), now(), now() + interval '1 minute')`.execute(generation.db);
    const scheduling = createGrpcClient(GenerationServiceClient, {
      address: `127.0.0.1:${generation.grpc.port()}`,
      signer: createIdentitySigner({ issuer: 'scheduling', keyFile: generation.identity.keyFile('scheduling') }),
    });
    try {
      const { videos, pending } = await scheduling.getVideos({ videoIds: [videoId] });
      expect(videos).toEqual([]);
      expect(pending).toMatchObject([{ videoId, variation: 0, place: 0 }]);
      expect(pending[0]?.readyInSeconds).toBeGreaterThan(0);
    } finally {
      await sql`delete from generation_jobs where video_id = ${videoId}`.execute(generation.db);
      await scheduling.stop();
    }
  });
});

describe('the address of a video that was made again', () => {
  it('differs, so that no cache shows the old rendition', async () => {
    const wanted = await generation.request();
    await made(wanted.videoId);
    const scheduling = createGrpcClient(GenerationServiceClient, {
      address: `127.0.0.1:${generation.grpc.port()}`,
      signer: createIdentitySigner({ issuer: 'scheduling', keyFile: generation.identity.keyFile('scheduling') }),
    });
    const addresses = async () => {
      const { mediaPath = '', posterPath = '' } =
        (await scheduling.getVideos({ videoIds: [wanted.videoId] })).videos[0] ?? {};
      // Without the expiry, which changes every hour.
      return [mediaPath, posterPath].map((path) => path.replace(/(exp|sig)=[^&]+/g, '$1'));
    };
    try {
      const before = await addresses();
      expect(await addresses()).toEqual(before);
      await generation.send(events.VideoRequested, { ...wanted, variation: 1, revision: 2 });
      await made(wanted.videoId, 1);
      const after = await addresses();
      expect(after[0]).not.toBe(before[0]);
      expect(after[1]).not.toBe(before[1]);
    } finally {
      await scheduling.stop();
    }
  });
});

describe('deleting an account', () => {
  it('removes all files and rows', async () => {
    const { videoId } = await generation.request({ userId: '99', includeAudio: false });
    await made(videoId);
    await generation.send(events.UserDeleted, { userId: '99', revision: 2 });
    await eventually(async () => expect(await generation.jobOf(videoId)).toBeUndefined(), { timeoutMs: 20_000 });
    expect((await generation.app.inject({ url: linkTo(`${videoId}.mp4`) })).statusCode).toBe(404);
  });

  const jobsOf = async (userId: string) =>
    (await sql`select 1 from generation_jobs where user_id = ${userId}`.execute(generation.db)).rows;

  it('makes no video for a request that arrives afterwards', async () => {
    const [gone, late] = [randomUUID(), randomUUID()];
    await generation.send(events.UserDeleted, { userId: '98', revision: 2 }, gone);
    await eventually(async () => expect(await consumed(gone)).toBe(true));
    await generation.request({ userId: '98' }, late);
    await eventually(async () => expect(await consumed(late)).toBe(true));
    expect(await jobsOf('98')).toHaveLength(0);
  });

  it('makes no video for a request that arrives meanwhile', async () => {
    const late = randomUUID();
    await generation.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('97', 0))`.execute(trx);
      await sql`insert into deleted_users (user_id, deleted_at) values ('97', now())`.execute(trx);
      await generation.request({ userId: '97' }, late);
      await eventually(async () => {
        const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`;
        expect((await waiting.execute(trx)).rows).toHaveLength(1);
      });
    });
    await eventually(async () => expect(await consumed(late)).toBe(true));
    expect(await jobsOf('97')).toHaveLength(0);
  });

  it('may be repeated', async () => {
    await generation.send(events.UserDeleted, { userId: '98', revision: 2 });
    const again = randomUUID();
    await generation.send(events.UserDeleted, { userId: '98', revision: 3 }, again);
    await eventually(async () => expect(await consumed(again)).toBe(true));
  });
});

describe('an event that cannot be read', () => {
  it('is dead-lettered with its cause and delays no other event', async () => {
    const eventId = randomUUID();
    const deadLetters: Record<string, string>[] = [];
    const reader = generation.kafka.kafka.consumer({ groupId: `${generation.kafka.prefix}dead-letters` });
    await reader.connect();
    await reader.subscribe({
      topic: generation.kafka.prefix + deadLetterTopic(events.VideoRequested.topic, 'generation'),
      fromBeginning: true,
    });
    await reader.run({
      eachMessage: async ({ message }) => {
        deadLetters.push(
          Object.fromEntries(Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)])),
        );
      },
    });
    const value = Buffer.from([0xff, 0xff, 0xff]);
    await generation.publish(events.VideoRequested, { userId: '7' }, { id: eventId, value });
    const { videoId } = await generation.request({ includeAudio: false });
    await made(videoId);
    await eventually(() => expect(deadLetters).toHaveLength(1));
    expect(deadLetters[0]).toMatchObject({
      'event-id': eventId,
      'dead-letter-cause': expect.stringContaining('cannot be read'),
    });
    await reader.disconnect();
  });
});
