import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/**
 * Ports nobody has, for a program that can't be told port 0. All are held until all are known, so that none is given out
 * twice; ask right before they are used.
 */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
