import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { type Generation, startGeneration } from './harness.ts';

let generation: Generation;
beforeAll(async () => {
  generation = await startGeneration();
}, 60_000);
afterAll(() => generation.stop());

async function givenEverything(userId: string, word: string): Promise<void> {
  const request = JSON.stringify({ videoType: 'v1', includeAudio: true, notes: word, brand: null });
  await sql`insert into generation_jobs (video_id, variation, user_id, state, request, operation, requested_at,
    next_attempt_at, media_key, poster_key, sha256) values (${randomUUID()}, 0, ${userId}, 'done', ${request},
    'secret-operation', now(), now(), 'secret-key.mp4', 'secret-key.webp', 'secret-digest')`.execute(generation.db);
}

const read = async (userId: string, query = '') =>
  generation.app.inject({ url: `/api/account-data/videos${query}`, headers: await generation.identity.asUser(userId) });

describe('what generation holds', () => {
  it('[ASVS 8.2.2] is told to its person, and never to another', async () => {
    const [ada, ben] = [randomUUID(), randomUUID()];
    await givenEverything(ada, 'word-of-ada');
    await givenEverything(ben, 'word-of-ben');
    const told = await read(ada);
    expect(told.statusCode).toBe(200);
    expect(told.json()).toMatchObject({ part: 'videos', exportedAt: expect.any(String), data: expect.any(Object) });
    expect(told.headers['cache-control']).toBe('no-store');
    expect(told.body).toContain('word-of-ada');
    for (const query of ['', `?userId=${ada}`, `?user_id=${ada}`]) {
      const other = await read(ben, query);
      expect(other.body).toContain('word-of-ben');
      expect(other.body).not.toContain('word-of-ada');
    }
    const anonymous = await generation.app.inject({ url: '/api/account-data/videos' });
    expect([anonymous.statusCode, anonymous.json().error]).toEqual([401, 'SIGNED_OUT']);
  });

  it('[ASVS 14.2.6] holds no secret', async () => {
    const userId = randomUUID();
    await givenEverything(userId, 'word');
    const { body } = await read(userId);
    expect(body).not.toMatch(/secret-|token|hash|lease/i);
  });

  it('is told as empty to somebody of whom there is nothing', async () => {
    expect((await read(randomUUID())).statusCode).toBe(200);
  });
});
