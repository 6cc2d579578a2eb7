import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platforms } from '@reelwright/product';
import { parse } from 'yaml';
import { envoyConfig } from '../envoy-config.ts';
import { mayRepeat, routeConfig } from '../envoy-routes.ts';
import { kubernetesDefaults, kubernetesTopology } from '../kubernetes-topology.ts';
import { localTopology } from '../local-topology.ts';
import { type Policy, publicPaths, type Route, routes, type Service } from '../routes.ts';
import { findEnvoy } from './running-gateway.ts';

/** By its text, because the packages must not depend on each other. */
const EXTERNAL_API_CONFIG = join(import.meta.dirname, '../../services/external-api/src/config.ts');

interface AuthService {
  server_uri: { cluster: string; timeout: string };
  retry_policy: { retry_back_off: { base_interval: string } };
}

/** Every call of screens and partners, with its service and its policy. */
const CALLS: readonly [call: string, service: Service, policy: Policy][] = [
  ['GET /api/auth/user', 'auth', 'session'],
  ['PATCH /api/auth/user', 'auth', 'session'],
  ['DELETE /api/auth/user', 'auth', 'session'],
  ['PUT /api/auth/user/photo', 'auth', 'session'],
  ['DELETE /api/auth/user/photo', 'auth', 'session'],
  ['GET /api/profile-photos/x', 'auth', 'public'],
  ['POST /api/contact', 'auth', 'optional'],
  ['GET /api/auth/session', 'auth', 'optional'],
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
  ['GET /api/branding', 'generation', 'session'],
  ['PUT /api/branding', 'generation', 'session'],
  ['DELETE /api/branding', 'generation', 'session'],
  ['GET /api/user-drive-folder', 'drive', 'session'],
  ['GET /api/drive/google', 'drive', 'session'],
  ['DELETE /api/drive/google', 'drive', 'session'],
  ['GET /api/drive/google/auth', 'drive', 'session'],
  ['GET /api/drive/google/callback', 'drive', 'optional'],
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

it('an upload is not ended while its service may still fetch the video or wait for its posts', () => {
  const fetchSeconds = 180;
  const otherSeconds = 60;
  const [, maximum = ''] =
    /POST_WAIT_MS: Type\.Integer\(\{[^}]*\bmaximum: ([0-9_]+)/.exec(readFileSync(EXTERNAL_API_CONFIG, 'utf8')) ?? [];
  const waitSeconds = Number(maximum.replaceAll('_', '')) / 1_000;
  expect(waitSeconds).toBeGreaterThan(0);
  const uploads = routeConfig(routes.filter(({ body }) => body === 'upload')).virtual_hosts.flatMap(({ routes }) =>
    routes.flatMap((route) => ('route' in route && route.route.cluster === 'external-api' ? [route.route] : [])),
  );
  expect(uploads).toHaveLength(2);
  for (const upload of uploads) {
    const { timeout, idle_timeout } = upload as { timeout: string; idle_timeout: string };
    for (const limit of [timeout, idle_timeout]) {
      expect(Number.parseInt(limit, 10)).toBeGreaterThanOrEqual(fetchSeconds + waitSeconds + otherSeconds);
    }
    expect(Number.parseInt(idle_timeout, 10)).toBeLessThanOrEqual(600);
  }
});

it('only reads are sent again after a service may have answered them', () => {
  const repeated = routes.filter(mayRepeat);
  expect(repeated.filter(({ methods }) => methods.some((method) => method !== 'GET' && method !== 'HEAD'))).toEqual([]);
  const others = routes.filter((route) => route.methods.includes('GET') && !mayRepeat(route)).map(({ path }) => path);
  expect(others.sort()).toEqual(
    [
      '/api/auth/google',
      '/api/auth/google/callback',
      '/api/auth/google/link',
      '/api/auth/logout',
      '/api/auth/session',
      '/api/drive/google/callback',
      '/api/logout',
      ...platforms.map((platform) => `/api/${platform}/callback`),
    ].sort(),
  );
});

it('counts uploads, media, reads and changes apart, and the web app too', () => {
  const counted = routeConfig(routes)
    .virtual_hosts[0]?.routes.filter((route) => 'stat_prefix' in route)
    .map((route) => [route.name, 'stat_prefix' in route && route.stat_prefix]);
  expect(Object.fromEntries(counted ?? [])).toMatchObject({
    'POST /api/external/post-video': 'uploads',
    'GET|HEAD /media/{file}': 'media',
    'GET|HEAD /api/videos': 'reads',
    'GET|HEAD /api/auth/google/callback': 'changes',
    'POST /api/video-configurations': 'changes',
    'web-assets': 'web',
    web: 'web',
  });
  // And the two of the web app.
  expect(counted).toHaveLength(routes.length + 2);
});

describe('the configuration for Kubernetes', () => {
  const render = () => {
    const { static_resources, ...others } = JSON.parse(
      JSON.stringify(envoyConfig(kubernetesTopology(kubernetesDefaults), routes)),
    );
    // The ops port is what the local one does not have: ops-listener.test.ts.
    const clusters = static_resources.clusters.filter(({ name }: { name: string }) => name !== 'admin');
    return { ...others, static_resources: { ...static_resources, clusters } };
  };
  const local = () => JSON.parse(JSON.stringify(envoyConfig(localTopology(8080), routes)));

  it('says the same of each route, timeout, limit and filter as the local one', () => {
    const [kubernetes, expected] = [render(), local()].map(({ static_resources, ...others }) => {
      const { clusters, listeners } = static_resources;
      const [{ address: _address, ...listener }] = listeners;
      const [{ typed_config: manager }] = listener.filter_chains[0].filters;
      delete manager.xff_num_trusted_hops;
      for (const { typed_config } of manager.http_filters) delete typed_config.http_service?.server_uri.uri;
      return {
        ...others,
        admin: others.admin.access_log,
        listener,
        clusters: clusters.map((cluster: Record<string, unknown>) => ({
          name: cluster['name'],
          connect_timeout: cluster['connect_timeout'],
          circuit_breakers: cluster['circuit_breakers'],
          typed_extension_protocol_options: cluster['typed_extension_protocol_options'],
        })),
      };
    });
    expect(kubernetes).toEqual(expected);
    expect(JSON.stringify(expected).length).toBeGreaterThan(50_000);
  });

  it('calls every part by a name that is looked up every two seconds', () => {
    for (const cluster of render().static_resources.clusters) {
      expect(cluster).toMatchObject({
        cluster_type: { name: 'envoy.cluster.dns', typed_config: { dns_refresh_rate: '2s' } },
        health_checks: [{ http_health_check: { path: '/readyz' } }],
      });
    }
  });

  it.each([
    ['--local'],
    ['--local', '--replicas', '3'],
    ['--kubernetes'],
    ['--kubernetes', '--names', 'shop-{part}.apps.svc.cluster.local.', '--trusted-hops', '2'],
  ])('and the local one are valid for Envoy: %s', (...args) => {
    const folder = mkdtempSync(join(tmpdir(), 'gateway-'));
    const file = join(folder, 'envoy.yaml');
    try {
      execFileSync(process.execPath, [join(import.meta.dirname, '../render.ts'), ...args, '--out', file]);
      const options = ['--mode', 'validate', '--log-level', 'error', '-c', file];
      expect(String(execFileSync(findEnvoy(), options))).toContain('OK');
      const names = args.includes('--names') ? 'shop-auth.apps.svc.cluster.local.' : 'auth-headless';
      expect(readFileSync(file, 'utf8').includes(`address: ${names}`)).toBe(args[0] === '--kubernetes');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

it('a replica is left out for the connections it loses in a row, and for nothing else', () => {
  const { clusters } = envoyConfig(localTopology(8080, 3), routes).static_resources;
  const limits = JSON.parse(JSON.stringify(clusters.find(({ name }) => name === 'billing'))).outlier_detection;
  expect(limits).toMatchObject({
    consecutive_local_origin_failure: 5,
    enforcing_consecutive_5xx: 0,
    enforcing_consecutive_gateway_failure: 0,
    enforcing_success_rate: 0,
    enforcing_local_origin_success_rate: 0,
  });
});

describe('a check at auth', () => {
  const { clusters, listeners } = JSON.parse(
    JSON.stringify(envoyConfig(localTopology(8080, 3), routes)),
  ).static_resources;
  const seconds = (duration: string) => Number(duration.replace('s', ''));
  const checks: { cluster: string; timeout: string; pause: string }[] =
    listeners[0].filter_chains[0].filters[0].typed_config.http_filters.flatMap(
      ({ typed_config: { http_service: service } }: { typed_config: { http_service?: AuthService } }) =>
        service ? [{ ...service.server_uri, pause: service.retry_policy.retry_back_off.base_interval }] : [],
    );

  it.each(['low', 'normal', 'high'])(
    'of importance %s has time to ask another replica when one’s machine is gone',
    (importance) => {
      const name = `auth_check.${importance}`;
      const { connect_timeout } = clusters.find((cluster: { name: string }) => cluster.name === name);
      const ofImportance = checks.filter(({ cluster }) => cluster === name);
      expect(ofImportance).not.toEqual([]);
      for (const { timeout, pause } of ofImportance) {
        expect(2 * seconds(connect_timeout) + seconds(pause)).toBeLessThan(seconds(timeout));
      }
    },
  );
});

it('the replicas of a local service are called as those of a name are', () => {
  const clusters = (replicas: number) => envoyConfig(localTopology(8080, replicas), routes).static_resources.clusters;
  const billing = (replicas: number) =>
    JSON.parse(JSON.stringify(clusters(replicas).find(({ name }) => name === 'billing')));
  const hosts = billing(3).load_assignment.endpoints[0].lb_endpoints.map(
    ({ endpoint }: { endpoint: { address: { socket_address: object } } }) => endpoint.address.socket_address,
  );
  expect(hosts).toEqual(['127.0.0.1', '127.0.0.2', '127.0.0.3'].map((address) => ({ address, port_value: 8094 })));
  expect(billing(3)).toMatchObject({
    type: 'STATIC',
    lb_policy: 'ROUND_ROBIN',
    health_checks: [{}],
    outlier_detection: {},
  });
  expect(billing(1)).not.toHaveProperty('health_checks');
});

describe('the committed configuration', () => {
  it('is up to date with the route table', () => {
    const committed = parse(readFileSync(join(import.meta.dirname, '../envoy.local.yaml'), 'utf8'), {
      maxAliasCount: -1,
    });
    expect(committed).toEqual(JSON.parse(JSON.stringify(envoyConfig(localTopology(8080), routes))));
  });
});
