import type { FastifyInstance } from 'fastify';

const methods = new Set(['PUT', 'PATCH', 'DELETE']);

/** Treats a POST as the method in X-HTTP-Method-Override. Java's client needs it, because its HTTP library has no PATCH. */
export function readMethodOverride(app: FastifyInstance): void {
  app.server.prependListener('request', (request) => {
    const method = String(request.headers['x-http-method-override']);
    if (request.method === 'POST' && methods.has(method)) request.method = method;
  });
}
