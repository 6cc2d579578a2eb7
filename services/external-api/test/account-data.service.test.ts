import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { type ExternalApi, startExternalApi } from './harness.ts';

let api: ExternalApi;
beforeAll(async () => {
  api = await startExternalApi();
}, 60_000);
afterAll(() => api.stop());

async function givenEverything(userId: string, word: string): Promise<void> {
  const requestId = randomUUID();
  await sql`insert into uploads (id, user_id, media_key, bytes, sha256, created_at, erase_at)
    values (${randomUUID()}, ${userId}, 'secret-media', 7, 'secret-digest', now(), now() + interval '1 day')`.execute(
    api.db,
  );
  await sql`insert into partner_posts (post_id, request_id, key_id, user_id, platform, media_key, title, description, state,
    created_at, updated_at) values (${randomUUID()}, ${requestId}, 'secret-key-id', ${userId}, 'youtube', 'secret-media',
    ${word}, ${word}, 'posted', now(), now())`.execute(api.db);
  await sql`insert into idempotency_keys (key_id, route, idempotency_key, user_id, request_id, fingerprint, leased_until,
    expires_at) values ('secret-key-id', '/r', ${`${word}-${requestId}`}, ${userId}, ${requestId}, 'secret-fingerprint',
    now(), now() + interval '1 day')`.execute(api.db);
}

const read = async (userId: string, query = '') =>
  api.app.inject({ url: `/api/account-data/partner${query}`, headers: await api.identity.asUser(userId) });

describe('what external-api holds', () => {
  it('[ASVS 8.2.2] is told to its person, and never to another', async () => {
    const [ada, ben] = [randomUUID(), randomUUID()];
    await givenEverything(ada, 'word-of-ada');
    await givenEverything(ben, 'word-of-ben');
    const told = await read(ada);
    expect(told.statusCode).toBe(200);
    expect(told.json()).toMatchObject({ part: 'partner', exportedAt: expect.any(String), data: expect.any(Object) });
    expect(told.headers['cache-control']).toBe('no-store');
    expect(told.body).toContain('word-of-ada');
    for (const query of ['', `?userId=${ada}`, `?user_id=${ada}`]) {
      const other = await read(ben, query);
      expect(other.body).toContain('word-of-ben');
      expect(other.body).not.toContain('word-of-ada');
    }
    const anonymous = await api.app.inject({ url: '/api/account-data/partner' });
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
