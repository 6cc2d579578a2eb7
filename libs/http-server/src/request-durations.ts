import type { Metrics } from '@reelwright/metrics';
import type { HttpApp } from './index.ts';

/** One histogram per route template and status class. */
export function observeRequests(app: HttpApp, metrics: Metrics): void {
  const duration = metrics.histogram('http_request_duration_seconds', 'Time to answer a request', [
    'method',
    'route',
    'status',
  ]);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    duration.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
  });
}
