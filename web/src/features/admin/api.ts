import type { Platform, Tier } from '@reelwright/product';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, request } from '../../lib/api-client.ts';

/** One entry for each of the last 30 UTC days, today last. */
export type PerDay = readonly { day: string; count: number }[];

export interface Overview {
  totalUsers: number;
  newUsersLast30Days: number;
  totalRevenue: number;
  totalVideoConfigs: number;
}

export interface Users {
  newUsersToday: number;
  newUsersLast7Days: number;
  newUsersLast30Days: number;
  totalUsers: number;
  newUsersPerDay: PerDay;
}

export interface Subscriptions {
  subscriptionBreakdown: Record<Tier, number>;
  revenueByTier: Record<Tier, number>;
  /** Percent. */
  conversionRate: number;
  /** One entry for each of the last 12 UTC months, the present one last. */
  revenuePerMonth: readonly { month: string; revenue: number }[];
}

export interface Videos {
  totalVideoConfigurations: number;
  videoUsageStats: { totalVideosGenerated: number; totalVideosUsed: number };
  totalRegenerations: number;
  generatedPerDay: PerDay;
  regenerationsPerDay: PerDay;
}

export type Social = Record<Platform, number>;

export interface PageViews {
  totalViews: number;
  viewsToday: number;
  viewsThisWeek: number;
  viewsThisMonth: number;
  topPages: readonly { path: string; views: number }[];
  viewsPerDay: PerDay;
}

/** Every report's key starts with it. */
export const reportsKey = ['/api/admin/stats'] as const;

const report = <Data>(name: string) =>
  queryOptions({
    queryKey: [...reportsKey, name],
    queryFn: () => request<Data>('GET', `/api/admin/stats/${name}`),
    refetchOnMount: 'always',
  });

export const reports = {
  overview: report<Overview>('overview'),
  users: report<Users>('users'),
  subscriptions: report<Subscriptions>('subscriptions'),
  videos: report<Videos>('videos'),
  social: report<Social>('social'),
  pageviews: report<PageViews>('pageviews'),
};

/** POST /api/admin/session: exchanges the access code for a cookie that lasts eight hours. */
export const openSession = (code: string) => request<void>('POST', '/api/admin/session', { code });

/** DELETE /api/admin/session. */
export const endSession = () => request<void>('DELETE', '/api/admin/session');

const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : null);

/** Whether the server no longer takes this browser for an administrator's. */
export const isLockedOut = (error: unknown) => [401, 403].includes(statusOf(error) ?? 0);

export const isWrongCode = (error: unknown) => statusOf(error) === 401;

/** How long to wait after too many wrong codes; null for any other error. */
export const secondsToWait = (error: unknown) =>
  error instanceof ApiError && error.status === 429 ? (error.retryAfterSeconds ?? 30) : null;

/** Why a call failed, for the person who reads it. */
export const whyFailed = (error: unknown) =>
  statusOf(error) === 0
    ? 'Nessuna connessione. Controlla la rete e riprova.'
    : 'Il server non ha risposto come previsto. Riprova tra poco.';
