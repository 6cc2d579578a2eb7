import {
  type Importance,
  importanceOf,
  isReadOnly,
  type Method,
  type Policy,
  publicPaths,
  type Route,
  type Service,
} from './routes.ts';
import { typed } from './typed.ts';

/** A check at auth. Each importance has its own connections, so that many checks of one do not delay those of another. */
export interface Check {
  readonly policy: Exclude<Policy, 'public'>;
  readonly importance: Importance;
}

export const checkName = ({ policy, importance }: Check): string => `authz.${policy}.${importance}`;

/** The different checks of the routes. */
export function checksOf(routes: readonly Route[]): Check[] {
  const checks = routes.map(checkOf).filter((check) => check !== undefined);
  return [...new Map(checks.map((check) => [checkName(check), check])).values()];
}

function checkOf(route: Route): Check | undefined {
  return route.policy === 'public' ? undefined : { policy: route.policy, importance: importanceOf(route) };
}

const TIMEOUT_SECONDS = 15;
const LOGIN_PER_MINUTE = 120;

/** Nothing reached the service, so a retry is safe for every method. */
export const NEVER_SENT = 'connect-failure,refused-stream,reset-before-request';
/** The service was lost before it responded: it may have done what was asked. */
export const LOST = 'reset';

/** A replica of another release does not have the files that this release's pages name. */
const ABSENT = 'retriable-status-codes';

/** A retry goes to another replica, if there is one. */
export function retries(...on: readonly string[]) {
  return {
    retry_on: on.join(','),
    num_retries: 3,
    retry_back_off: { base_interval: '0.1s', max_interval: '1s' },
    retry_host_predicate: [
      {
        name: 'envoy.retry_host_predicates.previous_hosts',
        typed_config: typed('envoy.extensions.retry.host.previous_hosts.v3.PreviousHostsPredicate'),
      },
    ],
    host_selection_retry_max_attempts: 5,
  };
}

/** Whether a request may be sent again although the service may have answered it: reads, but no returns from a provider. */
export function mayRepeat(route: Route): boolean {
  return !route.forwardsCredentials && route.policy !== 'optional' && isReadOnly(route);
}

/**
 * The routes whose requests Envoy counts together, as `envoy_route` of its metrics: the promises of decision 54 are
 * measured with them.
 */
function countedAs(route: Route): 'uploads' | 'media' | 'reads' | 'changes' {
  if (route.body === 'upload') return 'uploads';
  if (route.path.startsWith('/media/')) return 'media';
  return mayRepeat(route) ? 'reads' : 'changes';
}

/** Envoy's route table: per path one route per set of methods, then 405 for its other methods; 404 and the web app last. */
export function routeConfig(routes: readonly Route[]) {
  const paths = [...new Set(routes.map((route) => route.path))].sort(moreSpecificFirst);
  return {
    name: 'public',
    virtual_hosts: [
      {
        name: 'reelwright',
        domains: ['*'],
        retry_policy: retries(NEVER_SENT),
        routes: [
          badHost,
          ...paths.flatMap((path) => {
            const ofPath = routes.filter((route) => route.path === path);
            return [...ofPath.map(forward), wrongMethod(path, ofPath.flatMap(methodsOf))];
          }),
          { name: 'unknown-api', match: { path_separated_prefix: '/api' }, direct_response: { status: 404 } },
          { name: 'unknown-media', match: { path_separated_prefix: '/media' }, direct_response: { status: 404 } },
          {
            name: 'web-assets',
            stat_prefix: 'web',
            match: { path_separated_prefix: '/assets', headers: [methodIs(['GET', 'HEAD'])] },
            route: {
              cluster: 'web',
              timeout: '10s',
              retry_policy: { ...retries(NEVER_SENT, LOST, ABSENT), retriable_status_codes: [404] },
            },
          },
          {
            name: 'web',
            stat_prefix: 'web',
            match: { prefix: '/', headers: [methodIs(['GET', 'HEAD'])] },
            route: { cluster: 'web', timeout: '10s', retry_policy: retries(NEVER_SENT, LOST) },
          },
          wrongMethod('/**', ['GET', 'HEAD']),
        ],
      },
    ],
  };
}

/** Envoy lets an invalid host pass, including two joined ones. RFC 9112 requires a 400. */
const badHost = {
  name: '400 host',
  match: {
    prefix: '/',
    headers: [
      {
        name: ':authority',
        string_match: { safe_regex: { regex: '([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?' } },
        invert_match: true,
      },
    ],
  },
  direct_response: { status: 400 },
};

