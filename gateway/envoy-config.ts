import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUFFER_LIMIT, type ConcurrencyLimits, cluster, hostsOf, socket } from './envoy-clusters.ts';
import { type Check, checkName, checksOf, LOST, NEVER_SENT, retries, routeConfig } from './envoy-routes.ts';
import { adminCluster, opsListener } from './ops-listener.ts';
import { EARLY_ID, localReplyConfig } from './replies.ts';
import type { Importance, Route, Service } from './routes.ts';
import { typed } from './typed.ts';

export interface Address {
  /** An IP address, which is one process; several by comma, or a name, which has the addresses of all replicas. */
  readonly host: string;
  readonly port: number;
  /** The port with /readyz, if it is another one. */
  readonly opsPort?: number;
}

/** The addresses of all parts in one environment. */
export interface Topology {
  readonly listen: Address;
  readonly admin: Address;
  /** For probes and Prometheus; none where they reach the admin port. */
  readonly ops?: Address;
  readonly services: Readonly<Record<Service, Address>>;
  /** Auth's internal port that checks whether a request may pass. */
  readonly authCheck: Address;
  readonly web: Address;
  /** The number of trusted proxies in front of this one, whose X-Forwarded-For is used. */
  readonly trustedHops: number;
  /** Looks up the names; the system's name servers by default. */
  readonly nameServer?: Address;
}

const JSON_LIMIT = 1024 * 1024;
/** Auth's own limit. If only auth enforced it, it would close the connection mid-body, and Envoy would sometimes return 503. */
const AUTH_LIMIT = 16 * 1024;
/** A message of 8,000 characters, each of which a client may write in six bytes (\\u4e00). */
const LETTER_LIMIT = 64 * 1024;
/** 100 MB of video as base64 is 133.4 MB, plus the other fields. */
const UPLOAD_LIMIT = 140 * 1024 * 1024;

/**
 * Simultaneous checks at auth. The limits leave auth free for more important requests, and keep requests from timing out
 * in a queue: a request above them is rejected within a millisecond and may be retried (decision 0032).
 */
const CHECKS_AT_ONCE: Readonly<Record<Importance, ConcurrencyLimits>> = {
  low: { max_connections: 6, max_pending_requests: 8 },
  normal: { max_connections: 24, max_pending_requests: 24 },
  high: { max_connections: 128, max_pending_requests: 256 },
};
/**
 * How long a check may take in all, and how long at one replica of auth before another one is asked. The app repeats a
 * read by itself; a person has to repeat a change, so its check may wait longer.
 */
const CHECK_TIMEOUTS: Readonly<Record<Importance, { all: string; replicaMs?: number }>> = {
  low: { all: '0.5s' },
  normal: { all: '1s', replicaMs: 500 },
  high: { all: '2s', replicaMs: 1_000 },
};
/** Short enough for a second connection, to another replica, when the machine of the first one is gone. */
const CHECK_CONNECT_TIMEOUT = '0.15s';

/** The whole Envoy configuration as plain data. Field choices: services/decisions/0004-gateway.md. */
export function envoyConfig(topology: Topology, routes: readonly Route[]) {
  const { nameServer } = topology;
  return {
    admin: { address: socket(topology.admin), access_log: [] },
    overload_manager: overloadManager(),
    static_resources: {
      listeners: [
        {
          name: 'public',
          address: socket(topology.listen),
          per_connection_buffer_limit_bytes: BUFFER_LIMIT,
          filter_chains: [
            {
              filters: [
                {
                  name: 'envoy.filters.network.http_connection_manager',
                  typed_config: connectionManager(topology, routes),
                },
              ],
            },
          ],
        },
        ...(topology.ops ? [opsListener(topology.ops)] : []),
      ],
      clusters: [
        ...Object.entries(topology.services).map(([name, address]) => cluster({ name, address, nameServer })),
        ...Object.entries(CHECKS_AT_ONCE).map(([importance, limits]) =>
          cluster({
            name: `auth_check.${importance}`,
            address: topology.authCheck,
            limits: [{ priority: 'DEFAULT', ...limits }],
            connectTimeout: CHECK_CONNECT_TIMEOUT,
            nameServer,
          }),
        ),
        cluster({ name: 'web', address: topology.web, nameServer }),
        ...(topology.ops ? [adminCluster(topology.admin)] : []),
      ],
    },
  };
}

