import { socket } from './envoy-clusters.ts';
import type { Address } from './envoy-config.ts';
import { typed } from './typed.ts';

const ADMIN = 'admin';
/** What kubelet and Prometheus may read of the admin port; the rest of it stops and changes Envoy. */
const PATHS = ['/ready', '/stats/prometheus'];

/** A listener for the probes and Prometheus, which can't reach the admin port: it listens in the pod only. */
export function opsListener(address: Address) {
  return {
    name: 'ops',
    address: socket(address),
    filter_chains: [
      {
        filters: [
          {
            name: 'envoy.filters.network.http_connection_manager',
            typed_config: typed('envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager', {
              stat_prefix: 'ops',
              http_filters: [
                {
                  name: 'envoy.filters.http.router',
                  typed_config: typed('envoy.extensions.filters.http.router.v3.Router'),
                },
              ],
              route_config: {
                virtual_hosts: [
                  {
                    name: 'ops',
                    domains: ['*'],
                    routes: PATHS.map((path) => ({
                      match: { path, headers: [{ name: ':method', string_match: { exact: 'GET' } }] },
                      route: { cluster: ADMIN },
                    })),
                  },
                ],
              },
            }),
          },
        ],
      },
    ],
  };
}

/** The admin port, for `opsListener`. */
export function adminCluster(address: Address) {
  return {
    name: ADMIN,
    type: 'STATIC',
    load_assignment: {
      cluster_name: ADMIN,
      endpoints: [{ lb_endpoints: [{ endpoint: { address: socket(address) } }] }],
    },
  };
}
