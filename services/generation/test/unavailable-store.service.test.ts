import { randomUUID } from 'node:crypto';
import { signPath } from '@reelwright/object-store';
import { freePorts } from '@reelwright/testing';
import { type Generation, SIGNING_KEY, startGeneration } from './harness.ts';

let generation: Generation;
beforeAll(async () => {
  const [port] = await freePorts(1);
  generation = await startGeneration({ OBJECT_STORE_URL: `s3://videos?endpoint=http://127.0.0.1:${port}` });
});
afterAll(() => generation.stop());

it.each(['GET', 'HEAD'] as const)(
  '%s of a video is 503 with Retry-After while the store is unavailable',
  async (method) => {
    const videoId = randomUUID();
    const now = new Date();
    const times = { requested_at: now, finished_at: now, next_attempt_at: now };
    const made = { video_id: videoId, variation: 0, user_id: '7', state: 'done' as const, request: '{}', sha256: 'a' };
    const keys = { media_key: `videos/${videoId}/0.mp4`, poster_key: `videos/${videoId}/0.webp` };
    await generation.db
      .insertInto('generation_jobs')
      .values({ ...made, ...keys, ...times })
      .execute();
    const expiresAt = new Date(Date.now() + 60_000);
    const url = signPath(`/media/${videoId}.mp4`, { key: SIGNING_KEY, expiresAt });
    const response = await generation.app.inject({ method, url });
    expect(response.statusCode).toBe(503);
    expect(response.headers).toMatchObject({ 'retry-after': '5' });
    if (method === 'GET') expect(response.json()).toMatchObject({ error: 'STORE_UNAVAILABLE' });
  },
);
