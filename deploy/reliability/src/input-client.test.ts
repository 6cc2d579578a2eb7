import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from './input-client.ts';

/** The requests that arrive, each body read to its end. */
async function listening() {
  const requests: { method: string | undefined; framing: unknown[]; body: string }[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { method, headers } = request;
    requests.push({ method, framing: [headers['content-length'], headers['transfer-encoding']], body });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = createClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    requests,
    client,
    stop() {
      client.close();
      server.close();
    },
  };
}

it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
  'a body sent with %s belongs to its own request, in pieces or whole',
  async (method) => {
    const { requests, client, stop } = await listening();
    const body = Buffer.from('{"a":1}');
    const badRequest = { what: 'a body', method, path: '/', body };
    await client.send({ ...badRequest, chunked: true });
    await client.send(badRequest);
    expect(requests).toEqual([
      { method, framing: [undefined, 'chunked'], body: '{"a":1}' },
      { method, framing: ['7', undefined], body: '{"a":1}' },
    ]);
    stop();
  },
);
