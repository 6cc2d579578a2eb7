import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { type Analytics, startAnalytics } from './harness.ts';

/** A quarter past midnight of a day in March, so that the 30 days include the end of a short month. */
const NOW = new Date('2026-03-10T00:15:00Z');

let analytics: Analytics;
beforeAll(async () => {
  analytics = await startAnalytics({ now: NOW });
});
afterAll(() => analytics.stop());

type Days = { day: string; count: number }[];
const nonZero = (days: Days) => days.filter(({ count }) => count > 0).map(({ day, count }) => [day, count]);

describe('the series of the reports', () => {
  it('are 30 days and 12 months of zeros without events', async () => {
    const { newUsersPerDay } = await analytics.report('users');
    expect(newUsersPerDay).toHaveLength(30);
    expect(newUsersPerDay.at(0)).toEqual({ day: '2026-02-09', count: 0 });
    expect(newUsersPerDay.slice(18, 21)).toEqual([
      { day: '2026-02-27', count: 0 },
      { day: '2026-02-28', count: 0 },
      { day: '2026-03-01', count: 0 },
    ]);
    expect(newUsersPerDay.at(-1)).toEqual({ day: '2026-03-10', count: 0 });
    const { generatedPerDay, regenerationsPerDay } = await analytics.report('videos');
    const { viewsPerDay } = await analytics.report('pageviews');
    for (const series of [generatedPerDay, regenerationsPerDay, viewsPerDay]) expect(series).toEqual(newUsersPerDay);

    const { revenuePerMonth } = await analytics.report('subscriptions');
    expect(revenuePerMonth).toHaveLength(12);
    expect(revenuePerMonth.at(0)).toEqual({ month: '2025-04', revenue: 0 });
    expect(revenuePerMonth.at(9)).toEqual({ month: '2026-01', revenue: 0 });
    expect(revenuePerMonth.at(-1)).toEqual({ month: '2026-03', revenue: 0 });
  });

  it('count users, renders and regenerations on their exact UTC day', async () => {
    const instants = [
      '2026-02-08T23:59:59.999Z',
      '2026-02-09T00:00:00Z',
      '2026-03-08T23:59:59.999Z',
      '2026-03-09T00:00:00Z',
      '2026-03-09T23:59:59.999Z',
      '2026-03-10T00:00:00Z',
    ].map((instant) => new Date(instant));
    const expected = [
      ['2026-02-09', 1],
      ['2026-03-08', 1],
      ['2026-03-09', 2],
      ['2026-03-10', 1],
    ];
    await analytics.db
      .insertInto('users')
      .values(instants.map((registered_at) => ({ user_id: analytics.newUser(), registered_at })))
      .execute();
    await analytics.db
      .insertInto('renders')
      .values([
        ...instants.map((ended_at) => ({
          video_id: randomUUID(),
          variation: 0,
          outcome: 'generated' as const,
          ended_at,
        })),
        { video_id: randomUUID(), variation: 0, outcome: 'failed', ended_at: NOW },
      ])
      .execute();
    await analytics.db
      .insertInto('regenerations')
      .values(
        instants.map((regenerated_at) => ({
          regeneration_id: randomUUID(),
          user_id: null,
          video_count: 1,
          regenerated_at,
        })),
      )
      .execute();

    expect(nonZero((await analytics.report('users')).newUsersPerDay)).toEqual(expected);
    const videos = await analytics.report('videos');
    expect(nonZero(videos.generatedPerDay)).toEqual(expected);
    expect(nonZero(videos.regenerationsPerDay)).toEqual(expected);
  });

  it('add up the views of all pages of a day', async () => {
    await analytics.db
      .insertInto('page_view_days')
      .values([
        { day: '2026-02-08', path: '/', views: 7 },
        { day: '2026-02-09', path: '/', views: 3 },
        { day: '2026-03-10', path: '/', views: 2 },
        { day: '2026-03-10', path: '/faq', views: 5 },
      ])
      .execute();
    expect(nonZero((await analytics.report('pageviews')).viewsPerDay)).toEqual([
      ['2026-02-09', 3],
      ['2026-03-10', 7],
    ]);
  });

  it('count the euros of a payment in its month, less its later refunds', async () => {
    const pay = (paymentId: string, cents: number, paidAt: string, currency = 'eur') => ({
      payment_id: paymentId,
      user_id: null,
      tier: 'pro',
      amount_cents: cents,
      currency,
      paid_at: new Date(paidAt),
    });
    await analytics.db
      .insertInto('payments')
      .values([
        pay('too old', 9900, '2025-03-31T23:59:59.999Z'),
        pay('first', 4990, '2025-04-01T00:00:00Z'),
        pay('last second', 3390, '2026-02-28T23:59:59.999Z'),
        pay('next', 3390, '2026-03-01T00:00:00Z'),
        pay('dollars', 100, '2026-03-01T00:00:00Z', 'usd'),
      ])
      .execute();
    const refund = (cents: number) => ({
      event_id: randomUUID(),
      payment_id: 'last second',
      amount_cents: cents,
      refunded_at: NOW,
    });
    await analytics.db
      .insertInto('refunds')
      .values([refund(1000), refund(1)])
      .execute();

    const { revenuePerMonth } = await analytics.report('subscriptions');
    expect(revenuePerMonth.filter(({ revenue }: { revenue: number }) => revenue > 0)).toEqual([
      { month: '2025-04', revenue: 49.9 },
      { month: '2026-02', revenue: 23.89 },
      { month: '2026-03', revenue: 33.9 },
    ]);
  });

  it('read the tables without retention by an index', async () => {
    await analytics.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      const plan = async (query: ReturnType<typeof sql>) => JSON.stringify((await query.execute(trx)).rows);
      const since = new Date('2026-02-09T00:00:00Z');
      expect(
        await plan(sql`explain select from renders where outcome = 'generated' and ended_at >= ${since}`),
      ).toContain('renders_generated_idx');
      expect(await plan(sql`explain select from regenerations where regenerated_at >= ${since}`)).toContain(
        'regenerations_regenerated_at_idx',
      );
      expect(await plan(sql`explain select from payments where paid_at >= ${since}`)).toContain('payments_paid_at_idx');
    });
  });
});
