import { queryOptions } from '@tanstack/react-query';
import { ApiError, request } from '../../lib/api-client.ts';
import type { Answer } from '../../lib/contract.ts';

export type Overview = Answer<'GET', '/api/admin/stats/overview'>;
export type Users = Answer<'GET', '/api/admin/stats/users'>;
export type Subscriptions = Answer<'GET', '/api/admin/stats/subscriptions'>;
export type Videos = Answer<'GET', '/api/admin/stats/videos'>;
export type Social = Answer<'GET', '/api/admin/stats/social'>;
export type PageViews = Answer<'GET', '/api/admin/stats/pageviews'>;
export type OnTime = Answer<'GET', '/api/admin/on-time'>;
export type PerDay = Users['newUsersPerDay'];

/** The first part of every report's query key. */
export const reportsKey = ['/api/admin/stats'] as const;

const report = <Data>(name: string, read: () => Promise<Data>) =>
  queryOptions({ queryKey: [...reportsKey, name], queryFn: read, refetchOnMount: 'always' });

export const reports = {
  overview: report('overview', () => request('GET', '/api/admin/stats/overview')),
  users: report('users', () => request('GET', '/api/admin/stats/users')),
  subscriptions: report('subscriptions', () => request('GET', '/api/admin/stats/subscriptions')),
  videos: report('videos', () => request('GET', '/api/admin/stats/videos')),
  social: report('social', () => request('GET', '/api/admin/stats/social')),
  pageviews: report('pageviews', () => request('GET', '/api/admin/stats/pageviews')),
  onTime: report('on-time', () => request('GET', '/api/admin/on-time')),
};

/** POST /api/admin/session: exchanges the access code for a cookie that lasts eight hours. */
export const openSession = (code: string) => request('POST', '/api/admin/session', { body: { code } });

/** DELETE /api/admin/session. */
export const endSession = () => request('DELETE', '/api/admin/session');

const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : null);

/** Whether the server rejects this browser as an administrator. */
export const isLockedOut = (error: unknown) => [401, 403].includes(statusOf(error) ?? 0);

export const isWrongCode = (error: unknown) => statusOf(error) === 401;

/** The seconds to wait after too many wrong codes; null for any other error. */
export const secondsToWait = (error: unknown) =>
  error instanceof ApiError && error.status === 429 ? (error.retryAfterSeconds ?? 30) : null;

/** Why a call failed, as a text for the screen. */
export const failureText = (error: unknown) =>
  statusOf(error) === 0
    ? 'Nessuna connessione. Controlla la rete e riprova.'
    : 'Il server non ha risposto come previsto. Riprova tra poco.';
