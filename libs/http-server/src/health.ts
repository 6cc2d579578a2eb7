import type { Metrics } from '@reelwright/metrics';
import type { HttpApp } from './index.ts';

/** /healthz: the process answers. /readyz: it can do its work. /metrics: for Prometheus. None is routed by the gateway. */
export function serveHealth(app: HttpApp, ready: (() => Promise<void>) | undefined, metrics: Metrics): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    try {
      await ready?.();
      return { status: 'ready' };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ error: 'NOT_READY', message: 'This service is not ready yet.' });
    }
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}

/** One histogram per route template and status class, and one log line per failed request. */
export function observeRequests(app: HttpApp, metrics: Metrics): void {
  const duration = metrics.histogram('http_request_duration_seconds', 'Time to answer a request', [
    'method',
    'route',
    'status',
  ]);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    if (route === '/healthz' || route === '/readyz' || route === '/metrics') return;
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    duration.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
  });
}
