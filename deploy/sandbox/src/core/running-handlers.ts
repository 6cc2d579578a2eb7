import type { FastifyInstance } from 'fastify';

/**
 * Lets `app.close()` wait for handlers that are still running after their connection has closed, e.g. one that hashes an
 * upload. They write to the sandbox's files, which are closed next. Call it before the routes are added.
 */
export function waitForHandlers(app: FastifyInstance): void {
  const running = new Set<Promise<unknown>>();
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      const result: unknown = handler.call(this, request, reply);
      if (result instanceof Promise) {
        running.add(result);
        const end = () => running.delete(result);
        result.then(end, end);
      }
      return result;
    };
  });
  // Runs after the server has closed its connections, so no handler starts any more.
  app.addHook('onClose', async () => {
    await Promise.allSettled(running);
  });
}
