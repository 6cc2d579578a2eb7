import { type ChildProcess, fork } from 'node:child_process';
import dns from 'node:dns';
import { once } from 'node:events';
import { constants, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { BillingServiceClient } from '@reelwright/contracts';
import { createIdentitySigner } from '@reelwright/identity';
import { createTestIdentity, eventually, freePorts, type TestIdentity } from '@reelwright/testing';
import { createGrpcClient } from '../src/index.ts';

const NAME = 'billing-headless.test';
const READ_ONLY = new Set(['/reelwright.billing.v1.BillingService/GetEntitlement']);
const CONNECTION_AGE_MS = 2_000;

let identity: TestIdentity;
let port: number;
/** The addresses that the name has. */
let addresses: string[];
const replicas = new Map<number, ChildProcess>();
const clients: { stop(): Promise<void> }[] = [];

const { lookup } = dns.promises;

beforeAll(async () => {
  identity = await createTestIdentity(['scheduling']);
  [port = 0] = await freePorts(1);
  dns.promises.lookup = (async (name: string, options: dns.LookupAllOptions) =>
    name === NAME ? addresses.map((address) => ({ address, family: 4 })) : lookup(name, options)) as typeof lookup;
});
afterAll(async () => {
  await Promise.all([...replicas.keys()].map((number) => endReplica(number, 'SIGKILL')));
  dns.promises.lookup = lookup;
  identity.remove();
});
beforeEach(async () => {
  addresses = [1, 2, 3].map(addressOf);
  await Promise.all([1, 2, 3].filter((number) => !replicas.has(number)).map(startReplica));
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.stop();
});

const addressOf = (number: number) => `127.0.0.${number}`;

async function startReplica(number: number): Promise<void> {
  const options = { host: addressOf(number), port, number, jwks: identity.jwksFile, age: CONNECTION_AGE_MS };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const child = fork(join(import.meta.dirname, 'replica.ts'), args, { execArgv: [] });
  replicas.set(number, child);
  await once(child, 'message');
}

/** @returns the exit code; null after SIGKILL */
async function endReplica(number: number, signal: NodeJS.Signals): Promise<number | null> {
  const child = replicas.get(number);
  replicas.delete(number);
  if (!child || child.exitCode !== null) return child?.exitCode ?? null;
  const exit = once(child, 'exit');
  child.kill(signal);
  const [code] = await exit;
  return code;
}

function clientOf(address = `${NAME}:${port}`, readOnly = READ_ONLY) {
  const signer = createIdentitySigner({ issuer: 'scheduling', keyFile: identity.keyFile('scheduling') });
  const client = createGrpcClient(BillingServiceClient, { address, signer, readOnly, timeoutMs: 10_000 });
  clients.push(client);
  return { replicaOf: async (userId: string) => (await client.getEntitlement({ userId })).revision };
}

type TestClient = ReturnType<typeof clientOf>;

/** Calls until each of the replicas has responded. */
async function reachAll({ replicaOf }: TestClient, numbers: readonly number[]): Promise<void> {
  const missing = new Set(numbers);
  await eventually(
    async () => {
      missing.delete(await replicaOf('u1'));
      expect([...missing]).toEqual([]);
    },
    { everyMs: 5 },
  );
}

/** Makes calls, eight at a time. @returns how many each replica has answered */
async function countCalls({ replicaOf }: TestClient, calls: number, onCall = (_made: number) => undefined as unknown) {
  const counts: Record<number, number> = {};
  let made = 0;
  async function caller() {
    while (made < calls) {
      made += 1;
      onCall(made);
      const replica = await replicaOf('u1');
      counts[replica] = (counts[replica] ?? 0) + 1;
    }
  }
  await Promise.all(Array.from({ length: 8 }, caller));
  return counts;
}

/** @returns the replica that is the next to report a slow call */
const nextSlowCall = () =>
  Promise.race(
    [...replicas].map(async ([number, child]) => {
      await once(child, 'message');
      return number;
    }),
  );

/** Starts a call that waits. @returns the response, and the replica that it reached */
async function startSlowCall({ replicaOf }: TestClient) {
  const reached = nextSlowCall();
  const response = replicaOf('slow');
  response.catch(() => undefined);
  return { response, replica: await reached };
}

describe('three replicas', () => {
  it('of one name are called evenly', async () => {
    const client = clientOf();
    await reachAll(client, [1, 2, 3]);
    const counts = await countCalls(client, 300);
    for (const number of [1, 2, 3]) expect(Math.abs((counts[number] ?? 0) - 100)).toBeLessThanOrEqual(5);
  });

  it('of a list of addresses are called evenly', async () => {
    const client = clientOf([1, 2, 3].map((number) => `${addressOf(number)}:${port}`).join(','));
    await reachAll(client, [1, 2, 3]);
    const counts = await countCalls(client, 300);
    for (const number of [1, 2, 3]) expect(Math.abs((counts[number] ?? 0) - 100)).toBeLessThanOrEqual(5);
  });

  it('are joined by a fourth, which gets calls once a connection has reached its age', async () => {
    const client = clientOf();
    await reachAll(client, [1, 2, 3]);
    await startReplica(4);
    addresses.push(addressOf(4));
    const began = Date.now();
    await reachAll(client, [4]);
    // The age, and the time for which a client does not look up again.
    expect(Date.now() - began).toBeLessThan(CONNECTION_AGE_MS * 1.1 + 6_000);
    const counts = await countCalls(client, 400);
    for (const number of [1, 2, 3, 4]) expect(counts[number]).toBeGreaterThan(80);
    await endReplica(4, 'SIGTERM');
  });

  it('lose no call when their connections reach their age', async () => {
    const client = clientOf(undefined, new Set());
    const end = Date.now() + 2 * CONNECTION_AGE_MS;
    let calls = 0;
    while (Date.now() < end) {
      await countCalls(client, 50);
      calls += 50;
    }
    expect(calls).toBeGreaterThan(100);
  });

  it('lose no call that several of them refuse before they process it', async () => {
    let refusals = 4;
    const server = createServer().on('stream', (stream) => {
      if (refusals-- > 0) return stream.on('error', () => undefined).close(constants.NGHTTP2_REFUSED_STREAM);
      stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
      stream.end(Buffer.alloc(5)); // an empty message
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const signer = createIdentitySigner({ issuer: 'scheduling', keyFile: identity.keyFile('scheduling') });
    const client = createGrpcClient(BillingServiceClient, { address, signer });
    clients.push(client, { stop: async () => void server.close() });
    expect(await client.getEntitlement({ userId: 'u1' })).toBeDefined();
    expect(refusals).toBe(-1);
  });

  it('lose no read when one is killed', async () => {
    const client = clientOf();
    await reachAll(client, [1, 2, 3]);
    const killed = Promise.withResolvers<unknown>();
    const counts = await countCalls(client, 600, (made) => {
      if (made === 200) killed.resolve(endReplica(2, 'SIGKILL'));
    });
    await killed.promise;
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(600);
    expect(counts[2]).toBeLessThan(100);
  });
});

describe('a call under way', () => {
  it('ends well when its server is asked to stop, while others go elsewhere', async () => {
    const client = clientOf();
    await reachAll(client, [1, 2, 3]);
    const { response, replica } = await startSlowCall(client);
    const stopping = replicas.get(replica);
    const exit = endReplica(replica, 'SIGTERM');
    await eventually(async () => {
      const counts = await countCalls(client, 30);
      expect(counts[replica]).toBeUndefined();
    });
    stopping?.send('finish');
    expect(await response).toBe(replica);
    expect(await exit).toBe(0);
  });

  it('is repeated at another replica when its server dies and it is read-only', async () => {
    const client = clientOf();
    const { response, replica } = await startSlowCall(client);
    const again = nextSlowCall();
    await endReplica(replica, 'SIGKILL');
    const second = await again;
    replicas.get(second)?.send('finish');
    expect(second).not.toBe(replica);
    expect(await response).toBe(second);
  });

  it('is not repeated when its server dies and it may have changed something', async () => {
    const client = clientOf(undefined, new Set());
    const { response, replica } = await startSlowCall(client);
    const others = [...replicas].filter(([number]) => number !== replica);
    let repeated = 0;
    for (const [, child] of others) child.on('message', () => (repeated += 1));
    await endReplica(replica, 'SIGKILL');
    await expect(response).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    await reachAll(
      client,
      others.map(([number]) => number),
    );
    expect(repeated).toBe(0);
  });
});