function connectionManager(topology: Topology, routes: readonly Route[]) {
  return typed('envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager', {
    stat_prefix: 'public',
    use_remote_address: true,
    xff_num_trusted_hops: topology.trustedHops,
    // Access is decided by path: a path has one spelling only.
    normalize_path: true,
    merge_slashes: true,
    path_with_escaped_slashes_action: 'REJECT_REQUEST',
    strip_trailing_host_dot: true,
    preserve_external_request_id: false,
    always_set_request_id_in_response: true,
    request_headers_timeout: '10s',
    stream_idle_timeout: '60s',
    // After the last response of a connection. A client that takes nothing for so long loses what is still in Envoy's buffer: by
    // default it has one second. One that never closes its side keeps the connection for as long.
    delayed_close_timeout: '10s',
    // A partner gets an error before it has sent a hundred megabytes.
    proxy_100_continue: true,
    max_request_headers_kb: 32,
    common_http_protocol_options: {
      idle_timeout: '300s',
      headers_with_underscores_action: 'REJECT_REQUEST',
      max_headers_count: 80,
    },
    http2_protocol_options: {
      max_concurrent_streams: 100,
      initial_stream_window_size: 65_536,
      initial_connection_window_size: 1_048_576,
    },
    // Before routing and on every route: identity comes only from our own check.
    early_header_mutation_extensions: [
      {
        name: 'envoy.http.early_header_mutation.header_mutation',
        typed_config: typed('envoy.extensions.http.early_header_mutation.header_mutation.v3.HeaderMutation', {
          mutations: [
            { remove_on_match: { key_matcher: { prefix: 'x-auth-', ignore_case: true } } },
            { remove_on_match: { key_matcher: { prefix: 'x-user-', ignore_case: true } } },
            { remove: 'x-forwarded-host' },
            // Nobody outside chooses the id of a trace: it is that of the request.
            { remove: 'traceparent' },
            { remove: 'tracestate' },
          ],
        }),
      },
    ],
    access_log: [accessLog()],
    local_reply_config: localReplyConfig(),
    http_filters: httpFilters(topology, routes),
    route_config: routeConfig(routes),
  });
}

/** Order matters: rate limits, known sessions, the check, body limits. No filter after the check may choose another route. */
function httpFilters(topology: Topology, routes: readonly Route[]) {
  return [
    {
      name: 'response_headers',
      typed_config: typed('envoy.extensions.filters.http.header_mutation.v3.HeaderMutation', {
        mutations: { response_mutations: responseHeaders() },
      }),
    },
    {
      name: 'envoy.filters.http.local_ratelimit',
      typed_config: typed('envoy.extensions.filters.http.local_ratelimit.v3.LocalRateLimit', { stat_prefix: 'edge' }),
    },
    // Off until a route names its service: the identity token is valid there only.
    { name: 'audience', disabled: true, typed_config: headerMutation([]) },
    knownSessions(),
    ...checksOf(routes).map((check) => authorization(check, topology.authCheck)),
    {
      name: 'strip_credentials',
      typed_config: headerMutation([{ remove: 'cookie' }, { remove: 'authorization' }, { remove: 'x-api-key' }]),
    },
    { name: 'strip_audience', typed_config: headerMutation([{ remove: 'x-auth-audience' }]) },
    { name: 'limit.json', typed_config: bodyLimit(JSON_LIMIT) },
    { name: 'limit.auth', disabled: true, typed_config: bodyLimit(AUTH_LIMIT) },
    { name: 'limit.letter', disabled: true, typed_config: bodyLimit(LETTER_LIMIT) },
    { name: 'limit.upload', disabled: true, typed_config: bodyLimit(UPLOAD_LIMIT) },
    {
      name: 'envoy.filters.http.router',
      typed_config: typed('envoy.extensions.filters.http.router.v3.Router', { suppress_envoy_headers: true }),
    },
  ];
}

function headerMutation(request_mutations: object[]) {
  return typed('envoy.extensions.filters.http.header_mutation.v3.HeaderMutation', { mutations: { request_mutations } });
}

/** Off until a route switches it on. When it sets `known`, the check of policy `session` after it is skipped. */
function knownSessions() {
  return {
    name: 'known_sessions',
    disabled: true,
    typed_config: typed('envoy.extensions.filters.http.lua.v3.Lua', {
      default_source_code: {
        inline_string: readFileSync(join(import.meta.dirname, 'known-sessions.lua'), 'utf8'),
      },
      clear_route_cache: false,
    }),
  };
}

/** Envoy counts a skipped check as `disabled`: gateway/README.md. */
const unlessKnown = {
  filter_enabled_metadata: {
    filter: 'known_sessions',
    path: [{ key: 'known' }],
    value: { bool_match: true },
    invert: true,
  },
};

