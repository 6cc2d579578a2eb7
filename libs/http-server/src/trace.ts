import { continueTrace, endSpan, isExporting, runInTrace, type TraceContext } from '@reelwright/tracing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpApp } from './index.ts';
import { handleError } from './replies.ts';

const contexts = new WeakMap<FastifyRequest, TraceContext>();

/**
 * A request runs in the trace of its `traceparent`, or begins the one whose id is its request id. The gateway removes the
 * header of callers outside.
 */
export function inheritTrace(app: HttpApp): void {
  const enter = (request: FastifyRequest, _reply: FastifyReply, done: () => void) => runInTrace(traceOf(request), done);
  app.addHook('onRequest', enter);
  // What runs after a body was received runs in the context of its connection.
  app.addHook('preValidation', enter);
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'unknown';
    runInTrace(traceOf(request), () =>
      request.log.debug({ method, route, status: reply.statusCode }, 'request answered'),
    );
    if (!isExporting()) return;
    endSpan({
      name: `${method} ${route}`,
      kind: 'server',
      context: traceOf(request),
      startedAt: performance.timeOrigin + performance.now() - reply.elapsedTime,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
      },
      ...(reply.statusCode >= 500 && { error: `status ${reply.statusCode}` }),
    });
  });
  app.setErrorHandler((error, request, reply) =>
    runInTrace(traceOf(request), () => handleError(error, request, reply)),
  );
}

function traceOf(request: FastifyRequest): TraceContext {
  let context = contexts.get(request);
  if (!context) {
    const header = request.headers['traceparent'];
    context = continueTrace(typeof header === 'string' ? header : undefined, request.id);
    contexts.set(request, context);
  }
  return context;
}
