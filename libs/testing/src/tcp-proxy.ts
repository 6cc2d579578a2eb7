import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy in front of a server, with which a test makes the server unavailable to one client only. */
export interface TcpProxy {
  /** The address of the server, with the proxy's port. */
  readonly url: string;
  /** The number of connections accepted so far, rejected ones included. */
  connections(): number;
  /** Ends all connections; new ones get through. */
  reset(): void;
  /** Ends all connections and rejects new ones. */
  disable(): void;
  enable(): void;
  stop(): void;
}

export async function createTcpProxy(to: string): Promise<TcpProxy> {
  const target = new URL(to);
  const sockets = new Set<Socket>();
  let connections = 0;
  let disabled = false;
  const server = createServer((near) => {
    connections += 1;
    if (disabled) return near.destroy();
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
  const reset = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    connections: () => connections,
    reset,
    disable() {
      disabled = true;
      reset();
    },
    enable() {
      disabled = false;
    },
    stop() {
      reset();
      server.close();
    },
  };
}
