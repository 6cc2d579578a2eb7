import { AppError } from '@reelwright/errors';
import type { Metrics } from '@reelwright/metrics';
import type { HttpApp } from './index.ts';

interface Readiness {
  isDraining(): boolean;
  /** Rejects while the service cannot do its work. */
  readonly ready: (() => Promise<void>) | undefined;
}

/**
 * /healthz: the process runs. /readyz: it can do its work, and takes new work. /metrics: for Prometheus. None is routed by
 * the gateway.
 */
export function serveHealth(app: HttpApp, { isDraining, ready }: Readiness, metrics: Metrics): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    if (isDraining()) throw new AppError('UNAVAILABLE', 'DRAINING', 'This service is stopping.');
    await ready?.().catch((cause: unknown) => {
      if (cause instanceof AppError) throw cause;
      throw new AppError('UNAVAILABLE', 'NOT_READY', 'This service is not ready yet.', { cause });
    });
    return { status: 'ready' };
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}

/** One histogram per route template and status class. */
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