/** One filter for each check, off until a route switches it on: the HTTP check knows the policy by its path only. */
function authorization(check: Check, { host, port }: Address) {
  const { policy, importance } = check;
  const timeouts = CHECK_TIMEOUTS[importance];
  return {
    name: checkName(check),
    disabled: true,
    typed_config: typed('envoy.extensions.filters.http.ext_authz.v3.ExtAuthz', {
      transport_api_version: 'V3',
      stat_prefix: policy,
      http_service: {
        server_uri: {
          uri: `http://${hostsOf(host)[0]}:${port}`,
          cluster: `auth_check.${importance}`,
          timeout: timeouts.all,
        },
        path_prefix: `/check/${policy}`,
        // A check changes nothing. A replica that is too slow counts as lost.
        retry_policy: retries(NEVER_SENT, LOST),
        ...(timeouts.replicaMs && { authorization_request: { headers_to_add: [tryTimeout(timeouts.replicaMs)] } }),
        authorization_response: {
          allowed_upstream_headers: { patterns: [{ exact: 'x-auth-identity' }] },
          // For the script before it, which has no other access to this header.
          ...(policy === 'session' && { dynamic_metadata_from_headers: { patterns: [{ exact: 'x-auth-identity' }] } }),
          allowed_client_headers: {
            patterns: [{ exact: 'content-type' }, { exact: 'retry-after' }, { exact: 'www-authenticate' }],
          },
        },
      },
      allowed_headers: {
        patterns: ['cookie', 'authorization', 'x-api-key', 'x-request-id', 'user-agent', 'x-auth-audience'].map(
          (exact) => ({ exact }),
        ),
      },
      failure_mode_allow: false,
      status_on_error: { code: 'ServiceUnavailable' },
      clear_route_cache: false,
      ...(policy === 'session' && unlessKnown),
    }),
  };
}

/**
 * Envoy's own header, which it removes again. The retry policy of a check has no field for it; without the header, Envoy
 * takes the longest back-off (1 s).
 */
function tryTimeout(milliseconds: number) {
  return { key: 'x-envoy-upstream-rq-per-try-timeout-ms', value: String(milliseconds) };
}

function bodyLimit(bytes: number) {
  return typed('envoy.extensions.filters.http.body_size_limit.v3.BodySizeLimit', { max_request_bytes: bytes });
}

function responseHeaders() {
  const set = (key: string, value: string, append_action = 'OVERWRITE_IF_EXISTS_OR_ADD') => ({
    append: { header: { key, value }, append_action },
  });
  return [
    set('strict-transport-security', 'max-age=31536000; includeSubDomains'),
    set('x-content-type-options', 'nosniff'),
    set('referrer-policy', 'strict-origin-when-cross-origin', 'ADD_IF_ABSENT'),
    set('content-security-policy', "default-src 'none'; frame-ancestors 'none'", 'ADD_IF_ABSENT'),
    set('permissions-policy', 'camera=(), microphone=(), geolocation=()', 'ADD_IF_ABSENT'),
    set('cross-origin-opener-policy', 'same-origin-allow-popups', 'ADD_IF_ABSENT'),
    { remove: 'x-powered-by' },
  ];
}

function accessLog() {
  return {
    name: 'envoy.access_loggers.stdout',
    typed_config: typed('envoy.extensions.access_loggers.stream.v3.StdoutAccessLog', {
      log_format: {
        json_format: {
          time: '%START_TIME(%Y-%m-%dT%H:%M:%S.%3fZ)%',
          service: 'gateway',
          requestId: '%REQ(X-REQUEST-ID)%',
          earlyId: EARLY_ID,
          method: '%REQ(:METHOD)%',
          // Without the query: provider callbacks carry codes there.
          path: '%PATH(NQ:ORIG_OR_PATH)%',
          route: '%ROUTE_NAME%',
          status: '%RESPONSE_CODE%',
          flags: '%RESPONSE_FLAGS%',
          details: '%RESPONSE_CODE_DETAILS%',
          durationMs: '%DURATION%',
          bytesIn: '%BYTES_RECEIVED%',
          bytesOut: '%BYTES_SENT%',
          upstream: '%UPSTREAM_CLUSTER%',
        },
      },
    }),
  };
}

function overloadManager() {
  return {
    refresh_interval: '0.25s',
    resource_monitors: [
      {
        name: 'envoy.resource_monitors.global_downstream_max_connections',
        typed_config: typed(
          'envoy.extensions.resource_monitors.downstream_connections.v3.DownstreamConnectionsConfig',
          { max_active_downstream_connections: 20_000 },
        ),
      },
    ],
  };
}
