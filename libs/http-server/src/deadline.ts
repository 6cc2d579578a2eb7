import { type DeadlineScope, openDeadline } from '@reelwright/deadline';
import type { FastifyRequest } from 'fastify';
import type { HttpApp } from './index.ts';

/** How long the gateway waits for the response, in milliseconds; it replaces what a caller sends. */
const TIMEOUT_HEADER = 'x-envoy-expected-rq-timeout-ms';

/** Calls that a handler makes to other services end when the gateway no longer waits for the response. */
export function inheritDeadline(app: HttpApp): void {
  const scopes = new WeakMap<FastifyRequest, DeadlineScope>();
  app.addHook('preHandler', (request, reply, done) => {
    const timeoutMs = Number(request.headers[TIMEOUT_HEADER]);
    if (!(timeoutMs > 0)) return done();
    const scope = openDeadline(Date.now() - reply.elapsedTime + timeoutMs);
    scopes.set(request, scope);
    scope.run(done);
  });
  app.addHook('onResponse', async (request) => scopes.get(request)?.close());
}
