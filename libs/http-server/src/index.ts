import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type Languages, languages } from '@reelwright/causes';
import type { Clock } from '@reelwright/clock';
import { AppError } from '@reelwright/errors';
import type { Identity, IdentityVerifier } from '@reelwright/identity';
import type { Logger } from '@reelwright/logger';
import type { Metrics } from '@reelwright/metrics';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController, type RawServerDefault } from 'fastify';
import { rejectBrokenText } from './clean-text.ts';
import { respondToClientError } from './client-errors.ts';
import { inheritDeadline } from './deadline.ts';
import { createDrain } from './drain.ts';
import { readStrictJson } from './json-body.ts';
import { rejectUndeclaredBody } from './no-body.ts';
import { describeRoutes } from './openapi.ts';
import { nameLanguage, useLanguages } from './reader.ts';
import { handleError, handleUnknownRoute } from './replies.ts';
import { observeRequests } from './request-durations.ts';
import { readIdentity, rejectCrossSite, rejectUnsupported } from './request-guards.ts';
import { compileValidator } from './request-validation.ts';
import { inheritTrace } from './trace.ts';

export { serveAccountData } from './account-data.ts';
export { bytesResponse } from './bytes-response.ts';
export { blockOf, networkOf } from './caller-network.ts';
export { requireCleanText } from './clean-text.ts';
export { oneOf, oneOfOrNull } from './closed-set.ts';
export { decodeUtf8, duplicateField, requireNamesOnce } from './json-body.ts';
export { nullable } from './nullable.ts';
export { createOpsServer, type OpsServer } from './ops-server.ts';
export { readerOf } from './reader.ts';
export { errorResponses } from './replies.ts';
export { requireAdmin, requireUser } from './request-guards.ts';
export { describeFailure } from './validation-words.ts';

export type HttpApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, proven by the gateway's token; undefined without a token. */
    identity: Identity | undefined;
  }
  interface FastifyContextConfig {
    /** This route is meant to be called from other sites (webhooks, provider callbacks). */
    crossSite?: boolean;
    /** This route reads its body itself (raw bytes, a stream); any other route without a body schema accepts no body. */
    readsBody?: boolean;
  }
}

export interface HttpServer {
  readonly name: string;
  readonly app: HttpApp;
  start(): Promise<void>;
  /** The listener closes after `drainMs`; the requests under way get `stopMs`. */
  drain(): Promise<void>;
  readonly drainLimitMs: number;
  stop(): Promise<void>;
  /** The port it listens on, once started. */
  port(): number;
}

export interface HttpServerOptions {
  /** The service's name; the gateway's tokens for other services are rejected. */
  readonly service: string;
  readonly host: string;
  readonly port: number;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly verifier: IdentityVerifier;
  /** The public origin, for the same-site check. */
  readonly publicUrl: string;
  readonly bodyLimit?: number;
  /** The languages of texts instead of all; the first is for callers who accept none of them. */
  readonly languages?: Languages;
  /**
   * How many of our proxies a request passes: `request.ip` is the address that the outermost one saw. Entries further
   * left in X-Forwarded-For were written by the caller. 1 by default: the gateway, without a load balancer before it.
   */
  readonly trustedProxies?: number | undefined;
  /** How long the server accepts connections after it began to drain, so that the gateway can notice; 0 by default. */
  readonly drainMs?: number;
  /** How long the requests under way may take to end when the server no longer accepts connections; 8 s by default. */
  readonly stopMs?: number;
}

const BODY_LIMIT = 1024 * 1024;
/** Longer than the gateway's idle time for upstream connections (55 s), or the gateway would reuse closed ones. */
const KEEP_ALIVE_MS = 72_000;
/** More than the gateway lets through (32 KiB) plus what it adds, so that only the gateway returns 431. */
const MAX_HEADER_BYTES = 64 * 1024;

/**
 * A Fastify server with what every service shares: JSON bodies only, `{error, message}` for every failure, the caller's
 * identity from the gateway's token, the same-site check, product time in the Date header.
 */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { logger, clock, trustedProxies = 1, drainMs = 0, stopMs = 8_000 } = options;
  const app = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimit ?? BODY_LIMIT,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    clientErrorHandler: respondToClientError,
    requestIdHeader: 'x-request-id',
    // A function, because Fastify reads a number as 'trust nobody'. Only our proxies reach this port.
    trustProxy: (_address, hop) => hop < trustedProxies,
    routerOptions: { maxParamLength: 200 },
    // While it stops, requests on open connections are still served: the database closes after this server.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      reply.header('date', clock.now().toUTCString());
      handleError(error, request, reply);
    },
    forceCloseConnections: 'idle',
  })
    .setValidatorCompiler(compileValidator)
    .withTypeProvider<TypeBoxTypeProvider>() as unknown as HttpApp;

  app.removeContentTypeParser('text/plain');
  readStrictJson(app);
  app.decorateRequest('identity', undefined);
  inheritTrace(app, logger);
  app.setNotFoundHandler(handleUnknownRoute);
  app.addHook('onRoute', rejectUndeclaredBody);
  describeRoutes(app, options.service);
  // Without a listener Node returns 417 with an empty body.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  app.addHook('onRequest', rejectUnsupported);
  app.addHook('onRequest', readIdentity(options.verifier, options.service));
  app.addHook('onRequest', rejectCrossSite(new URL(options.publicUrl).origin));
  app.addHook('preValidation', rejectBrokenText);
  app.addHook('onSend', async (request, reply) => {
    reply.header('date', clock.now().toUTCString());
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    nameLanguage(request, reply);
  });
  inheritDeadline(app);
  useLanguages(app, options.languages ?? languages);
  observeRequests(app, options.metrics);

  return {
    name: 'http server',
    app,
    async start() {
      await app.listen({ host: options.host, port: options.port });
    },
    ...createDrain(app, { drainMs, stopMs }),
    async stop() {
      await app.close();
    },
    port() {
      const address = app.server.address();
      if (address === null || typeof address === 'string') throw new AppError('INTERNAL', 'NOT_LISTENING', 'Not up.');
      return address.port;
    },
  };
}
