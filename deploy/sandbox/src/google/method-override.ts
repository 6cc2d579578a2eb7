import type { FastifyInstance } from 'fastify';

const methods = new Set(['PUT', 'PATCH', 'DELETE']);

/** Takes a POST for the method it names, as Google does for clients whose HTTP library has no such method: Java's has no PATCH. */
export function readMethodOverride(app: FastifyInstance): void {
  app.server.prependListener('request', (request) => {
    const named = String(request.headers['x-http-method-override']);
    if (request.method === 'POST' && methods.has(named)) request.method = named;
  });
}
