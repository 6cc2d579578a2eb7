import { platforms } from '@reelwright/product';

/**
 * The one place that assigns a path to a service. Order does not matter: exact paths are matched before templates,
 * templates before prefixes. A path that is not in this table is a 404 below /api and the web app elsewhere.
 */

import { postActions } from '@reelwright/product';

export type Service =
  | 'auth'
  | 'billing'
  | 'scheduling'
  | 'generation'
  | 'drive'
  | 'publishing'
  | 'analytics'
  | 'external-api';

/**
 * Who may pass. `public`: anyone, without a check. `optional`: anyone; the service gets the identity if there is one. `session`,
 * `admin`, `api_key`: only with that credential.
 */
export type Policy = 'public' | 'optional' | 'session' | 'admin' | 'api_key';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Route {
  /** A path, with `{name}` for a segment that varies; a trailing `/**` takes everything below. */
  readonly path: string;
  readonly methods: readonly Method[];
  readonly service: Service;
  readonly policy: Policy;
  /**
   * `json`: 1 MiB, but 16 KiB for auth. `letter`: 64 KiB. `photo`: 1 MiB. `upload`: 140 MiB (100 MB of video as base64),
   * streamed. Default json.
   */
  readonly body?: 'json' | 'letter' | 'photo' | 'upload';
  /** From the end of the request to the end of the response. An upload may also be silent for that long. Default 15. */
  readonly timeoutSeconds?: number;
  /** `login`: 120 a minute per IPv4 address or IPv6 /64. */
  readonly rate?: 'login';
  /** The service sees the cookie itself: signing in and out. On other routes the gateway removes credentials. */
  readonly forwardsCredentials?: boolean;
  /** Of little importance, or sent by the app itself: rejected first under overload. */
  readonly canWait?: boolean;
}

export type Importance = 'low' | 'normal' | 'high';

/** Whether no method of a route changes anything. */
export const isReadOnly = ({ methods }: Route): boolean =>
  methods.every((method) => method === 'GET' || method === 'HEAD');

/** Under overload changes are served before reads, and reads before routes that can wait. */
export function importanceOf(route: Route): Importance {
  if (route.canWait) return 'low';
  // A return from a provider carries a code that works once.
  return isReadOnly(route) && route.policy !== 'optional' ? 'normal' : 'high';
}

/** After it: external-api's 180 s to fetch a video, POST_WAIT_MS (120 s at most), and a minute for the rest. */
const UPLOAD_TIMEOUT_SECONDS = 360;

