import { board, lines, numbers } from '../panels.ts';

const PUBLIC = 'envoy_http_conn_manager_prefix="public"';

/** What comes in, and what the gateway does with it. */
export const gateway = board({
  uid: 'reelwright-gateway',
  title: 'Reelwright: gateway',
  description: 'Requests at Envoy, checks at auth, and the services behind it.',
  rows: [
    {
      title: 'Requests',
      panels: [
        lines({
          title: 'Responses by status class',
          description: 'All responses of the public listener, also those that Envoy gives itself.',
          unit: 'perSecond',
          queries: [
            [
              `sum by (envoy_response_code_class) (rate(envoy_http_downstream_rq_xx{${PUBLIC}}[$__rate_interval]))`,
              '{{envoy_response_code_class}}xx',
            ],
          ],
        }),
        lines({
          title: 'Share of 5xx',
          description: 'Of all responses. Above 5 % for 5 minutes it pages.',
          unit: 'share',
          queries: [
            [
              `sum(rate(envoy_http_downstream_rq_xx{${PUBLIC},envoy_response_code_class="5"}[$__rate_interval])) / (sum(rate(envoy_http_downstream_rq_xx{${PUBLIC}}[$__rate_interval])) > 0)`,
              '5xx',
            ],
          ],
        }),
        lines({
          title: '95th percentile of the time of a service, by kind of request',
          description:
            'From the end of the request until the response. The check at auth is not part of it; uploads include the time of the posts.',
          unit: 'seconds',
          queries: [
            [
              'histogram_quantile(0.95, sum by (le, envoy_route) (rate(envoy_vhost_route_upstream_rq_time_bucket[$__rate_interval]))) / 1000',
              '{{envoy_route}}',
            ],
          ],
        }),
        lines({
          title: 'Requests by kind',
          description: 'Those that reached their route, by what they are.',
          unit: 'perSecond',
          queries: [
            ['sum by (envoy_route) (rate(envoy_vhost_route_upstream_rq_xx[$__rate_interval]))', '{{envoy_route}}'],
          ],
        }),
        lines({
          title: 'Open requests and connections',
          description: 'Of all gateways together.',
          unit: 'count',
          queries: [
            [`sum(envoy_http_downstream_rq_active{${PUBLIC}})`, 'requests'],
            [`sum(envoy_http_downstream_cx_active{${PUBLIC}})`, 'connections'],
          ],
        }),
        lines({
          title: 'Memory of each gateway',
          description: 'What Envoy has allocated.',
          unit: 'bytes',
          queries: [['max by (pod) (envoy_server_memory_allocated)', '{{pod}}']],
        }),
      ],
    },
    {
      title: 'Checks at auth',
      panels: [
        lines({
          title: 'Checks by outcome',
          description:
            '`known`: a read whose session the gateway knew, so auth was not asked. `error`: no answer, and the request got a 503.',
          unit: 'perSecond',
          queries: [
            ['sum(rate(envoy_http_ext_authz_ok[$__rate_interval]))', 'ok'],
            ['sum(rate(envoy_http_ext_authz_denied[$__rate_interval]))', 'denied'],
            ['sum(rate(envoy_http_ext_authz_error[$__rate_interval]))', 'error'],
            ['sum(rate(envoy_http_ext_authz_disabled{envoy_ext_authz_prefix="session"}[$__rate_interval]))', 'known'],
          ],
        }),
        lines({
          title: 'Checks without an answer, by credential',
          description: 'Above 1 % of the checks for 2 minutes it pages.',
          unit: 'perSecond',
          queries: [
            [
              'sum by (envoy_ext_authz_prefix) (rate(envoy_http_ext_authz_error[$__rate_interval]))',
              '{{envoy_ext_authz_prefix}}',
            ],
          ],
        }),
      ],
    },
    {
      title: 'Services behind it',
      panels: [
        numbers({
          title: 'Healthy pods, as the gateway that sees fewest has them',
          description: 'Pods that get requests, by service.',
          unit: 'count',
          queries: [['min by (envoy_cluster_name) (envoy_cluster_membership_healthy)', '{{envoy_cluster_name}}']],
          width: 12,
        }),
        numbers({
          title: 'Pods, as the gateway that sees most has them',
          description: 'Also those that are left out because they drain or do not respond.',
          unit: 'count',
          queries: [['max by (envoy_cluster_name) (envoy_cluster_membership_total)', '{{envoy_cluster_name}}']],
          width: 12,
        }),
        lines({
          title: '5xx of each service',
          description: 'Responses of the service, or of Envoy in its place.',
          unit: 'perSecond',
          queries: [
            [
              'sum by (envoy_cluster_name) (rate(envoy_cluster_upstream_rq_xx{envoy_response_code_class="5"}[$__rate_interval]))',
              '{{envoy_cluster_name}}',
            ],
          ],
        }),
        lines({
          title: 'Requests rejected because too many were open',
          description: 'Within 5 minutes. What can wait is rejected first (decision 32).',
          unit: 'count',
          queries: [
            [
              'sum by (envoy_cluster_name) (increase(envoy_cluster_upstream_rq_pending_overflow[5m]))',
              '{{envoy_cluster_name}}',
            ],
            ['sum(increase(envoy_cluster_low_upstream_rq_pending_overflow[5m]))', 'checks, can wait'],
            ['sum(increase(envoy_cluster_normal_upstream_rq_pending_overflow[5m]))', 'checks of reads'],
            ['sum(increase(envoy_cluster_high_upstream_rq_pending_overflow[5m]))', 'checks of changes'],
          ],
        }),
        lines({
          title: 'Repeats to another pod',
          description: 'Each second, and those that then succeeded.',
          unit: 'perSecond',
          queries: [
            ['sum(rate(envoy_cluster_upstream_rq_retry[$__rate_interval]))', 'repeats'],
            ['sum(rate(envoy_cluster_upstream_rq_retry_success[$__rate_interval]))', 'that succeeded'],
          ],
        }),
      ],
    },
  ],
});
