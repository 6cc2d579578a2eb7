import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { unsentBytes } from '@reelwright/lifecycle/unsent-bytes';
import type { FastifyInstance } from 'fastify';

/** For the end of connections that were closed by force. */
const MARGIN_MS = 1_000;
const POLL_MS = 100;

/**
 * The `drain` of a server: the listener closes after `drainMs`, the requests under way get `stopMs`, and no connection is
 * kept for a further request. It ends once clients have received all responses.
 */
export function createDrain(
  app: Pick<FastifyInstance, 'server' | 'addHook' | 'close'>,
  { drainMs, stopMs }: { drainMs: number; stopMs: number },
): { drain(): Promise<void>; readonly drainLimitMs: number } {
  const underWay = new Set<ServerResponse>();
  app.server.on('request', (_request, response: ServerResponse) => {
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
  });
  // Node closes the connections that are idle now, and Fastify those of requests that begin later.
  app.addHook('preClose', async () => {
    for (const response of underWay) {
      const { socket } = response;
      if (!response.headersSent) response.setHeader('connection', 'close');
      else response.once('finish', () => socket?.destroySoon());
    }
  });
  return {
    async drain() {
      await delay(drainMs);
      const address = app.server.address();
      const deadline = performance.now() + stopMs;
      const timer = setTimeout(() => app.server.closeAllConnections(), stopMs);
      await app.close();
      clearTimeout(timer);
      // For Node a response has ended when the kernel has it. What the kernel has not sent yet is lost with the network of a
      // container.
      const ports = address && typeof address === 'object' ? [address.port] : [];
      while (unsentBytes(ports) > 0 && performance.now() < deadline) await delay(POLL_MS);
    },
    drainLimitMs: drainMs + stopMs + MARGIN_MS,
  };
}
