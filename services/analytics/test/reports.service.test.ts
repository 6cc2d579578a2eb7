import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { events, topics } from '@reelwright/contracts';
import { eventually, tablesNaming } from '@reelwright/testing';
import { sql } from 'kysely';
import { type Analytics, startAnalytics } from './harness.ts';

const DAY_MS = 86_400_000;
/** A quarter past midnight: 'today' is fifteen minutes old. */
const NOW = new Date('2026-05-10T00:15:00Z');

let analytics: Analytics;
beforeEach(async () => {
  analytics = await startAnalytics({ now: NOW });
});
afterEach(() => analytics.stop());

const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

async function register(at = NOW): Promise<string> {
  const userId = analytics.newUser();
  await analytics.state(events.UserRegistered, { userId, email: 'a@example.com', revision: 1 }, { at });
  return userId;
}

const subscribe = (userId: string, tier: string, revision: number, entitledUntil: Date | undefined = daysAgo(-20)) =>
  analytics.state(events.SubscriptionChanged, { userId, tier, revision, entitledUntil, status: 'active' });

const pay = (userId: string, paymentId: string, tier: string, amountCents: number, currency = 'eur') =>
  analytics.state(events.PaymentSucceeded, { userId, paymentId, tier, amountCents, currency, paidAt: NOW });

