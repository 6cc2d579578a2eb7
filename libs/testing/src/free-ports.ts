import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Below the ports that systems assign by themselves (from 32768), so that none is taken before it is used. */
const LOWEST = 22_000;
const HIGHEST = 32_000;

/**
 * Free ports, for a program that cannot use port 0. All are reserved until all are known, so that none is returned
 * twice; call this right before they are used.
 */
export async function freePorts(count: number): Promise<number[]> {
  const reserved: { port: number; server: Server }[] = [];
  while (reserved.length < count) {
    const port = randomInt(LOWEST, HIGHEST);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (isFree) reserved.push({ port, server });
  }
  await Promise.all(reserved.map(({ server }) => new Promise((resolve) => server.close(resolve))));
  return reserved.map(({ port }) => port);
}
