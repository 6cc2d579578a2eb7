import { board, lines, numbers } from '../panels.ts';

const CHOSEN = 'service=~"$service"';

/** What every service reports. */
export const services = board({
  uid: 'reelwright-services',
  title: 'Reelwright: services',
  description: 'Requests, calls between services, processes and pools of the chosen services.',
  services: true,
  rows: [
    {
      title: 'Requests',
      panels: [
        lines({
          title: 'Requests each second',
          description: 'HTTP, by service.',
          unit: 'perSecond',
          queries: [
            [
              `sum by (service) (rate(http_request_duration_seconds_count{${CHOSEN}}[$__rate_interval]))`,
              '{{service}}',
            ],
          ],
          width: 8,
        }),
        lines({
          title: 'Share of 5xx, by route',
          description: 'Only routes that have some. Above 5 % for 5 minutes it opens a ticket.',
          unit: 'share',
          queries: [
            [
              `sum by (service, route) (rate(http_request_duration_seconds_count{${CHOSEN},status="5xx"}[$__rate_interval])) / (sum by (service, route) (rate(http_request_duration_seconds_count{${CHOSEN}}[$__rate_interval])) > 0) > 0`,
              '{{service}} {{route}}',
            ],
          ],
          width: 8,
        }),
        lines({
          title: 'Median and 95th percentile of requests',
          description: 'Time to answer, by service. Uploads are part of that of external-api.',
          unit: 'seconds',
          queries: [
            [
              `histogram_quantile(0.5, sum by (le, service) (rate(http_request_duration_seconds_bucket{${CHOSEN}}[$__rate_interval])))`,
              '{{service}} median',
            ],
            [
              `histogram_quantile(0.95, sum by (le, service) (rate(http_request_duration_seconds_bucket{${CHOSEN}}[$__rate_interval])))`,
              '{{service}} 95th',
            ],
          ],
          width: 8,
        }),
      ],
    },
    {
      title: 'Calls between services (gRPC)',
      panels: [
        lines({
          title: 'Calls made, by caller and rpc',
          description: 'Each second.',
          unit: 'perSecond',
          queries: [
            [
              `sum by (service, rpc) (rate(grpc_client_duration_seconds_count{${CHOSEN}}[$__rate_interval]))`,
              '{{service}} calls {{rpc}}',
            ],
          ],
          width: 8,
        }),
        lines({
          title: 'Calls that failed, by caller, rpc and code',
          description: 'Every code but OK, as the caller saw it after its repeats.',
          unit: 'perSecond',
          queries: [
            [
              `sum by (service, rpc, code) (rate(grpc_client_duration_seconds_count{${CHOSEN},code!="OK"}[$__rate_interval]))`,
              '{{service}} calls {{rpc}}: {{code}}',
            ],
          ],
          width: 8,
        }),
        lines({
          title: '95th percentile of answers',
          description: 'Time of the service that is called, by rpc.',
          unit: 'seconds',
          queries: [
            [
              `histogram_quantile(0.95, sum by (le, service, rpc) (rate(grpc_server_duration_seconds_bucket{${CHOSEN}}[$__rate_interval])))`,
              '{{service}} answers {{rpc}}',
            ],
          ],
          width: 8,
        }),
      ],
    },
    {
      title: 'Processes',
      panels: [
        lines({
          title: 'Delay of the event loop, the worst process',
          description: 'Measured when it is read, not continuously: a short pause is easily missed.',
          unit: 'seconds',
          queries: [[`max by (service) (nodejs_eventloop_lag_seconds{${CHOSEN}})`, '{{service}}']],
          width: 8,
        }),
        lines({
          title: 'Processor time of each process',
          description: 'Seconds of a processor that it uses in a second.',
          unit: 'share',
          queries: [
            [`sum by (service, pod) (rate(process_cpu_seconds_total{${CHOSEN}}[$__rate_interval]))`, '{{pod}}'],
          ],
          width: 8,
        }),
        lines({
          title: 'Memory of each process',
          description: 'Resident memory. A pod that reaches its limit is killed.',
          unit: 'bytes',
          queries: [[`max by (service, pod) (process_resident_memory_bytes{${CHOSEN}})`, '{{pod}}']],
          width: 8,
        }),
        lines({
          title: 'Restarts of containers within an hour',
          description: 'From kube-state-metrics; empty without it. Three within half an hour open a ticket.',
          unit: 'count',
          queries: [
            [
              'max by (pod, container) (increase(kube_pod_container_status_restarts_total{namespace="reelwright"}[1h])) > 0',
              '{{pod}} {{container}}',
            ],
          ],
        }),
        numbers({
          title: 'Processes that are scraped',
          description: 'By service. None for 5 minutes pages.',
          unit: 'count',
          queries: [[`count by (service) (process_start_time_seconds{${CHOSEN}})`, '{{service}}']],
          width: 12,
        }),
      ],
    },
    {
      title: 'Pools of connections to PostgreSQL',
      panels: [
        lines({
          title: 'Queries that wait for a connection',
          description: 'In the process where most wait. Above 0 at each reading of 5 minutes it pages.',
          unit: 'count',
          queries: [[`max by (service) (database_waiting{${CHOSEN}})`, '{{service}}']],
        }),
        lines({
          title: 'Connections in use',
          description: 'Of all processes of the service.',
          unit: 'count',
          queries: [[`sum by (service) (database_connections{${CHOSEN},state="used"})`, '{{service}}']],
        }),
      ],
    },
  ],
});
