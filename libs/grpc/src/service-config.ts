import type { ServiceDefinition } from '@grpc/grpc-js';

/**
 * What grpc-js reads about a service (grpc/doc/service_config.md). Every rpc that no server has begun to process is sent
 * again without further settings; the read-only ones also when their server was lost.
 */
export function serviceConfig(definition: ServiceDefinition, readOnly: ReadonlySet<string> = new Set()): string {
  const repeatable = Object.values(definition).filter(({ path }) => readOnly.has(path));
  return JSON.stringify({
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: repeatable.length === 0 ? [] : [{ name: repeatable.map(({ path }) => nameOf(path)), retryPolicy }],
    // No retries while more than about one call of ten fails, so that they add little to an outage.
    retryThrottling: { maxTokens: 100, tokenRatio: 0.1 },
  });
}

const retryPolicy = {
  maxAttempts: 3,
  initialBackoff: '0.05s',
  maxBackoff: '0.5s',
  backoffMultiplier: 2,
  retryableStatusCodes: ['UNAVAILABLE'],
};

function nameOf(path: string) {
  const [, service, method] = path.split('/');
  return { service, method };
}
