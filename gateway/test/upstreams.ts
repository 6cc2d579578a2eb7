import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ArrivedRequest {
  readonly service: string;
  /** The address that was called. */
  readonly host: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  bytes: number;
}

async function listen(
  handler: RequestListener,
  { host, port } = { host: '127.0.0.1', port: 0 },
): Promise<{ port: number; server: Server }> {
  const server = createServer({ keepAliveTimeout: 72_000 }, handler);
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return { port: (server.address() as AddressInfo).port, server };
}

/**
 * A service that accepts everything and records what arrived. `break` in the query ends the connection after some bytes,
 * `hold` delays the response until `release`, `long=<bytes>` makes it longer, `only-at=<address>` is 404 elsewhere, `in-parts`
 * leaves the response to the test.
 * /readyz says whether the address drains.
 */
export function createUpstreams() {
  const arrived: ArrivedRequest[] = [];
  const servers: Server[] = [];
  const draining = new Set<string>();
  const heldResponses: (() => void)[] = [];
  /** Those of `in-parts`, which the test writes and ends. */
  const openResponses: ServerResponse[] = [];
  /** Called with each piece of a body, for tests that watch it arrive. */
  const watch = { onBytes: (_bytes: number) => undefined as unknown };

  async function start(service: string, at = { host: '127.0.0.1', port: 0 }): Promise<{ host: string; port: number }> {
    const { port, server } = await listen((request, response) => {
      if (request.url === '/readyz') {
        response.statusCode = draining.has(at.host) ? 503 : 200;
        return void response.end();
      }
      const entry: ArrivedRequest = {
        service,
        host: request.socket.localAddress,
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        bytes: 0,
      };
      arrived.push(entry);
      request.on('error', () => undefined);
      request.on('data', (chunk: Buffer) => {
        entry.bytes += chunk.length;
        watch.onBytes(entry.bytes);
        if (entry.path.includes('break')) request.socket.destroy();
      });
      request.on('end', () => {
        if (entry.path.includes('break')) return void request.socket.destroy();
        response.setHeader('content-type', 'application/json');
        response.setHeader('x-powered-by', 'stub');
        if (entry.path.includes('own-policy')) response.setHeader('content-security-policy', "default-src 'self'");
        if (entry.path.includes('in-parts')) {
          response.flushHeaders();
          return void openResponses.push(response);
        }
        const [, only = at.host] = /only-at=([\d.]+)/.exec(entry.path) ?? [];
        if (only !== at.host) response.statusCode = 404;
        const [, long] = /long=(\d+)/.exec(entry.path) ?? [];
        const answer = { service, path: entry.path, ...(long && { long: 'A'.repeat(Number(long)) }) };
        const respond = () => response.end(JSON.stringify(answer));
        if (entry.path.includes('hold')) heldResponses.push(respond);
        else respond();
      });
    }, at);
    servers.push(server);
    return { host: at.host, port };
  }

  /** Ends the server at an address with all its connections. */
  function kill(host: string): void {
    const server = servers.find((one) => (one.address() as AddressInfo | null)?.address === host);
    server?.close();
    server?.closeAllConnections();
  }

  return {
    arrived,
    watch,
    openResponses,
    draining,
    start,
    kill,
    release() {
      for (const respond of heldResponses.splice(0)) respond();
    },
    stop() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

/**
 * A fake of auth's check. While `slow`, checks of reads stay open; the next `lost` ones lose their connection and
 * the next `silent` ones get no response. `sid=good` and
 * `sid=second` are people, `sid=expired` is over, `key-1` is a partner.
 */
export async function startCheck() {
  const checks: string[] = [];
  const errorBody = (error: string) => JSON.stringify({ error, message: 'Please sign in.' });
  const state = { broken: false, slow: false, lost: 0, silent: 0 };
  const waiting: (() => void)[] = [];
  const { port, server } = await listen((request, response) => {
    checks.push(`${request.method} ${request.url}`);
    const isLost = state.lost > 0;
    if (isLost) state.lost -= 1;
    if (state.broken || isLost) return void request.socket.destroy();
    if (state.silent > 0) {
      state.silent -= 1;
      return;
    }
    if (state.slow && request.method === 'GET') return void waiting.push(() => judge(request, response));
    judge(request, response);
  });

  function judge(request: IncomingMessage, response: ServerResponse): void {
    const [, , policy = ''] = (request.url ?? '').split('/');
    const cookie = request.headers.cookie ?? '';
    const audience = request.headers['x-auth-audience'];
    const person = cookie.includes('sid=good')
      ? `token-of-u1-for-${audience}`
      : cookie.includes('sid=second')
        ? `token-of-u2-for-${audience}`
        : undefined;
    const partner = request.headers['x-api-key'] === 'key-1' ? `token-of-key-1-for-${audience}` : undefined;
    const admin = cookie.includes('admin=good') ? `token-of-admin-for-${audience}` : undefined;
    const token = { session: person, optional: person, api_key: partner, admin }[policy];
    if (token) response.setHeader('x-auth-identity', token);
    response.setHeader('content-type', 'application/json; charset=utf-8');
    if (token || policy === 'optional') return void response.end();
    response.statusCode = 401;
    response.end(errorBody(cookie.includes('expired') ? 'SESSION_EXPIRED' : 'SIGNED_OUT'));
  }

  return {
    address: { host: '127.0.0.1', port },
    checks,
    state,
    /** Ends the checks that arrived while `slow` was set. */
    releaseChecks() {
      for (const respond of waiting.splice(0)) respond();
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
