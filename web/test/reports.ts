const DAY_MS = 86_400_000;

/** Thirty days that end with the test server's today. */
export const perDay = (count: (index: number) => number) =>
  Array.from({ length: 30 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 9, 22) + index * DAY_MS).toISOString().slice(0, 10),
    count: count(index),
  }));

/** Twelve months that end with the test server's current month. */
export const perMonth = (revenue: (index: number) => number) =>
  Array.from({ length: 12 }, (_, index) => ({
    month: new Date(Date.UTC(2025, 11 + index, 1)).toISOString().slice(0, 7),
    revenue: revenue(index),
  }));

/** The administrator's seven reports, filled with numbers. */
export const reportAnswers = (): Record<string, { status?: number; body?: unknown }> => ({
  'GET /api/admin/stats/overview': {
    body: { totalUsers: 5214, newUsersLast30Days: 412, totalRevenue: 61_482.6, totalVideoConfigs: 3876 },
  },
  'GET /api/admin/stats/users': {
    body: {
      newUsersToday: 17,
      newUsersLast7Days: 104,
      newUsersLast30Days: 412,
      totalUsers: 5214,
      newUsersPerDay: perDay((index) => index % 4),
    },
  },
  'GET /api/admin/stats/subscriptions': {
    body: {
      subscriptionBreakdown: { free: 4386, starter: 506, pro: 231, elite: 91 },
      revenueByTier: { free: 0, starter: 17_153.4, pro: 11_526.9, elite: 7270.9 },
      conversionRate: 15.9,
      revenuePerMonth: perMonth((index) => 1000 + index),
    },
  },
  'GET /api/admin/stats/videos': {
    body: {
      totalVideoConfigurations: 3876,
      videoUsageStats: { totalVideosGenerated: 8120, totalVideosUsed: 7904 },
      totalRegenerations: 812,
      generatedPerDay: perDay((index) => 200 + index),
      regenerationsPerDay: perDay((index) => 20 + index),
    },
  },
  'GET /api/admin/stats/social': { body: { tiktok: 611, youtube: 702, facebook: 388, instagram: 540 } },
  'GET /api/admin/on-time': {
    body: {
      months: [
        { month: '2026-11', platform: 'tiktok', posts: 1204, onTime: 1203 },
        { month: '2026-10', platform: 'youtube', posts: 8, onTime: 7 },
      ],
    },
  },
  'GET /api/admin/stats/pageviews': {
    body: {
      totalViews: 184_320,
      viewsToday: 1142,
      viewsThisWeek: 7604,
      viewsThisMonth: 30_981,
      topPages: [
        { path: '/', views: 91_204 },
        { path: '/pricing', views: 38_110 },
      ],
      viewsPerDay: perDay((index) => 101 + index),
    },
  },
});