function forward(route: Route) {
  if (route.policy === 'public' && !publicPaths.has(route.path)) {
    throw new Error(`${route.path} is public but not in the closed list of public paths`);
  }
  const upload = route.body === 'upload';
  const check = checkOf(route);
  const timeoutSeconds = route.timeoutSeconds ?? TIMEOUT_SECONDS;
  return {
    name: `${methodsOf(route).join('|')} ${route.path}`,
    stat_prefix: countedAs(route),
    match: { ...matchPath(route.path), headers: [methodIs(methodsOf(route))] },
    route: {
      cluster: route.service,
      priority: importanceOf(route) === 'high' ? 'HIGH' : 'DEFAULT',
      timeout: `${timeoutSeconds}s`,
      ...(mayRepeat(route) && { retry_policy: retries(NEVER_SENT, LOST) }),
      // Envoy has one limit for a sender that stops (408) and a service that works in silence (504).
      ...(upload && { idle_timeout: `${timeoutSeconds}s` }),
    },
    // The time of an upload begins at its end.
    ...(!upload && { request_headers_to_add: [expectedTimeout(timeoutSeconds)] }),
    ...(upload && { request_body_buffer_limit: 65_536 }),
    typed_per_filter_config: {
      ...(check && { [checkName(check)]: on, audience: audience(route.service) }),
      ...((route.policy === 'session' || mayEndSessions(route)) && { known_sessions: knownSessions(route) }),
      ...(route.forwardsCredentials && { strip_credentials: off }),
      ...(upload && { 'limit.json': off, 'limit.upload': on }),
      ...(route.body === 'letter' && { 'limit.json': off, 'limit.letter': on }),
      ...(route.service === 'auth' && !route.body && { 'limit.json': off, 'limit.auth': on }),
      ...(route.rate === 'login' && { 'envoy.filters.http.local_ratelimit': loginLimit() }),
    },
  };
}

/** For the calls that the service makes: libs/http-server. */
function expectedTimeout(seconds: number) {
  return {
    header: { key: 'x-envoy-expected-rq-timeout-ms', value: String(seconds * 1_000) },
    append_action: 'OVERWRITE_IF_EXISTS_OR_ADD',
  };
}

const on = typed('envoy.config.route.v3.FilterConfig', { config: {} });
const off = typed('envoy.config.route.v3.FilterConfig', { disabled: true });

function audience(service: Service) {
  return typed('envoy.config.route.v3.FilterConfig', {
    config: typed('envoy.extensions.filters.http.header_mutation.v3.HeaderMutationPerRoute', {
      mutations: {
        request_mutations: [
          {
            append: {
              header: { key: 'x-auth-audience', value: service },
              append_action: 'OVERWRITE_IF_EXISTS_OR_ADD',
            },
          },
        ],
      },
    }),
  });
}

/**
 * Whether a request to this route may end a session: all of auth's routes but plain reads. A wrong yes only empties the
 * gateway's memory.
 */
export function mayEndSessions({ service, methods, forwardsCredentials }: Route): boolean {
  return service === 'auth' && (forwardsCredentials === true || methods.some((method) => method !== 'GET'));
}

function knownSessions(route: Route) {
  return typed('envoy.config.route.v3.FilterConfig', {
    config: typed('envoy.extensions.filters.http.lua.v3.LuaPerRoute', {
      filter_context: { ends_sessions: mayEndSessions(route) },
    }),
  });
}

function methodsOf(route: Route): Method[] {
  return route.methods.includes('GET') && !route.methods.includes('HEAD')
    ? [...route.methods, 'HEAD']
    : [...route.methods];
}

function wrongMethod(path: string, allowed: readonly Method[]) {
  return {
    name: `405 ${path}`,
    match: matchPath(path),
    direct_response: { status: 405 },
    response_headers_to_add: [
      {
        header: { key: 'allow', value: [...new Set(allowed)].sort().join(', ') },
        append_action: 'OVERWRITE_IF_EXISTS_OR_ADD',
      },
    ],
  };
}

function matchPath(path: string) {
  if (path === '/**') return { prefix: '/' };
  if (path.endsWith('/**')) return { path_separated_prefix: path.slice(0, -3) };
  if (!path.includes('{')) return { path };
  return { safe_regex: { regex: path.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+') } };
}

function methodIs(methods: readonly Method[]) {
  return { name: ':method', string_match: { safe_regex: { regex: methods.join('|') } } };
}

/** Fixed segments come before parameters, so `/api/external/post-video` never matches a platform's route. */
function moreSpecificFirst(a: string, b: string): number {
  return Number(a.includes('{')) - Number(b.includes('{')) || a.localeCompare(b);
}

const perMinute = (tokens: number) => ({ max_tokens: tokens, tokens_per_fill: tokens, fill_interval: '60s' });

/** Counts each address, and each /64 of IPv6: libs/http-server's networkOf. */
function loginLimit() {
  const always = { default_value: { numerator: 100, denominator: 'HUNDRED' } };
  return typed('envoy.extensions.filters.http.local_ratelimit.v3.LocalRateLimit', {
    stat_prefix: 'login',
    token_bucket: { max_tokens: 2_000, tokens_per_fill: 2_000, fill_interval: '1s' },
    filter_enabled: always,
    filter_enforced: always,
    // The default of 20 would make the limit shared as soon as the 21st address appears.
    max_dynamic_descriptors: 10_000,
    descriptors: [
      { entries: [{ key: 'remote_address' }], token_bucket: perMinute(LOGIN_PER_MINUTE) },
      { entries: [{ key: 'masked_remote_address' }], token_bucket: perMinute(LOGIN_PER_MINUTE) },
      // IPv4 addresses as some proxies write them (::ffff:…): all of them would be one network.
      { entries: [{ key: 'masked_remote_address', value: '::/64' }], token_bucket: perMinute(1_000_000) },
    ],
    rate_limits: [
      { actions: [{ remote_address: {} }] },
      { actions: [{ masked_remote_address: { v4_prefix_mask_len: 32, v6_prefix_mask_len: 64 } }] },
    ],
    response_headers_to_add: [
      { header: { key: 'retry-after', value: '60' }, append_action: 'OVERWRITE_IF_EXISTS_OR_ADD' },
    ],
  });
}
