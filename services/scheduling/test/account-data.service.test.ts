import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Scheduling, startScheduling } from './harness.ts';

let scheduling: Scheduling;
beforeAll(async () => {
  scheduling = await startScheduling();
}, 60_000);
afterAll(() => scheduling.stop());

async function givenEverything(userId: string, word: string): Promise<void> {
  const { db } = scheduling;
  const videoId = randomUUID();
  await sql`insert into usage_accounts (user_id, status) values (${userId}, ${word})`.execute(db);
  await sql`insert into video_configurations (user_id, version, video_type, include_audio, notes, brand, default_captions,
    time_zone, created_at, updated_at) values (${userId}, 1, 'v1', true, ${word}, '{}', '{}', 'UTC', now(), now())`.execute(
    db,
  );
  await sql`insert into scheduled_videos (id, user_id, time_zone, state, caption, quota_month, quota_state, created_at,
    updated_at) values (${videoId}, ${userId}, 'UTC', 'paused', ${word}, now(), 'reserved', now(), now())`.execute(db);
  await sql`insert into video_regenerations (id, user_id, include_audio, video_type, scheduled_dates, notes, video_count,
    regenerated_at) values (${randomUUID()}, ${userId}, true, 'v1', '[]', ${word}, 1, now())`.execute(db);
  await sql`insert into usage_ledger (user_id, quota_month, video_id, kind, delta, at)
    values (${userId}, now(), ${videoId}, 'reserve', 1, now())`.execute(db);
  await sql`insert into video_renders (video_id, variation, user_id, state, message)
    values (${videoId}, 0, ${userId}, 'done', ${word})`.execute(db);
  await sql`insert into video_deliveries (video_id, variation, user_id, state, link)
    values (${videoId}, 0, ${userId}, 'done', ${word})`.execute(db);
  await sql`insert into video_posts (video_id, platform, user_id, state, permalink, revision)
    values (${videoId}, 'youtube', ${userId}, 'posted', ${word}, 1)`.execute(db);
}

const read = async (userId: string, query = '') =>
  scheduling.app.http.app.inject({
    url: `/api/account-data/calendar${query}`,
    headers: await scheduling.identity.asUser(userId),
  });

describe('what the calendar holds', () => {
  it('[ASVS 8.2.2] is told to its person, and never to another', async () => {
    const [ada, ben] = [randomUUID(), randomUUID()];
    await givenEverything(ada, 'word-of-ada');
    await givenEverything(ben, 'word-of-ben');
    const told = await read(ada);
    expect(told.statusCode).toBe(200);
    expect(told.json()).toMatchObject({ part: 'calendar', exportedAt: expect.any(String), data: expect.any(Object) });
    expect(told.headers['cache-control']).toBe('no-store');
    expect(told.body).toContain('word-of-ada');
    for (const query of ['', `?userId=${ada}`, `?user_id=${ada}`]) {
      const other = await read(ben, query);
      expect(other.body).toContain('word-of-ben');
      expect(other.body).not.toContain('word-of-ada');
    }
    const anonymous = await scheduling.app.http.app.inject({ url: '/api/account-data/calendar' });
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