describe('the six reports', () => {
  it('[ASVS 8.2.1] are for administrators only', async () => {
    for (const name of ['overview', 'users', 'subscriptions', 'videos', 'social', 'pageviews']) {
      const url = `/api/admin/stats/${name}`;
      const asUser = await analytics.app.inject({ url, headers: await analytics.identity.asUser('1') });
      expect([name, asUser.statusCode, asUser.json().error]).toEqual([name, 403, 'ADMIN_ONLY']);
      expect((await analytics.app.inject({ url })).statusCode).toBe(403);
      const forged = await analytics.app.inject({ url, headers: { 'x-auth-identity': 'forged' } });
      expect(forged.statusCode).toBe(401);
    }
  });

  it('answer zeros without events', async () => {
    expect(await analytics.report('overview')).toEqual({
      totalUsers: 0,
      newUsersLast30Days: 0,
      totalRevenue: 0,
      totalVideoConfigs: 0,
    });
    expect(await analytics.report('subscriptions')).toMatchObject({
      subscriptionBreakdown: { free: 0, starter: 0, pro: 0, elite: 0 },
      revenueByTier: { free: 0, starter: 0, pro: 0, elite: 0 },
      conversionRate: 0,
    });
    expect(await analytics.report('pageviews')).toMatchObject({
      totalViews: 0,
      viewsToday: 0,
      viewsThisWeek: 0,
      viewsThisMonth: 0,
      topPages: [],
    });
  });

  it('count users by the UTC day of product time', async () => {
    await register(NOW);
    await register(new Date('2026-05-09T23:59:59Z'));
    await register(daysAgo(6));
    await register(daysAgo(7));
    await register(daysAgo(29));
    await register(daysAgo(31));
    expect(await analytics.report('users')).toMatchObject({
      newUsersToday: 1,
      newUsersLast7Days: 3,
      newUsersLast30Days: 5,
      totalUsers: 6,
    });
    expect(await analytics.report('overview')).toMatchObject({ totalUsers: 6, newUsersLast30Days: 5 });
  });

  it('count plans, money and conversion', async () => {
    const [starter, pro, lapsed] = [await register(), await register(), await register(), await register()];
    await subscribe(starter, 'starter', 2);
    await subscribe(starter, 'free', 1); // a late event with an older revision
    await subscribe(pro, 'pro', 1);
    await subscribe(lapsed, 'elite', 1, NOW); // to the millisecond
    await pay(starter, 'p1', 'starter', 3390);
    await pay(starter, 'p1', 'starter', 3390); // the same payment in another event
    await pay(pro, 'p2', 'pro', 4990);
    await pay(pro, 'p3', 'pro', 10_000, 'usd');
    const refund = { userId: pro, paymentId: 'p2', currency: 'eur', amountCents: 1000 };
    await analytics.state(events.PaymentRefunded, refund);
    await analytics.state(events.PaymentRefunded, { ...refund, amountCents: 1 });

    expect(await analytics.report('subscriptions')).toMatchObject({
      subscriptionBreakdown: { free: 2, starter: 1, pro: 1, elite: 0 },
      revenueByTier: { free: 0, starter: 33.9, pro: 39.89, elite: 0 },
      conversionRate: 50,
    });
    expect(await analytics.report('overview')).toMatchObject({ totalRevenue: 73.79 });
  });

  it('count configurations, renders, used videos and regenerations', async () => {
    const userId = await register();
    await analytics.state(events.ConfigurationSaved, { userId, version: 2, videoType: 'v1' });
    await analytics.state(events.ConfigurationSaved, { userId, version: 1, videoType: 'v1' });
    const request = async (variation = 0, videoId: string = randomUUID()) => {
      await analytics.state(events.VideoRequested, { userId, videoId, variation, videoType: 'v1' });
      return videoId;
    };
    const render = (videoId: string, variation: number) =>
      analytics.state(events.VideoGenerated, { userId, videoId, variation, mediaKey: 'k' });
    const fail = (videoId: string, variation: number) =>
      analytics.state(events.VideoFailed, { userId, videoId, variation, code: 'MODEL_REFUSED' });
    const post = (videoId: string, platform: string, state: string, revision: number) =>
      analytics.state(events.PostStateChanged, { userId, videoId, platform, state, revision });

    const twice = await request();
    await render(twice, 0);
    await request(1, twice);
    await render(twice, 1);
    const refused = await request();
    await fail(refused, 0);
    const keptItsFirst = await request();
    await render(keptItsFirst, 0);
    await fail(keptItsFirst, 1);
    const missed = await request();
    await render(missed, 0);
    await post(missed, 'tiktok', 'missed', 2);
    await post(missed, 'youtube', 'failed', 2);
    const missedOnce = await request();
    await render(missedOnce, 0);
    await post(missedOnce, 'tiktok', 'missed', 1);
    await post(missedOnce, 'youtube', 'posted', 1);
    await analytics.state(events.VideosRegenerated, { userId, regenerationId: randomUUID(), videoCount: 3 });

    expect(await analytics.report('videos')).toMatchObject({
      totalVideoConfigurations: 1,
      videoUsageStats: { totalVideosGenerated: 5, totalVideosUsed: 3 },
      totalRegenerations: 1,
    });
  });

  it('count the currently connected accounts, in any order of events', async () => {
    const [one, two] = [analytics.newUser(), analytics.newUser()];
    const connect = (userId: string, platform: string, state: string, revision: number) =>
      analytics.state(events.ConnectionChanged, { userId, platform, state, revision });
    await connect(one, 'tiktok', 'connected', 1);
    await connect(two, 'tiktok', 'connected', 3);
    await connect(two, 'tiktok', 'disconnected', 2);
    await connect(one, 'youtube', 'connected', 1);
    await connect(one, 'youtube', 'needs_reconnect', 2);
    await connect(one, 'instagram', 'connected', 1);
    await connect(one, 'instagram', 'disconnected', 2);
    expect(await analytics.report('social')).toEqual({ tiktok: 2, youtube: 0, facebook: 0, instagram: 0 });
  });

  it('count views by UTC day and list the five most viewed pages', async () => {
    for (const [days, path, times] of [
      [40, '/', 3],
      [29, '/faq', 2],
      [6, '/pricing', 2],
      [0, '/', 1],
      [0, '/a', 1],
      [0, '/b', 1],
      [0, '/c', 1],
    ] as const) {
      analytics.clock.moveTo(daysAgo(days));
      for (let count = 0; count < times; count += 1) await analytics.view({ path });
    }
    analytics.clock.moveTo(NOW);
    expect(await analytics.report('pageviews')).toMatchObject({
      totalViews: 11,
      viewsToday: 4,
      viewsThisWeek: 6,
      viewsThisMonth: 8,
      topPages: [
        { path: '/', views: 4 },
        { path: '/faq', views: 2 },
        { path: '/pricing', views: 2 },
        { path: '/a', views: 1 },
        { path: '/b', views: 1 },
      ],
    });
  });
});

