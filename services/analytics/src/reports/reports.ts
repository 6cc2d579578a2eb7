import { endedStates, type Platform, platforms, recordOf, type Tier, tiers } from '@reelwright/product';
import { type Kysely, sql } from 'kysely';
import type { AnalyticsDatabase } from '../database.ts';
import { dayStart, isoDay } from './days.ts';
import { toEuros } from './euros.ts';
import { generatedPerDay, newUsersPerDay, regenerationsPerDay, revenuePerMonth, viewsPerDay } from './series.ts';

type Db = Kysely<AnalyticsDatabase>;

async function firstRow<Row>(query: ReturnType<typeof sql<Row>>, db: Db): Promise<Row> {
  const { rows } = await query.execute(db);
  return rows[0] as Row;
}

/** The number of users, and of new users per period. */
export async function userReport(db: Db, now: Date) {
  const [counts, perDay] = await Promise.all([countUsers(db, now), newUsersPerDay(db, now)]);
  return { ...counts, newUsersPerDay: perDay };
}

async function countUsers(db: Db, now: Date) {
  return firstRow(
    sql<{ newUsersToday: number; newUsersLast7Days: number; newUsersLast30Days: number; totalUsers: number }>`
    select count(*) filter (where registered_at >= ${dayStart(now, 0)}) as "newUsersToday",
           count(*) filter (where registered_at >= ${dayStart(now, 6)}) as "newUsersLast7Days",
           count(*) filter (where registered_at >= ${dayStart(now, 29)}) as "newUsersLast30Days",
           count(*) as "totalUsers"
      from users`,
    db,
  );
}

/** Payments less refunds, in euros, by the plan they were made for. */
async function revenueByTier(db: Db): Promise<Record<Tier, number>> {
  const { rows } = await sql<{ tier: string; cents: number }>`
    select tier, sum(amount_cents - coalesce(refunded, 0))::bigint as cents
      from payments
      left join (select payment_id, sum(amount_cents) as refunded from refunds group by payment_id) as r
           using (payment_id)
     where currency = 'eur'
     group by tier`.execute(db);
  const cents = new Map(rows.map((row) => [row.tier, row.cents]));
  return recordOf(tiers, (tier) => toEuros(cents.get(tier) ?? 0));
}

export async function overviewReport(db: Db, now: Date) {
  const [users, revenue, configurations] = await Promise.all([
    countUsers(db, now),
    revenueByTier(db),
    countConfigurations(db),
  ]);
  const cents = Object.values(revenue).reduce((sum, euros) => sum + Math.round(euros * 100), 0);
  return {
    totalUsers: users.totalUsers,
    newUsersLast30Days: users.newUsersLast30Days,
    totalRevenue: toEuros(cents),
    totalVideoConfigs: configurations,
  };
}

/** Users per plan; the conversion rate is the share of users on a paid plan, in percent with one decimal. */
export async function subscriptionReport(db: Db, now: Date) {
  const [{ rows }, revenue, perMonth] = await Promise.all([
    sql<{ tier: string; users: number }>`
      select case when s.entitled_until <= ${now} then 'free'
                  else coalesce(s.tier, 'free') end as tier,
             count(*) as users
        from users
        left join subscriptions s using (user_id)
       group by 1`.execute(db),
    revenueByTier(db),
    revenuePerMonth(db, now),
  ]);
  const users = new Map(rows.map((row) => [row.tier, row.users]));
  const subscriptionBreakdown = recordOf(tiers, (tier) => users.get(tier) ?? 0);
  const total = Object.values(subscriptionBreakdown).reduce((sum, count) => sum + count, 0);
  const paying = total - subscriptionBreakdown.free;
  return {
    subscriptionBreakdown,
    revenueByTier: revenue,
    conversionRate: total === 0 ? 0 : Number(((paying / total) * 100).toFixed(1)),
    revenuePerMonth: perMonth,
  };
}

/**
 * Generated: all finished renders, including regenerations. Used: requested videos, less those whose first render
 * failed or that were missed on every platform.
 */
export async function videoReport(db: Db, now: Date) {
  const [totalVideoConfigurations, generated, regenerations, counts] = await Promise.all([
    countConfigurations(db),
    generatedPerDay(db, now),
    regenerationsPerDay(db, now),
    firstRow(
      sql<{ generated: number; used: number; regenerations: number }>`
      select (select count(*) from renders where outcome = 'generated') as generated,
             (select count(*) from regenerations) as regenerations,
             (select count(*) from videos v
               where not exists (select from renders r where r.video_id = v.video_id and r.variation = 0
                                                         and r.outcome = 'failed')
                 and not (exists (select from posts p where p.video_id = v.video_id and p.state = 'missed')
                          and not exists (select from posts p where p.video_id = v.video_id
                               and p.state not in (${sql.join(endedStates)})))
             ) as used`,
      db,
    ),
  ]);
  return {
    totalVideoConfigurations,
    videoUsageStats: { totalVideosGenerated: counts.generated, totalVideosUsed: counts.used },
    totalRegenerations: counts.regenerations,
    generatedPerDay: generated,
    regenerationsPerDay: regenerations,
  };
}

async function countConfigurations(db: Db): Promise<number> {
  return (await firstRow(sql<{ count: number }>`select count(*) as count from configurations`, db)).count;
}

/** Working connections per platform. */
export async function socialReport(db: Db): Promise<Record<Platform, number>> {
  const { rows } = await sql<{ platform: string; count: number }>`
    select platform, count(*) as count from connections where state = 'connected' group by platform`.execute(db);
  const counts = new Map(rows.map((row) => [row.platform, row.count]));
  return recordOf(platforms, (platform) => counts.get(platform) ?? 0);
}

/** Views by UTC day, and the five most viewed pages. */
export async function pageViewReport(db: Db, now: Date) {
  const [views, perDay, topPages] = await Promise.all([
    firstRow(
      sql<{ totalViews: number; viewsToday: number; viewsThisWeek: number; viewsThisMonth: number }>`
      select coalesce(sum(views), 0)::bigint as "totalViews",
             coalesce(sum(views) filter (where day >= ${isoDay(now, 0)}::date), 0)::bigint as "viewsToday",
             coalesce(sum(views) filter (where day >= ${isoDay(now, 6)}::date), 0)::bigint as "viewsThisWeek",
             coalesce(sum(views) filter (where day >= ${isoDay(now, 29)}::date), 0)::bigint as "viewsThisMonth"
        from page_view_days`,
      db,
    ),
    viewsPerDay(db, now),
    sql<{ path: string; views: number }>`
      select path, sum(views)::bigint as views from page_view_days
       group by path order by 2 desc, path limit 5`.execute(db),
  ]);
  return { ...views, topPages: topPages.rows, viewsPerDay: perDay };
}
