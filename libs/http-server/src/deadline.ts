import { type DeadlineScope, openDeadline } from '@reelwright/deadline';
import type { HttpApp } from './index.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined as long as the gateway has not said how long it waits. */
    deadline: DeadlineScope | undefined;
  }
}

/** How long the gateway waits for the response, in milliseconds; it replaces what a caller sends. */
const TIMEOUT_HEADER = 'x-envoy-expected-rq-timeout-ms';

/** Calls that a handler makes to other services end when the gateway no longer waits for the response. */
export function inheritDeadline(app: HttpApp): void {
  app.decorateRequest('deadline', undefined);
  app.addHook('preHandler', (request, reply, done) => {
    const timeoutMs = Number(request.headers[TIMEOUT_HEADER]);
    if (!(timeoutMs > 0)) return done();
    request.deadline = openDeadline(Date.now() - reply.elapsedTime + timeoutMs);
    request.deadline.run(done);
  });
  app.addHook('onResponse', (request, _reply, done) => {
    request.deadline?.close();
    done();
  });
}
