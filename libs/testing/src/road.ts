import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A road to a TCP server that a test can cut and close, so that a server is away for one client only. While it is closed
 * every connection is refused as soon as it is made.
 */
export interface Road {
  /** The address given, with the road's port. */
  readonly url: string;
  /** How often somebody has set out on it. */
  arrivals(): number;
  /** Ends what is on the way; new connections get through. */
  cut(): void;
  close(): void;
  open(): void;
  remove(): void;
}

export async function createRoad(to: string): Promise<Road> {
  const target = new URL(to);
  const sockets = new Set<Socket>();
  let arrivals = 0;
  let closed = false;
  const server = createServer((near) => {
    arrivals += 1;
    if (closed) return near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(to);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    arrivals: () => arrivals,
    cut,
    close() {
      closed = true;
      cut();
    },
    open() {
      closed = false;
    },
    remove() {
      cut();
      server.close();
    },
  };
}
