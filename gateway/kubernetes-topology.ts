import type { Address, Topology } from './envoy-config.ts';

/** The ports of all pods. */
const HTTP_PORT = 3_000;
const CHECK_PORT = 3_001;
const OPS_PORT = 3_002;
/** Of the gateway's own pods. */
const GATEWAY_OPS_PORT = 8_082;

export interface KubernetesSettings {
  /** The name of a part's headless service, with `{part}` for the part; one that ends in a dot is not searched for. */
  readonly names: string;
  readonly trustedHops: number;
}

export const kubernetesDefaults: KubernetesSettings = { names: '{part}-headless', trustedHops: 1 };

/** In Kubernetes: the name of each part has the addresses of its ready pods. */
export function kubernetesTopology({ names, trustedHops }: KubernetesSettings): Topology {
  const at = (part: string): Address => ({ host: names.replace('{part}', part), port: HTTP_PORT });
  const service = (part: string, port = HTTP_PORT): Address => ({ ...at(part), port, opsPort: OPS_PORT });
  return {
    listen: { host: '0.0.0.0', port: 8_080 },
    admin: { host: '127.0.0.1', port: 8_081 },
    ops: { host: '0.0.0.0', port: GATEWAY_OPS_PORT },
    web: at('web'),
    authCheck: service('auth', CHECK_PORT),
    services: {
      auth: service('auth'),
      billing: service('billing'),
      scheduling: service('scheduling'),
      generation: service('generation'),
      drive: service('drive'),
      publishing: service('publishing'),
      analytics: service('analytics'),
      'external-api': service('external-api'),
    },
    trustedHops,
  };
}
