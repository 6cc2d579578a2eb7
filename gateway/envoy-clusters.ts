import { isIPv4 } from 'node:net';
import type { Address } from './envoy-config.ts';
import { typed } from './typed.ts';

export interface ConcurrencyLimits {
  readonly max_connections: number;
  /** Requests that may wait for a connection; others get a 503 at once. */
  readonly max_pending_requests: number;
}

export const BUFFER_LIMIT = 65_536;
/** Simultaneous requests to one service. Changes have slots of their own (priority HIGH), which reads can't use. */
const REQUESTS_AT_ONCE = [
  { priority: 'DEFAULT', max_connections: 256, max_pending_requests: 128 },
  { priority: 'HIGH', max_connections: 256, max_pending_requests: 256 },
];
/** At most a fifth of the requests to one service are retries; with few requests, a lost replica may have had this many. */
const RETRY_BUDGET = { budget_percent: { value: 20 }, min_retry_concurrency: 10 };

/** One part of Reelwright: a process at an IP address, or all replicas of a list or a name. */
export function cluster(options: {
  name: string;
  address: Address;
  limits?: readonly (ConcurrencyLimits & { priority: string })[];
  connectTimeout?: string;
  nameServer: Address | undefined;
}) {
  const { name, address, limits = REQUESTS_AT_ONCE, connectTimeout = '1s', nameServer } = options;
  const hosts = hostsOf(address.host);
  const isOneProcess = hosts.length === 1 && isIPv4(address.host);
  const healthCheck = !isOneProcess &&
    address.opsPort !== undefined && { health_check_config: { port_value: address.opsPort } };
  return {
    name,
    ...(hosts.every(isIPv4) ? { type: 'STATIC' } : lookedUp(nameServer)),
    ...(!isOneProcess && replicas),
    connect_timeout: connectTimeout,
    per_connection_buffer_limit_bytes: BUFFER_LIMIT,
    circuit_breakers: { thresholds: limits.map((threshold) => ({ ...threshold, retry_budget: RETRY_BUDGET })) },
    load_assignment: {
      cluster_name: name,
      endpoints: [
        {
          lb_endpoints: hosts.map((host) => ({
            endpoint: { address: socket({ host, port: address.port }), ...healthCheck },
          })),
        },
      ],
    },
    typed_extension_protocol_options: {
      'envoy.extensions.upstreams.http.v3.HttpProtocolOptions': typed(
        'envoy.extensions.upstreams.http.v3.HttpProtocolOptions',
        {
          explicit_http_config: { http_protocol_options: {} },
          // Shorter than the services' keep-alive (72 s), or a reused connection may just have been closed.
          common_http_protocol_options: { idle_timeout: '55s' },
        },
      ),
    },
  };
}

/** The addresses of a list; a name is a list of itself. */
export const hostsOf = (host: string): string[] => host.split(',');

/** The addresses that a name has now. */
function lookedUp(nameServer: Address | undefined) {
  return {
    cluster_type: {
      name: 'envoy.cluster.dns',
      typed_config: typed('envoy.extensions.clusters.dns.v3.DnsCluster', {
        // Not the record's time to live, which is 5 to 30 s in Kubernetes.
        dns_refresh_rate: '2s',
        dns_failure_refresh_rate: { base_interval: '1s', max_interval: '2s' },
        dns_lookup_family: 'V4_PREFERRED',
        ...(nameServer && { typed_dns_resolver_config: resolver(nameServer) }),
      }),
    },
    // A replica that left the name gets no requests, even if it still responds.
    ignore_health_on_host_removal: true,
  };
}

/** Replicas are called in turn. One that drains, hangs or loses connections is left out. */
const replicas = {
  lb_policy: 'ROUND_ROBIN',
  // By default a change of health applies up to a second later.
  common_lb_config: { healthy_panic_threshold: { value: 30 }, update_merge_window: '0s' },
  health_checks: [
    {
      http_health_check: { path: '/readyz', expected_statuses: [{ start: 200, end: 300 }] },
      interval: '1s',
      no_traffic_interval: '1s',
      timeout: '1s',
      healthy_threshold: 1,
      // For a replica that does not respond; one that responds with 503 is left out at once.
      unhealthy_threshold: 3,
    },
  ],
  outlier_detection: {
    // A 5xx is no sign of a broken replica: services also return it while a provider is unavailable.
    split_external_local_origin_errors: true,
    enforcing_consecutive_5xx: 0,
    enforcing_consecutive_gateway_failure: 0,
    enforcing_success_rate: 0,
    // Only five connections lost in a row leave a replica out, not a share of lost ones.
    enforcing_local_origin_success_rate: 0,
    consecutive_local_origin_failure: 5,
    interval: '5s',
    base_ejection_time: '15s',
    max_ejection_time: '120s',
    max_ejection_percent: 50,
  },
};

function resolver(nameServer: Address) {
  return {
    name: 'envoy.network.dns_resolver.cares',
    typed_config: typed('envoy.extensions.network.dns_resolver.cares.v3.CaresDnsResolverConfig', {
      resolvers: [{ socket_address: { protocol: 'UDP', address: nameServer.host, port_value: nameServer.port } }],
    }),
  };
}

export function socket({ host, port }: Address) {
  return { socket_address: { address: host, port_value: port } };
}
