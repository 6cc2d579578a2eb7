import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { platforms } from '@reelwright/product';
import { parse } from 'yaml';
import { envoyConfig } from '../envoy-config.ts';
import { routeConfig } from '../envoy-routes.ts';
import { localTopology } from '../local-topology.ts';
import { type Policy, publicPaths, type Route, routes, type Service } from '../routes.ts';

/** Every call of screens and partners, with its service and its policy. */
const CALLS: readonly [call: string, service: Service, policy: Policy][] = [
  ['GET /api/auth/user', 'auth', 'session'],
  ['PATCH /api/auth/user', 'auth', 'session'],
  ['DELETE /api/auth/user', 'auth', 'session'],
  ['PUT /api/auth/user/photo', 'auth', 'session'],
  ['DELETE /api/auth/user/photo', 'auth', 'session'],
  ['GET /api/profile-photos/x', 'auth', 'public'],
  ['POST /api/contact', 'auth', 'optional'],
  ['GET /api/account-deletions/x', 'auth', 'public'],
  ['GET /api/account-data/account', 'auth', 'session'],
  ['GET /api/account-data/partner', 'external-api', 'session'],
  ['POST /api/auth/login', 'auth', 'public'],
  ['POST /api/auth/signup', 'auth', 'public'],
  ['POST /api/auth/logout', 'auth', 'public'],
  ['GET /api/auth/options', 'auth', 'public'],
  ['POST /api/auth/password/change', 'auth', 'session'],
  ['POST /api/auth/password/forgotten', 'auth', 'public'],
  ['POST /api/auth/password/reset', 'auth', 'public'],
  ['GET /api/auth/google', 'auth', 'public'],
  ['GET /api/auth/google/link', 'auth', 'public'],
  ['GET /api/login', 'auth', 'public'],
  ['GET /api/api-key-status', 'auth', 'session'],
  ['POST /api/generate-api-key', 'auth', 'session'],
  ['DELETE /api/revoke-api-key', 'auth', 'session'],
  ['GET /api/video-configuration', 'scheduling', 'session'],
  ['POST /api/video-configurations', 'scheduling', 'session'],
  ['GET /api/regeneration-status', 'scheduling', 'session'],
  ['POST /api/regenerate-videos', 'scheduling', 'session'],
  ['GET /api/user-drive-folder', 'drive', 'session'],
  ['POST /api/create-subscription', 'billing', 'session'],
  ['POST /api/change-subscription', 'billing', 'session'],
  ['POST /api/cancel-subscription', 'billing', 'session'],
  ['POST /api/renew-subscription', 'billing', 'session'],
  ['GET /api/check-subscription-status/cs_1', 'billing', 'session'],
  ['POST /api/create-checkout-session', 'billing', 'session'],
  ['GET /api/social-connections', 'publishing', 'session'],
  ['DELETE /api/social-connections/tiktok', 'publishing', 'session'],
  ...platforms.map((platform): [string, Service, Policy] => [`GET /api/${platform}/auth`, 'publishing', 'session']),
  ['GET /api/admin/stats/overview', 'analytics', 'admin'],
  ['GET /api/admin/stats/users', 'analytics', 'admin'],
  ['GET /api/admin/stats/subscriptions', 'analytics', 'admin'],
  ['GET /api/admin/stats/videos', 'analytics', 'admin'],
  ['GET /api/admin/stats/social', 'analytics', 'admin'],
  ['GET /api/admin/stats/pageviews', 'analytics', 'admin'],
  ['POST /api/external/post-video', 'external-api', 'api_key'],
  ['POST /api/external/instagram/post', 'external-api', 'api_key'],
  ['POST /api/external/facebook/post', 'external-api', 'api_key'],
  ['POST /api/external/tiktok/post', 'external-api', 'api_key'],
  ['POST /api/external/youtube/post', 'external-api', 'api_key'],
  ['GET /api/external/posts/x', 'external-api', 'api_key'],
  ['GET /api/external/user/connections', 'external-api', 'api_key'],
  ['POST /api/chat', 'external-api', 'public'],
];

const CLOSED_LIST = [
  '/api/account-deletions/{code}',
  '/api/admin/session',
  '/api/auth/google',
  '/api/auth/google/callback',
  '/api/auth/google/link',
  '/api/auth/login',
  '/api/auth/logout',
  '/api/auth/options',
  '/api/auth/password/forgotten',
  '/api/auth/password/reset',
  '/api/auth/signup',
  '/api/chat',
  '/api/login',
  '/api/logout',
  '/api/meta/data-deletion',
  '/api/meta/data-deletion/{code}',
  '/api/profile-photos/{id}',
  '/api/webhooks/stripe',
  '/media/{file}',
];

const takes = (route: Route, method: string, path: string) =>
  (route.methods as readonly string[]).includes(method) &&
  new RegExp(`^${route.path.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(path);

describe('the route table', () => {
  it.each(CALLS)('routes %s to one service, %s, for %s', (call, service, policy) => {
    const [method = '', path = ''] = call.split(' ');
    expect(routes.filter((route) => takes(route, method, path))).toEqual([
      expect.objectContaining({ service, policy }),
    ]);
  });

  it('names no path and method twice', () => {
    const calls = routes.flatMap((route) => route.methods.map((method) => `${method} ${route.path}`));
    expect(calls.filter((call, index) => calls.indexOf(call) !== index)).toEqual([]);
  });

  it('[ASVS 8.3.1] is public only on the closed list, all of which exists', () => {
    const open = routes.filter(({ policy }) => policy === 'public').map(({ path }) => path);
    expect([...new Set(open)].sort()).toEqual(CLOSED_LIST);
    expect([...publicPaths].sort()).toEqual(CLOSED_LIST);
  });

  it('[ASVS 8.3.1] cannot be rendered with a public path that is not on the list', () => {
    const secret: Route = { path: '/api/secret', methods: ['GET'], service: 'auth', policy: 'public' };
    expect(() => routeConfig([secret])).toThrow('/api/secret');
  });

  it('lets credentials through to auth alone, and large bodies to the partners’ uploads alone', () => {
    const forwarding = routes.filter(({ forwardsCredentials }) => forwardsCredentials);
    expect(new Set(forwarding.map(({ service }) => service))).toEqual(new Set(['auth']));
    const uploads = routes.filter(({ body }) => body === 'upload');
    expect(uploads.map(({ path, policy }) => [path, policy])).toEqual([
      ['/api/external/post-video', 'api_key'],
      ['/api/external/{platform}/post', 'api_key'],
    ]);
  });
});

describe('the committed configuration', () => {
  it('is up to date with the route table', () => {
    const committed = parse(readFileSync(join(import.meta.dirname, '../envoy.local.yaml'), 'utf8'), {
      maxAliasCount: -1,
    });
    expect(committed).toEqual(JSON.parse(JSON.stringify(envoyConfig(localTopology(8080), routes))));
  });
});
