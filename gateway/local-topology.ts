import type { Topology } from './envoy-config.ts';

/**
 * All parts on this machine, at fixed offsets from the public port. deploy/local/src/ports.ts has the same offsets.
 * The replicas of a service have the same ports at 127.0.0.1, 127.0.0.2 and so on.
 */
export function localTopology(base: number, replicas = 1): Topology {
  const at = (offset: number) => ({ host: '127.0.0.1', port: base + offset });
  const hosts = Array.from({ length: replicas }, (_, index) => `127.0.0.${index + 1}`).join(',');
  const service = (offset: number, opsOffset: number) => ({
    host: hosts,
    port: base + offset,
    opsPort: base + opsOffset,
  });
  return {
    listen: { host: '0.0.0.0', port: base },
    admin: at(1),
    web: at(2),
    authCheck: service(11, 30),
    services: {
      auth: service(10, 30),
      billing: service(14, 31),
      scheduling: service(16, 32),
      generation: service(18, 33),
      drive: service(20, 34),
      publishing: service(22, 35),
      analytics: service(24, 36),
      'external-api': service(26, 37),
    },
    trustedHops: 0,
  };
}
