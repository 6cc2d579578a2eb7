import type { Topology } from './envoy-config.ts';

/** Everything on this machine, at fixed distances from the public port. deploy/local/src/ports.ts has the same numbers. */
export function localTopology(base: number): Topology {
  const at = (offset: number) => ({ host: '127.0.0.1', port: base + offset });
  return {
    listen: { host: '0.0.0.0', port: base },
    admin: at(1),
    web: at(2),
    authCheck: at(11),
    services: {
      auth: at(10),
      billing: at(14),
      scheduling: at(16),
      generation: at(18),
      drive: at(20),
      publishing: at(22),
      analytics: at(24),
      'external-api': at(26),
    },
    trustedHops: 0,
  };
}
