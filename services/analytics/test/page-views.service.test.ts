import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { type Analytics, startAnalytics } from './harness.ts';

let analytics: Analytics;
beforeAll(async () => {
  analytics = await startAnalytics({ now: new Date('2026-05-10T12:00:00Z') });
});
afterAll(() => analytics.stop());

const viewsOf = (path: string) => analytics.db.selectFrom('page_views').selectAll().where('path', '=', path).execute();

describe('POST /api/page-views', () => {
  it('stores the path, the network, the referrer and the user', async () => {
    const user = analytics.newUser();
    const response = await analytics.view(
      { path: '/dashboard', referrer: 'https://example.com/post?utm=me' },
      await analytics.identity.asUser(user),
    );
    expect(response.statusCode).toBe(204);
    expect(response.body).toBe('');
    expect(await viewsOf('/dashboard')).toMatchObject([
      { ip_address: '203.0.113.0', referer: 'https://example.com/post', user_id: user },
    ]);
  });

  it('counts a visitor who is not signed in', async () => {
    expect((await analytics.view({ path: '/pricing', referrer: null })).statusCode).toBe(204);
    expect(await viewsOf('/pricing')).toMatchObject([{ user_id: null, referer: null }]);
  });

  it.each<[string, Record<string, string>]>([
    ['a crawler', { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }],
    ['a visitor who sends Do Not Track', { dnt: '1' }],
    ['a visitor who sends Global Privacy Control', { 'sec-gpc': '1' }],
  ])('answers %s with 204 and stores nothing', async (_who, headers) => {
    expect((await analytics.view({ path: '/unseen' }, headers)).statusCode).toBe(204);
    expect(await viewsOf('/unseen')).toEqual([]);
  });

  it.each([
    [{ path: '/a?token=1' }],
    [{ path: 'a' }],
    [{ path: `/${'a'.repeat(200)}` }],
    [{}],
    [{ path: '/a', userId: '1' }],
    [{ path: '/a', referrer: 7 }],
  ])('refuses %j', async (payload) => {
    const response = await analytics.view(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: 'VALIDATION_FAILED' });
  });

  it('refuses a view reported from another site', async () => {
    const response = await analytics.view({ path: '/evil' }, { origin: 'https://evil.example' });
    expect(response.statusCode).toBe(403);
    expect(await viewsOf('/evil')).toEqual([]);
  });

  it('counts every one of many simultaneous views', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => analytics.view({ path: '/crowded' })));
    expect(answers.every(({ statusCode }) => statusCode === 204)).toBe(true);
    const day = await analytics.db
      .selectFrom('page_view_days')
      .select('views')
      .where('path', '=', '/crowded')
      .executeTakeFirst();
    expect(day?.views).toBe(60);
  });
});

describe('single views', () => {
  it('are deleted after twelve months, while the daily counts stay', async () => {
    analytics.clock.moveTo(new Date('2025-05-09T12:00:00Z'));
    await analytics.view({ path: '/long-ago' });
    analytics.clock.moveTo(new Date('2026-05-10T12:00:00Z'));
    await analytics.view({ path: '/lately' });
    await analytics.retention.sweep();
    expect(await viewsOf('/long-ago')).toEqual([]);
    expect(await viewsOf('/lately')).toHaveLength(1);
    const day = await analytics.db
      .selectFrom('page_view_days')
      .select('views')
      .where('path', '=', '/long-ago')
      .execute();
    expect(day).toEqual([{ views: 1 }]);
  });
});

describe('the user id of counted rows', () => {
  it('is removed after twelve months, from payments after ten years; the rows stay counted', async () => {
    const userId = analytics.newUser();
    const now = new Date('2026-05-10T12:00:00Z');
    analytics.clock.moveTo(now);
    for (const [age, name] of [
      ['11 months', 'young'],
      ['13 months', 'old'],
      ['11 years', 'ancient'],
    ] as const) {
      const at = sql`${now}::timestamptz - ${age}::interval`;
      await sql`insert into videos (video_id, user_id, requested_at) values (${name}, ${userId}, ${at})`.execute(
        analytics.db,
      );
      await sql`insert into payments (payment_id, user_id, tier, amount_cents, currency, paid_at)
        values (${name}, ${userId}, 'pro', 1, 'eur', ${at})`.execute(analytics.db);
    }
    await analytics.retention.sweep();
    const named = async (table: 'videos' | 'payments', id: 'video_id' | 'payment_id') => {
      const { rows } = await sql<{ name: string; owner: string | null }>`
        select ${sql.ref(id)} as name, user_id as owner from ${sql.table(table)} order by 1`.execute(analytics.db);
      return rows.map(({ name, owner }) => (owner ? `${name} of somebody` : name));
    };
    expect(await named('videos', 'video_id')).toEqual(['ancient', 'old', 'young of somebody']);
    expect(await named('payments', 'payment_id')).toEqual(['ancient', 'old of somebody', 'young of somebody']);
  });
});
