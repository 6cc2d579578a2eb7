import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { eventually, freePorts } from '@reelwright/testing';
import { type Gateway, startGateway } from './running-gateway.ts';

let gateway: Gateway;
beforeEach(async () => {
  gateway = await startGateway();
}, 30_000);
afterEach(() => gateway.stop());

const HALF = Buffer.alloc(1024 * 1024, 'A');
/** More than all buffers between a service and a client keep. */
const LONG = 8 * 1024 * 1024;
const PART = 16 * 1024;
/** The kernel's buffer may grow meanwhile. */
const READS_WHEN_FULL = 20;
const isDraining = () => eventually(async () => expect(await gateway.readiness()).toBe(503), { everyMs: 20 });
const acceptsNoConnection = () =>
  eventually(() => expect(gateway.call('/api/auth/options')).rejects.toMatchObject({ code: 'ECONNREFUSED' }));

/** A partner's upload of two halves; the first has arrived when this resolves. */
async function beginUpload() {
  const outgoing = request({
    host: '127.0.0.1',
    port: gateway.port,
    path: '/api/external/post-video',
    method: 'POST',
    agent: false,
    headers: {
      host: 'localhost',
      'x-api-key': 'key-1',
      'content-type': 'application/json',
      'content-length': 2 * HALF.length,
    },
  });
  const answered = once(outgoing, 'response');
  const arrived = new Promise<void>((resolve) => {
    gateway.upstreams.watch.onBytes = (bytes) => bytes >= HALF.length && resolve();
  });
  outgoing.write(HALF);
  await arrived;
  return {
    async end() {
      outgoing.end(HALF);
      const [response] = (await answered) as [IncomingMessage];
      response.resume();
      return response.statusCode;
    },
  };
}

/** Writes until Envoy keeps a part, because its kernel takes no more. @returns how many bytes */
async function fillBuffers(response: ServerResponse): Promise<number> {
  let written = 0;
  for (let fullFor = 0; fullFor < READS_WHEN_FULL; ) {
    if (fullFor === 0) {
      await new Promise((resolve) => response.write('A'.repeat(PART), resolve));
      written += PART;
    }
    const { downstream_cx_tx_bytes_buffered: buffered = 0 } = await gateway.counters('http.public');
    fullFor = buffered > 0 ? fullFor + 1 : 0;
  }
  return written;
}

/** Passes requests on to the admin port, but leaves the first read of the state unanswered and cuts the second off. */
async function unreliableAdmin(port: number) {
  let reads = 0;
  const server = createServer(async (request, response) => {
    if (request.url?.startsWith('/stats')) {
      reads += 1;
      if (reads === 1) return;
      if (reads === 2) return void request.socket.destroy();
    }
    const answer = await fetch(`http://127.0.0.1:${gateway.adminPort}${request.url}`, { method: request.method ?? '' });
    response.writeHead(answer.status).end(await answer.text());
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    reads: () => reads,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

describe('at SIGTERM the gateway', () => {
  it('is not ready at once, and lets an upload end that is half sent', async () => {
    const upload = await beginUpload();
    gateway.terminate();
    await isDraining();
    await acceptsNoConnection();
    expect(await upload.end()).toBe(200);
    expect(gateway.upstreams.arrived.map(({ bytes }) => bytes)).toContain(2 * HALF.length);
    expect(await gateway.exited()).toBe(0);
  });

  it('lets an upload end although Envoy’s state cannot be read in between', async () => {
    await gateway.stop();
    const [adminSeenAt = 0] = await freePorts(1);
    gateway = await startGateway({ adminSeenAt });
    const admin = await unreliableAdmin(adminSeenAt);
    try {
      const upload = await beginUpload();
      gateway.terminate();
      await isDraining();
      await acceptsNoConnection();
      await eventually(() => expect(admin.reads()).toBeGreaterThan(2));
      expect(await upload.end()).toBe(200);
      expect(await gateway.exited()).toBe(0);
    } finally {
      admin.stop();
    }
  });

  it('still accepts requests while its callers notice, and answers those that wait for a service', async () => {
    const held = gateway.call('/api/auth/options?hold');
    await eventually(() => expect(gateway.upstreams.arrived).toHaveLength(1));
    gateway.terminate();
    await isDraining();
    const late = await gateway.call('/api/auth/options');
    expect([late.status, late.headers.connection]).toEqual([200, 'close']);
    await acceptsNoConnection();
    gateway.upstreams.release();
    expect((await held).status).toBe(200);
    expect(await gateway.exited()).toBe(0);
  });

  it('ends once a client that pauses near the end has received its response', async () => {
    const client = connect(gateway.port, '127.0.0.1').pause();
    client.write(`GET /api/auth/options?hold&long=${LONG} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    await eventually(() => expect(gateway.upstreams.arrived).toHaveLength(1));
    gateway.terminate();
    await isDraining();
    gateway.upstreams.release();
    const parts: Buffer[] = [];
    // Until the rest is in the buffers of the gateway and of its kernel.
    while (((await gateway.counters('http.public')).downstream_rq_active ?? 1) > 0) {
      const part = client.read(PART) as Buffer | null;
      if (part) parts.push(part);
      else await once(client, 'readable');
    }
    await eventually(() => expect(gateway.errorOutput()).toMatch(/^Clients have not received \d+ bytes yet\.$/m));
    const received = Buffer.concat([...parts, ...(await client.toArray())]).toString();
    expect(received.includes('A'.repeat(LONG))).toBe(true);
    expect(await gateway.exited()).toBe(0);
  });

  it('sends the end of a response to a client that has taken nothing for over a second', async () => {
    const client = connect(gateway.port, '127.0.0.1').pause();
    client.write('GET /api/auth/options?in-parts HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
    const response = await eventually(() => {
      const [begun] = gateway.upstreams.openResponses;
      if (!begun) throw new Error('no request has arrived');
      return begun;
    });
    const written = await fillBuffers(response);
    response.end();
    await eventually(async () => expect((await gateway.counters('http.public')).downstream_rq_active).toBe(0));
    gateway.terminate();
    // Said after more than a second.
    await eventually(() => expect(gateway.errorOutput()).toMatch(/^Clients have not received \d+ bytes yet\.$/m));
    const received = Buffer.concat(await client.toArray()).toString();
    expect(received.match(/A/g)?.length).toBe(written);
    expect(await gateway.exited()).toBe(0);
  });

  it('does not wait for connections without a request', async () => {
    const idle = request({
      host: '127.0.0.1',
      port: gateway.port,
      path: '/api/auth/options',
      headers: { host: 'localhost' },
    });
    const [response] = (await once(idle.end(), 'response')) as [IncomingMessage];
    response.resume();
    gateway.terminate();
    expect(await gateway.exited()).toBe(0);
  });
});
