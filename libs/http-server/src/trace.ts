import type { Logger } from '@reelwright/logger';
import { continueTrace, endSpan, isExporting, runInTrace, type TraceContext } from '@reelwright/tracing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpApp } from './index.ts';
import { handleError } from './replies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the first hook. */
    trace: TraceContext | undefined;
  }
}

/**
 * Runs each request in the trace of its `traceparent` header. A request without one runs in the trace whose id has the
 * digits of the request's id. The gateway removes the header of outside callers.
 */
export function inheritTrace(app: HttpApp, logger: Logger): void {
  app.decorateRequest('trace', undefined);
  const enter = (request: FastifyRequest, _reply: FastifyReply, done: () => void) => runInTrace(traceOf(request), done);
  app.addHook('onRequest', enter);
  // Once a body has been received, code runs in the context of the connection, no longer in the request's.
  app.addHook('preValidation', enter);
  app.addHook('onResponse', (request, reply, done) => {
    if (isExporting() || logger.isLevelEnabled('debug')) report(request, reply);
    done();
  });
  app.setErrorHandler((error, request, reply) =>
    runInTrace(traceOf(request), () => handleError(error, request, reply)),
  );
}

function report(request: FastifyRequest, reply: FastifyReply): void {
  const { method, routeOptions } = request;
  const route = routeOptions.url ?? 'unknown';
  const context = traceOf(request);
  runInTrace(context, () => request.log.debug({ method, route, status: reply.statusCode }, 'request answered'));
  if (!isExporting()) return;
  endSpan({
    name: `${method} ${route}`,
    kind: 'server',
    context,
    startedAt: performance.timeOrigin + performance.now() - reply.elapsedTime,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': reply.statusCode,
    },
    ...(reply.statusCode >= 500 && { error: `status ${reply.statusCode}` }),
  });
}

function traceOf(request: FastifyRequest): TraceContext {
  if (!request.trace) {
    const header = request.headers['traceparent'];
    request.trace = continueTrace(typeof header === 'string' ? header : undefined, request.id);
  }
  return request.trace;
}
