import { get } from 'node:http';
import { connect, createServer } from 'node:net';

export type ReadinessProbe =
  | { readonly kind: 'http'; readonly url: string }
  | { readonly kind: 'tcp'; readonly port: number };

const PROBE_TIMEOUT_MS = 2000;

/** HTTP parts return 2xx, the others accept a connection. */
export async function isReady(probe: ReadinessProbe): Promise<boolean> {
  return probe.kind === 'http' ? returnsOk(probe.url) : acceptsConnections(probe.port);
}

// This is not fetch, whose client costs the supervisor 10 MB.
function returnsOk(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: PROBE_TIMEOUT_MS }, (response) => {
      response.resume();
      resolve(response.statusCode !== undefined && response.statusCode < 300);
    });
    request.on('timeout', () => request.destroy(new Error('too slow')));
    request.on('error', () => resolve(false));
  });
}

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: PROBE_TIMEOUT_MS });
    const settle = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.on('connect', () => settle(true));
    socket.on('timeout', () => settle(false));
    socket.on('error', () => settle(false));
  });
}

/** Checked before a part starts, so that another program cannot respond to its probe. */
export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
