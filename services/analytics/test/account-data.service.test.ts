import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { type Analytics, startAnalytics } from './harness.ts';

let analytics: Analytics;
beforeAll(async () => {
  analytics = await startAnalytics({ now: new Date('2026-05-10T12:00:00Z') });
}, 60_000);
afterAll(() => analytics.stop());

async function givenEverything(userId: string, word: string): Promise<void> {
  const { db } = analytics;
  await sql`insert into users (user_id, registered_at) values (${userId}, now())`.execute(db);
  await sql`insert into page_views (path, user_agent, ip_address, referer, user_id, created_at)
    values (${`/${word}`}, ${word}, '203.0.113.0', ${word}, ${userId}, now())`.execute(db);
  await sql`insert into subscriptions (user_id, tier, revision) values (${userId}, ${word}, 1)`.execute(db);
  await sql`insert into payments (payment_id, user_id, tier, amount_cents, currency, paid_at)
    values (${`${word}-${userId}`}, ${userId}, 'pro', 1, 'eur', now())`.execute(db);
  await sql`insert into videos (video_id, user_id, requested_at) values (${`${word}-${userId}`}, ${userId}, now())`.execute(
    db,
  );
  await sql`insert into regenerations (regeneration_id, user_id, video_count, regenerated_at)
    values (${randomUUID()}, ${userId}, 1, now())`.execute(db);
  await sql`insert into connections (user_id, platform, state, revision)
    values (${userId}, 'tiktok', ${word}, 1)`.execute(db);
}

const read = async (userId: string, query = '') =>
  analytics.app.inject({ url: `/api/account-data/usage${query}`, headers: await analytics.identity.asUser(userId) });

describe('what analytics counts by name', () => {
  it('[ASVS 8.2.2] is told to its person, and never to another', async () => {
    const [ada, ben] = [analytics.newUser(), analytics.newUser()];
    await givenEverything(ada, 'word-of-ada');
    await givenEverything(ben, 'word-of-ben');
    const told = await read(ada);
    expect(told.statusCode).toBe(200);
    expect(told.json()).toMatchObject({ part: 'usage', exportedAt: expect.any(String), data: expect.any(Object) });
    expect(told.headers['cache-control']).toBe('no-store');
    expect(told.body).toContain('word-of-ada');
    for (const query of ['', `?userId=${ada}`, `?user_id=${ada}`]) {
      const other = await read(ben, query);
      expect(other.body).toContain('word-of-ben');
      expect(other.body).not.toContain('word-of-ada');
    }
    const anonymous = await analytics.app.inject({ url: '/api/account-data/usage' });
    expect([anonymous.statusCode, anonymous.json().error]).toEqual([401, 'SIGNED_OUT']);
  });

  it('[ASVS 14.2.6] holds no secret', async () => {
    const userId = analytics.newUser();
    await givenEverything(userId, 'word');
    const { body } = await read(userId);
    expect(body).not.toMatch(/secret-|token|hash|lease/i);
  });

  it('is told as empty to somebody of whom there is nothing', async () => {
    expect((await read(analytics.newUser())).statusCode).toBe(200);
  });
});