describe('an event', () => {
  it('that is delivered twice counts once', async () => {
    const userId = await register();
    await pay(userId, 'twice', 'pro', 4990);
    const id = randomUUID();
    const refund = { userId, paymentId: 'twice', currency: 'eur', amountCents: 100 };
    await analytics.state(events.PaymentRefunded, refund, { id });
    await analytics.state(events.PaymentRefunded, refund, { id });
    await pay(userId, 'after', 'pro', 1); // once this is counted, the second delivery has been consumed
    expect((await analytics.report('overview')).totalRevenue).toBe(48.91);
  });

  it('that cannot be read is dead-lettered and delays no other', async () => {
    const userId = analytics.newUser();
    await analytics.publish(events.PaymentSucceeded, { userId }, { value: Buffer.from([0xff, 0xff, 0xff]), at: NOW });
    await pay(userId, 'next', 'pro', 4990);
    expect((await analytics.report('overview')).totalRevenue).toBe(49.9);

    const admin = analytics.kafka.kafka.admin();
    await admin.connect();
    const topic = `${analytics.kafka.prefix}${topics.billing}.dlq.analytics`;
    await eventually(async () => {
      const offsets = await admin.fetchTopicOffsets(topic);
      expect(offsets.reduce((sum, { high }) => sum + Number(high), 0)).toBe(1);
    });
    await admin.disconnect();
  });
});

describe('a deleted account', () => {
  it('is erased; money and videos stay counted without a user id', async () => {
    const userId = await register();
    const other = await register();
    await subscribe(userId, 'pro', 1);
    await pay(userId, 'p1', 'pro', 4990);
    await analytics.state(events.ConfigurationSaved, { userId, version: 1 });
    const videoId = randomUUID();
    await analytics.state(events.VideoRequested, { userId, videoId, videoType: 'v1' });
    await analytics.state(events.VideoGenerated, { userId, videoId, mediaKey: 'k' });
    await analytics.state(events.ConnectionChanged, { userId, platform: 'tiktok', state: 'connected', revision: 1 });
    await analytics.view({ path: '/profile' }, await analytics.identity.asUser(userId));
    await analytics.view({ path: '/profile' }, await analytics.identity.asUser(other));

    await analytics.state(events.UserDeleted, { userId, revision: 2 });
    await analytics.state(events.UserDeleted, { userId, revision: 2 });
    await subscribe(userId, 'elite', 5); // a late event
    await pay(userId, 'p2', 'pro', 10);

    expect(await analytics.report('overview')).toEqual({
      totalUsers: 1,
      newUsersLast30Days: 1,
      totalRevenue: 50,
      totalVideoConfigs: 0,
    });
    expect(await analytics.report('subscriptions')).toMatchObject({
      subscriptionBreakdown: { free: 1, starter: 0, pro: 0, elite: 0 },
    });
    expect(await analytics.report('videos')).toMatchObject({ videoUsageStats: { totalVideosGenerated: 1 } });
    expect(await analytics.report('social')).toMatchObject({ tiktok: 0 });
    await analytics.view({ path: '/profile' }, await analytics.identity.asUser(userId)); // also late
    expect(await tablesNaming(analytics.db, [`"${userId}"`])).toEqual(['deleted_users']);
    const { rows: told } = await sql<{ payload: object }>`
      select payload from outbox where key = ${userId} and type = ${events.AccountErased.name}`.execute(analytics.db);
    expect(told).toMatchObject([
      {
        payload: {
          service: 'analytics',
          items: [
            { kind: 'user_record', count: 5 },
            { kind: 'page_view_kept_without_name', count: 1 },
            { kind: 'counted_payment_or_video_kept_without_name', count: 2 },
          ],
        },
      },
    ]);
    const views = await analytics.db.selectFrom('page_views').selectAll().orderBy('id').execute();
    expect(views).toMatchObject([
      { user_id: null, ip_address: null, user_agent: null },
      { user_id: other, ip_address: '203.0.113.0' },
      { user_id: null },
    ]);
  });
});
