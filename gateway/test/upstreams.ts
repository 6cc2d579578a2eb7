import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  readonly service: string;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  bytes: number;
}

async function listen(handler: RequestListener): Promise<{ port: number; server: Server }> {
  const server = createServer({ keepAliveTimeout: 72_000 }, handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, server };
}

/**
 * A service that accepts everything and records what arrived. `break` in the query ends the connection after some bytes,
 * `held` delays the answer until `release`.
 */
export function createUpstreams() {
  const seen: Seen[] = [];
  const servers: Server[] = [];
  const held: (() => void)[] = [];
  /** Called with each piece of a body, for tests that watch it arrive. */
  const watch = { onBytes: (_bytes: number) => undefined as unknown };

  async function start(service: string): Promise<{ host: string; port: number }> {
    const { port, server } = await listen((request, response) => {
      const entry: Seen = {
        service,
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        bytes: 0,
      };
      seen.push(entry);
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
        const answer = () => response.end(JSON.stringify({ service, path: entry.path }));
        if (entry.path.includes('held')) held.push(answer);
        else answer();
      });
    });
    servers.push(server);
    return { host: '127.0.0.1', port };
  }

  return {
    seen,
    watch,
    start,
    release() {
      for (const answer of held.splice(0)) answer();
    },
    stop() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

/** A fake of auth's check. While `slow`, checks of reads stay open. `sid=good` and `sid=second` are people, `sid=expired` is over, `key-1` is a partner. */
export async function startCheck() {
  const asked: string[] = [];
  const refusal = (error: string) => JSON.stringify({ error, message: 'Please sign in.' });
  const state = { broken: false, slow: false };
  const waiting: (() => void)[] = [];
  const { port, server } = await listen((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (state.broken) return void request.socket.destroy();
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
    response.end(refusal(cookie.includes('expired') ? 'SESSION_EXPIRED' : 'SIGNED_OUT'));
  }

  return {
    address: { host: '127.0.0.1', port },
    asked,
    state,
    /** Answers the reads that were asked about while the check was slow. */
    catchUp() {
      for (const answer of waiting.splice(0)) answer();
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