export const routes: readonly Route[] = [
  // auth
  { path: '/api/auth/user', methods: ['GET'], service: 'auth', policy: 'session' },
  { path: '/api/auth/user', methods: ['PATCH'], service: 'auth', policy: 'session' },
  { path: '/api/auth/user', methods: ['DELETE'], service: 'auth', policy: 'session', forwardsCredentials: true },
  { path: '/api/auth/user/photo', methods: ['PUT', 'DELETE'], service: 'auth', policy: 'session', body: 'photo' },
  { path: '/api/profile-photos/{id}', methods: ['GET', 'HEAD'], service: 'auth', policy: 'public' },
  { path: '/api/contact', methods: ['POST'], service: 'auth', policy: 'optional', rate: 'login', body: 'letter' },
  { path: '/api/account-deletions/{code}', methods: ['GET'], service: 'auth', policy: 'public' },
  // The data that each service keeps about a person, for that person.
  { path: '/api/account-data/account', methods: ['GET'], service: 'auth', policy: 'session', canWait: true },
  { path: '/api/account-data/billing', methods: ['GET'], service: 'billing', policy: 'session', canWait: true },
  { path: '/api/account-data/calendar', methods: ['GET'], service: 'scheduling', policy: 'session', canWait: true },
  { path: '/api/account-data/videos', methods: ['GET'], service: 'generation', policy: 'session', canWait: true },
  { path: '/api/account-data/drive', methods: ['GET'], service: 'drive', policy: 'session', canWait: true },
  { path: '/api/account-data/posts', methods: ['GET'], service: 'publishing', policy: 'session', canWait: true },
  { path: '/api/account-data/usage', methods: ['GET'], service: 'analytics', policy: 'session', canWait: true },
  { path: '/api/account-data/partner', methods: ['GET'], service: 'external-api', policy: 'session', canWait: true },
  {
    path: '/api/auth/login',
    methods: ['POST'],
    service: 'auth',
    policy: 'public',
    rate: 'login',
    forwardsCredentials: true,
  },
  {
    path: '/api/auth/signup',
    methods: ['POST'],
    service: 'auth',
    policy: 'public',
    rate: 'login',
    forwardsCredentials: true,
  },
  { path: '/api/auth/options', methods: ['GET'], service: 'auth', policy: 'public' },
  { path: '/api/auth/session', methods: ['GET'], service: 'auth', policy: 'optional' },
  {
    path: '/api/auth/password/change',
    methods: ['POST'],
    service: 'auth',
    policy: 'session',
    forwardsCredentials: true,
  },
  { path: '/api/auth/password/forgotten', methods: ['POST'], service: 'auth', policy: 'public', rate: 'login' },
  { path: '/api/auth/password/reset', methods: ['POST'], service: 'auth', policy: 'public', rate: 'login' },
  { path: '/api/auth/logout', methods: ['GET', 'POST'], service: 'auth', policy: 'public', forwardsCredentials: true },
  { path: '/api/logout', methods: ['GET'], service: 'auth', policy: 'public', forwardsCredentials: true },
  { path: '/api/login', methods: ['GET'], service: 'auth', policy: 'public' },
  {
    path: '/api/auth/google',
    methods: ['GET'],
    service: 'auth',
    policy: 'public',
    rate: 'login',
    forwardsCredentials: true,
  },
  { path: '/api/auth/google/callback', methods: ['GET'], service: 'auth', policy: 'public', forwardsCredentials: true },
  { path: '/api/auth/google/link', methods: ['GET'], service: 'auth', policy: 'public', forwardsCredentials: true },
  { path: '/api/api-key-status', methods: ['GET'], service: 'auth', policy: 'session', canWait: true },
  { path: '/api/generate-api-key', methods: ['POST'], service: 'auth', policy: 'session' },
  { path: '/api/revoke-api-key', methods: ['DELETE'], service: 'auth', policy: 'session' },
  {
    path: '/api/admin/session',
    methods: ['POST', 'DELETE'],
    service: 'auth',
    policy: 'public',
    rate: 'login',
    forwardsCredentials: true,
  },

  // billing
  { path: '/api/create-subscription', methods: ['POST'], service: 'billing', policy: 'session', timeoutSeconds: 20 },
  {
    path: '/api/create-checkout-session',
    methods: ['POST'],
    service: 'billing',
    policy: 'session',
    timeoutSeconds: 20,
  },
  {
    path: '/api/preview-subscription-change',
    methods: ['POST'],
    service: 'billing',
    policy: 'session',
    timeoutSeconds: 20,
  },
  { path: '/api/billing-portal', methods: ['POST'], service: 'billing', policy: 'session', timeoutSeconds: 20 },
  { path: '/api/payments', methods: ['GET'], service: 'billing', policy: 'session', canWait: true },
  { path: '/api/change-subscription', methods: ['POST'], service: 'billing', policy: 'session', timeoutSeconds: 20 },
  { path: '/api/cancel-subscription', methods: ['POST'], service: 'billing', policy: 'session', timeoutSeconds: 20 },
  { path: '/api/renew-subscription', methods: ['POST'], service: 'billing', policy: 'session', timeoutSeconds: 20 },
  {
    path: '/api/check-subscription-status/{sessionId}',
    methods: ['GET'],
    service: 'billing',
    policy: 'session',
    timeoutSeconds: 20,
  },
  { path: '/api/webhooks/stripe', methods: ['POST'], service: 'billing', policy: 'public' },

  // scheduling
  { path: '/api/video-configuration', methods: ['GET'], service: 'scheduling', policy: 'session' },
  { path: '/api/video-configurations', methods: ['POST'], service: 'scheduling', policy: 'session' },
  { path: '/api/calendar-forecast', methods: ['GET'], service: 'scheduling', policy: 'session', canWait: true },
  { path: '/api/videos', methods: ['GET'], service: 'scheduling', policy: 'session' },
  { path: '/api/videos/{id}/post-now', methods: ['POST'], service: 'scheduling', policy: 'session' },
  { path: '/api/videos/{id}/skip', methods: ['POST'], service: 'scheduling', policy: 'session' },
  { path: '/api/videos/{id}/unskip', methods: ['POST'], service: 'scheduling', policy: 'session' },
  { path: '/api/videos/{id}/approve', methods: ['POST'], service: 'scheduling', policy: 'session' },
  { path: '/api/posting-pause', methods: ['PUT'], service: 'scheduling', policy: 'session' },
  { path: '/api/regeneration-status', methods: ['GET'], service: 'scheduling', policy: 'session', canWait: true },
  { path: '/api/regenerate-videos', methods: ['POST'], service: 'scheduling', policy: 'session' },

  // generation
  { path: '/api/branding', methods: ['GET'], service: 'generation', policy: 'session' },
  { path: '/api/branding', methods: ['PUT', 'DELETE'], service: 'generation', policy: 'session' },
  { path: '/media/{file}', methods: ['GET', 'HEAD'], service: 'generation', policy: 'public', timeoutSeconds: 300 },

  // drive
  { path: '/api/user-drive-folder', methods: ['GET'], service: 'drive', policy: 'session', canWait: true },
  { path: '/api/drive/google', methods: ['GET'], service: 'drive', policy: 'session' },
  { path: '/api/drive/google', methods: ['DELETE'], service: 'drive', policy: 'session' },
  { path: '/api/drive/google/auth', methods: ['GET'], service: 'drive', policy: 'session' },
  // The browser returns from Google with its cookie, or without one if the session has ended.
  {
    path: '/api/drive/google/callback',
    methods: ['GET'],
    service: 'drive',
    policy: 'optional',
    timeoutSeconds: 30,
  },

  // publishing
  { path: '/api/social-connections', methods: ['GET'], service: 'publishing', policy: 'session' },
  { path: '/api/social-connections/{platform}', methods: ['DELETE'], service: 'publishing', policy: 'session' },
  ...platforms.map(
    (platform): Route => ({
      path: `/api/${platform}/auth`,
      methods: ['GET'],
      service: 'publishing',
      policy: 'session',
    }),
  ),
  // The browser returns from a provider with its cookie, or without one if the session has ended.
  ...platforms.map(
    (platform): Route => ({
      path: `/api/${platform}/callback`,
      methods: ['GET'],
      service: 'publishing',
      policy: 'optional',
      timeoutSeconds: 30,
    }),
  ),
  { path: '/api/tiktok/settings', methods: ['GET'], service: 'publishing', policy: 'session' },
  { path: '/api/tiktok/settings', methods: ['PUT'], service: 'publishing', policy: 'session' },
  { path: '/api/facebook/pages', methods: ['GET'], service: 'publishing', policy: 'session' },
  { path: '/api/facebook/page', methods: ['PUT'], service: 'publishing', policy: 'session' },
  { path: '/api/on-time', methods: ['GET'], service: 'publishing', policy: 'session', canWait: true },
  { path: '/api/admin/on-time', methods: ['GET'], service: 'publishing', policy: 'admin', canWait: true },
  ...postActions.map<Route>((action) => ({
    path: `/api/videos/{id}/posts/{platform}/${action}`,
    methods: ['POST'],
    service: 'publishing',
    policy: 'session',
  })),
  { path: '/api/meta/data-deletion', methods: ['POST'], service: 'publishing', policy: 'public' },
  { path: '/api/meta/data-deletion/{code}', methods: ['GET'], service: 'publishing', policy: 'public' },

  // analytics
  { path: '/api/page-views', methods: ['POST'], service: 'analytics', policy: 'optional', canWait: true },
  { path: '/api/analytics', methods: ['GET'], service: 'analytics', policy: 'session', canWait: true },
  { path: '/api/analytics/posts', methods: ['GET'], service: 'analytics', policy: 'session', canWait: true },
  { path: '/api/analytics.csv', methods: ['GET'], service: 'analytics', policy: 'session', canWait: true },
  { path: '/api/admin/stats/{report}', methods: ['GET'], service: 'analytics', policy: 'admin', canWait: true },

  // external-api
  {
    path: '/api/external/post-video',
    methods: ['POST'],
    service: 'external-api',
    policy: 'api_key',
    body: 'upload',
    timeoutSeconds: UPLOAD_TIMEOUT_SECONDS,
  },
  {
    path: '/api/external/{platform}/post',
    methods: ['POST'],
    service: 'external-api',
    policy: 'api_key',
    body: 'upload',
    timeoutSeconds: UPLOAD_TIMEOUT_SECONDS,
  },
  { path: '/api/external/posts/{id}', methods: ['GET'], service: 'external-api', policy: 'api_key' },
  { path: '/api/external/user/connections', methods: ['GET'], service: 'external-api', policy: 'api_key' },
  {
    path: '/api/chat',
    methods: ['POST'],
    service: 'external-api',
    policy: 'public',
    rate: 'login',
    timeoutSeconds: 30,
  },
];

/** The paths that pass without a check. A separate list, so that a new public route is a change in two places. */
export const publicPaths: ReadonlySet<string> = new Set([
  '/api/auth/login',
  '/api/auth/signup',
  '/api/auth/options',
  '/api/auth/password/forgotten',
  '/api/auth/password/reset',
  '/api/auth/logout',
  '/api/logout',
  '/api/login',
  '/api/auth/google',
  '/api/auth/google/callback',
  '/api/auth/google/link',
  '/api/admin/session',
  '/api/account-deletions/{code}',
  '/api/profile-photos/{id}',
  '/api/chat',
  '/api/webhooks/stripe',
  '/api/meta/data-deletion',
  '/api/meta/data-deletion/{code}',
  '/media/{file}',
]);
