import { eventually } from '@reelwright/testing';
import { routes } from '../routes.ts';
import { type Gateway, type GatewayResponse, startGateway } from './running-gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const someone = (tab: number) => ({ headers: { cookie: `sid=good; tab=${tab}` } });
const reads = (path: string, count: number) =>
  Array.from({ length: count }, (_, tab) => gateway.call(path, someone(tab)));
const rejectedOf = (responses: readonly GatewayResponse[]) => responses.filter(({ status }) => status === 503);

describe('with more requests than auth can check', () => {
  beforeEach(() => {
    gateway.check.checks.length = 0;
    gateway.check.state.slow = true;
  });
  afterEach(() => {
    gateway.check.state.slow = false;
    gateway.check.releaseChecks();
  });

  it('reads that can wait are rejected first, at once and with a time to retry', async () => {
    const responses = reads('/api/payments', 60);
    let arrived = 0;
    for (const response of responses) void response.then(() => (arrived += 1));
    const first = await Promise.race(responses);
    expect([first.status, first.headers['retry-after'], first.body.error]).toEqual([503, '2', 'AUTH_UNAVAILABLE']);
    await eventually(() => expect(arrived).toBeGreaterThan(30));
    gateway.check.state.slow = false;
    gateway.check.releaseChecks();
    const results = await Promise.all(responses);
    expect(rejectedOf(results).length).toBeGreaterThan(30);
  });

  it('a change passes while all slots of the reads are taken', async () => {
    const waiting = [...reads('/api/payments', 40), ...reads('/api/videos', 150)];
    await Promise.race(waiting);
    const change = await gateway.call('/api/video-configurations', { method: 'POST', ...someone(0) });
    expect(change.status).toBe(200);
    gateway.check.state.slow = false;
    gateway.check.releaseChecks();
    await Promise.all(waiting);
  });

  it('a flood of reads that can wait leaves the other reads their slots', async () => {
    const flood = reads('/api/payments', 200);
    await Promise.race(flood);
    const read = gateway.call('/api/videos', someone(1));
    gateway.check.state.slow = false;
    gateway.check.releaseChecks();
    expect((await read).status).toBe(200);
    await Promise.all(flood);
  });
});

it('reads beyond a service’s limit are rejected at once, while its changes still pass', async () => {
  const waiting: Promise<GatewayResponse>[] = [];
  let first: GatewayResponse | undefined;
  while (!first && waiting.length < 2_000) {
    for (let count = 0; count < 50; count++) {
      // A public route, so that nothing else rejects them.
      const response = gateway.call('/api/auth/options?hold');
      void response.then((answer) => (first ??= answer));
      waiting.push(response);
    }
    // Once the gateway answers a change that was sent after these reads, it has received them.
    expect((await gateway.call('/api/auth/logout', { method: 'POST' })).status).toBe(200);
  }
  expect([first?.status, first?.headers['retry-after'], first?.body.error]).toEqual([503, '2', 'TOO_BUSY']);
  expect((await gateway.call('/api/auth/logout', { method: 'POST' })).status).toBe(200);
  // Requests that waited for a slot are delayed, too, once they have one.
  const releasing = setInterval(gateway.upstreams.release, 20);
  const results = await Promise.all(waiting).finally(() => clearInterval(releasing));
  expect(results.filter(({ status }) => status === 200).length).toBeGreaterThan(100);
});

it('only reads can wait, and page views, which the app sends by itself', () => {
  const waiting = routes.filter(({ canWait }) => canWait);
  expect(waiting.filter(({ methods }) => !methods.includes('GET')).map(({ path }) => path)).toEqual([
    '/api/page-views',
  ]);
});
