import { AppError } from '@reelwright/errors';
import type { Logger } from '@reelwright/logger';
import type { Metrics } from '@reelwright/metrics';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { handleError, handleUnknownRoute, sendError } from './replies.ts';

export interface OpsServer {
  readonly name: string;
  readonly app: FastifyInstance;
  start(): Promise<void>;
  /** From now on the process serves requests. */
  markStarted(): void;
  /** /readyz is 503 at once; the port stays open until the process stops. */
  drain(): Promise<void>;
  stop(): Promise<void>;
  /** The port it listens on, once started. */
  port(): number;
}

/**
 * The port of a process for those who operate it; the gateway routes nothing to it.
 * - GET /startz: 200 once the process serves requests, 503 STARTING before.
 * - GET /livez: 200. Only the event loop answers, so a probe that times out says that it is blocked.
 * - GET /readyz: 200 while the process takes new work, else 503 STARTING, DRAINING or what `ready` rejects with.
 * - GET /metrics: for Prometheus.
 */
export function createOpsServer(options: {
  readonly host: string;
  readonly port: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Rejects while the process can't do its work; the reason is logged. */
  readonly ready?: () => Promise<void>;
}): OpsServer {
  const { logger, metrics, ready } = options;
  let started = false;
  let draining = false;
  const app = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  });
  /** Why the last probe was refused. Probes come every second, so only a change is logged. */
  let refusedFor: string | undefined;
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof AppError) || error.kind !== 'UNAVAILABLE') return handleError(error, request, reply);
    const { code, cause } = error;
    if (code !== refusedFor) logger.info({ code, ...(cause !== undefined && { err: cause }) }, 'not ready');
    refusedFor = code;
    return sendError(error, request, reply);
  });
  app.setNotFoundHandler(handleUnknownRoute);

  function requireStarted(): void {
    if (!started) throw new AppError('UNAVAILABLE', 'STARTING', 'This service is starting.');
  }
  app.get('/startz', async () => {
    requireStarted();
    return { status: 'started' };
  });
  app.get('/livez', async () => ({ status: 'alive' }));
  app.get('/readyz', async () => {
    if (draining) throw new AppError('UNAVAILABLE', 'DRAINING', 'This service is stopping.');
    // Also while the process starts: it may be waiting for what `ready` names.
    await ready?.().catch((cause: unknown) => {
      if (cause instanceof AppError) throw cause;
      throw new AppError('UNAVAILABLE', 'NOT_READY', 'This service is not ready yet.', { cause });
    });
    requireStarted();
    refusedFor = undefined;
    return { status: 'ready' };
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );

  return {
    name: 'ops server',
    app,
    async start() {
      await app.listen({
        host: options.host,
        port: options.port,
        listenTextResolver: (address) => `Probes and metrics are at ${address}`,
      });
    },
    markStarted() {
      started = true;
    },
    async drain() {
      draining = true;
    },
    stop: () => app.close(),
    port() {
      const address = app.server.address();
      return typeof address === 'object' && address ? address.port : options.port;
    },
  };
}
