import { eventually, freePorts } from '@reelwright/testing';
import { startNameServer } from './name-server.ts';
import { type Gateway, startGateway } from './running-gateway.ts';

const NAME = 'auth-headless.test';
const READ = '/api/auth/options';
const CHANGE = '/api/auth/logout';
const UPLOAD = '/api/external/post-video';
const HOSTS = ['127.0.0.1', '127.0.0.2', '127.0.0.3'];
const FOURTH = '127.0.0.4';

let gateway: Gateway;
let nameServer: Awaited<ReturnType<typeof startNameServer>>;
let port: number;

beforeEach(async () => {
  nameServer = await startNameServer(NAME);
  [port = 0] = await freePorts(1);
  gateway = await startGateway({
    elsewhere: { auth: { host: NAME, port }, 'external-api': { host: NAME, port }, web: { host: NAME, port } },
    nameServer: nameServer.address,
  });
  for (const host of HOSTS) await gateway.upstreams.start('auth', { host, port });
  nameServer.addresses.push(...HOSTS);
  await eventually(() => expectHealthy(3));
});
afterEach(async () => {
  await gateway.stop();
  nameServer.stop();
});

async function expectHealthy(count: number): Promise<void> {
  for (const cluster of ['cluster.auth', 'cluster.external-api', 'cluster.web']) {
    expect(await gateway.counters(cluster)).toMatchObject({ membership_healthy: count });
  }
}

/** Sends requests, eight at a time. @returns their statuses */
async function send(
  method: string,
  path: string,
  requests: number,
  onRequest = (_sent: number) => undefined as unknown,
) {
  const statuses: number[] = [];
  let sent = 0;
  async function client() {
    while (sent < requests) {
      sent += 1;
      const id = sent;
      onRequest(id);
      statuses.push((await gateway.call(`${path}?id=${id}`, { method })).status);
    }
  }
  await Promise.all(Array.from({ length: 8 }, client));
  return statuses;
}

const arrivedAt = (host: string) => gateway.upstreams.arrived.filter((request) => request.host === host);
const allOk = (requests: number) => Array.from({ length: requests }, () => 200);

describe('three replicas of a service', () => {
  it('get the same number of requests', async () => {
    expect(await send('GET', READ, 300)).toEqual(allOk(300));
    for (const host of HOSTS) expect(Math.abs(arrivedAt(host).length - 100)).toBeLessThanOrEqual(5);
  });

  it('are joined by a fourth as soon as the name has its address', async () => {
    await gateway.upstreams.start('auth', { host: FOURTH, port });
    nameServer.addresses.push(FOURTH);
    await eventually(() => expectHealthy(4));
    await send('GET', READ, 40);
    expect(arrivedAt(FOURTH)).toHaveLength(10);
  });

  it('lose no read when one is killed', async () => {
    const statuses = await send('GET', READ, 600, (sent) => {
      if (sent === 200) gateway.upstreams.kill('127.0.0.2');
    });
    expect(statuses).toEqual(allOk(600));
  });

  it('are all asked for a file of the app that some do not have, as replicas of another release', async () => {
    expect(await send('GET', '/assets/app-1a2b3c.js?only-at=127.0.0.3', 30)).toEqual(allOk(30));
    expect((await gateway.call('/assets/app-4d5e6f.js?only-at=127.0.0.9')).status).toBe(404);
    expect((await gateway.call('/dashboard?only-at=127.0.0.9')).status).toBe(404);
    expect(gateway.upstreams.arrived.filter(({ path }) => path.startsWith('/dashboard'))).toHaveLength(1);
  });

  it('lose no upload of a few bytes, such as a post by URL, to one that accepts no connection', async () => {
    gateway.upstreams.kill('127.0.0.2');
    const uploads = Array.from({ length: 12 }, (_, number) =>
      gateway.call(`${UPLOAD}?id=${number}`, {
        method: 'POST',
        headers: { 'x-api-key': 'key-1', 'content-type': 'application/json' },
        body: Buffer.alloc(10_000),
      }),
    );
    expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual(allOk(12));
    expect(gateway.upstreams.arrived.map(({ bytes }) => bytes)).toEqual(uploads.map(() => 10_000));
  });

  it('never get a change twice when one is killed', async () => {
    const held = Array.from({ length: 6 }, (_, number) =>
      gateway.call(`${CHANGE}?hold&id=held-${number}`, { method: 'POST' }),
    );
    await eventually(() => expect(gateway.upstreams.arrived).toHaveLength(6));
    const statuses = await send('POST', CHANGE, 300, (sent) => {
      if (sent === 100) gateway.upstreams.kill('127.0.0.2');
    });
    gateway.upstreams.release();
    const heldStatuses = (await Promise.all(held)).map(({ status }) => status);
    expect(heldStatuses.sort()).toEqual([200, 200, 200, 200, 502, 502]);
    expect(statuses.filter((status) => status !== 200 && status !== 502)).toEqual([]);
    const paths = gateway.upstreams.arrived.map(({ path }) => path);
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
    const unknown = [...statuses, ...heldStatuses].filter((status) => status === 502).length;
    expect(paths.length).toBeGreaterThanOrEqual(306 - unknown);
  });

  it('get no requests once they drain, and answer those under way', async () => {
    const held = HOSTS.map((_, number) => gateway.call(`${READ}?hold&id=held-${number}`));
    await eventually(() => expect(gateway.upstreams.arrived).toHaveLength(3));
    gateway.upstreams.draining.add('127.0.0.2');
    await eventually(() => expectHealthy(2));
    gateway.takeArrived();
    expect(await send('GET', READ, 60)).toEqual(allOk(60));
    expect(arrivedAt('127.0.0.2')).toEqual([]);
    gateway.upstreams.release();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual(allOk(3));
  });
});
