import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Clock } from '@reelwright/clock';
import { errorResponses, requireAdmin } from '@reelwright/http-server';
import { platforms, recordOf, tiers } from '@reelwright/product';
import type { Kysely } from 'kysely';
import Type from 'typebox';
import type { AnalyticsDatabase } from '../database.ts';
import {
  overviewReport,
  pageViewReport,
  socialReport,
  subscriptionReport,
  userReport,
  videoReport,
} from './reports.ts';

const Count = Type.Integer({ minimum: 0 });
/** Euros with cents. */
const Euros = Type.Number();
const perTier = <Value extends typeof Count | typeof Euros>(value: Value) => Type.Object(recordOf(tiers, () => value));
/** One entry for each of the last 30 UTC days, today last. */
const PerDay = Type.Array(Type.Object({ day: Type.String(), count: Count }));
const errors = errorResponses(401, 403);

const Overview = Type.Object({
  totalUsers: Count,
  newUsersLast30Days: Count,
  totalRevenue: Euros,
  totalVideoConfigs: Count,
});
const Users = Type.Object({
  newUsersToday: Count,
  newUsersLast7Days: Count,
  newUsersLast30Days: Count,
  totalUsers: Count,
  newUsersPerDay: PerDay,
});
const Subscriptions = Type.Object({
  subscriptionBreakdown: perTier(Count),
  revenueByTier: perTier(Euros),
  /** Percent. */
  conversionRate: Type.Number(),
  /** One entry for each of the last 12 UTC months, the current one last. */
  revenuePerMonth: Type.Array(Type.Object({ month: Type.String(), revenue: Euros })),
});
const Videos = Type.Object({
  totalVideoConfigurations: Count,
  videoUsageStats: Type.Object({ totalVideosGenerated: Count, totalVideosUsed: Count }),
  totalRegenerations: Count,
  generatedPerDay: PerDay,
  regenerationsPerDay: PerDay,
});
const Social = Type.Object(recordOf(platforms, () => Count));
const PageViews = Type.Object({
  totalViews: Count,
  viewsToday: Count,
  viewsThisWeek: Count,
  viewsThisMonth: Count,
  topPages: Type.Array(Type.Object({ path: Type.String(), views: Count })),
  viewsPerDay: PerDay,
});

/** GET /api/admin/stats/{overview,users,subscriptions,videos,social,pageviews}: for an unlocked admin only. */
export const reportRoutes: FastifyPluginAsyncTypebox<{ db: Kysely<AnalyticsDatabase>; clock: Clock }> = async (
  app,
  { db, clock },
) => {
  app.addHook('onRequest', async (request) => requireAdmin(request));

  app.get('/api/admin/stats/overview', { schema: { response: { 200: Overview, ...errors } } }, () =>
    overviewReport(db, clock.now()),
  );
  app.get('/api/admin/stats/users', { schema: { response: { 200: Users, ...errors } } }, () =>
    userReport(db, clock.now()),
  );
  app.get('/api/admin/stats/subscriptions', { schema: { response: { 200: Subscriptions, ...errors } } }, () =>
    subscriptionReport(db, clock.now()),
  );
  app.get('/api/admin/stats/videos', { schema: { response: { 200: Videos, ...errors } } }, () =>
    videoReport(db, clock.now()),
  );
  app.get('/api/admin/stats/social', { schema: { response: { 200: Social, ...errors } } }, () => socialReport(db));
  app.get('/api/admin/stats/pageviews', { schema: { response: { 200: PageViews, ...errors } } }, () =>
    pageViewReport(db, clock.now()),
  );
};
