import { Agent, request } from 'node:http';
import type { BadRequest } from './input-bad.ts';

export interface HttpResponse {
  readonly status: number;
  readonly contentType: string;
  readonly location: string;
  readonly text: string;
}

const TIMEOUT_MS = 30_000;

/**
 * Sends requests to the gateway exactly as they are written. Each comes from the next of many loopback addresses, because
 * the gateway limits logins by address.
 */
export function createClient(baseUrl: string) {
  const { port } = new URL(baseUrl);
  const agents = Array.from({ length: 120 }, (_, index) => ({
    agent: new Agent({ keepAlive: true, maxSockets: 2 }),
    localAddress: `127.0.1.${index + 1}`,
  }));
  let next = 0;

  function send(badRequest: BadRequest): Promise<HttpResponse> {
    const { method, path, headers = {}, body, chunked } = badRequest;
    const from = agents[next++ % agents.length];
    return new Promise((resolve, reject) => {
      const call = request(
        {
          host: '127.0.0.1',
          port,
          path,
          method,
          ...from,
          headers: { host: `localhost:${port}`, ...headers },
          timeout: TIMEOUT_MS,
        },
        (response) => {
          const pieces: Buffer[] = [];
          response.on('data', (piece: Buffer) => pieces.push(piece));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              contentType: response.headers['content-type'] ?? '',
              location: response.headers.location ?? '',
              text: Buffer.concat(pieces).toString(),
            }),
          );
        },
      );
      call.on('error', reject);
      call.on('timeout', () => call.destroy(new Error('no answer in time')));
      // Node sends neither header for methods such as DELETE: the body would be read as the next request.
      if (body && chunked) call.setHeader('transfer-encoding', 'chunked');
      else if (body) call.setHeader('content-length', body.length);
      call.end(body);
    });
  }

  return {
    send,
    close() {
      for (const { agent } of agents) agent.destroy();
    },
  };
}

export type Client = ReturnType<typeof createClient>;
