import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { startAll } from '@reelwright/lifecycle';
import { createLogger } from '@reelwright/logger';
import { createTestBucket } from '@reelwright/testing';
import { createObjectStore, type ObjectStore, requireAccess, sweepUnfinished } from '../src/index.ts';
import { createS3Store } from '../src/s3-store.ts';
import { killedWhileStoring } from './killed-while-storing.ts';
import { kinds, openStore } from './stores.ts';

const DAY_MS = 24 * 3_600_000;

interface Line {
  readonly level: string;
  readonly component?: string;
  readonly message?: string;
  readonly deleted?: number;
  readonly err?: { readonly message: string; readonly stack?: string };
}

function capture() {
  const lines: Line[] = [];
  return { lines, logger: createLogger({ service: 'drive' }, { write: (line) => lines.push(JSON.parse(line)) }) };
}

/** Starts what a service starts for its store. */
async function start(url: string): Promise<Line[]> {
  const { lines, logger } = capture();
  const component = { name: 'object store access', start: () => requireAccess(createObjectStore(url), logger) };
  await startAll([component], logger).catch(() => undefined);
  return lines.filter(({ level }) => level !== 'info');
}

it('a service whose store refuses it does not start, and one line without a stack says why', async () => {
  const { url, name } = await createTestBucket();
  const [line, ...others] = await start(url.replace(name, 'another'));
  expect(others).toEqual([]);
  const message = "S3 has no bucket 'another': check OBJECT_STORE_URL";
  expect(line).toMatchObject({ level: 'fatal', component: 'object store access', err: { message } });
  expect(line?.err?.stack).toBe('');
});

it('a wrong password is one clear line, with which the process ends', async () => {
  const { url } = await createTestBucket();
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'starting-main.ts'), url], {
    env: { ...process.env, AWS_SECRET_ACCESS_KEY: 'not-the-one' },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, '']);
  expect(stdout).not.toContain('not-the-one');
  const message =
    'S3 refuses the credentials (SignatureDoesNotMatch): check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  expect(JSON.parse(stdout)).toMatchObject({
    level: 'fatal',
    component: 'object store access',
    err: { message, stack: '' },
  });
});

const calls: [string, (store: ObjectStore) => Promise<unknown>][] = [
  ['put', (store) => store.put('a', Buffer.from('x'))],
  ['get', (store) => store.get('a')],
  ['size', (store) => store.size('a')],
  ['delete', (store) => store.delete('a')],
  ['deleteUnfinished', (store) => store.deleteUnfinished(new Date())],
];
const unavailable = { kind: 'UNAVAILABLE', code: 'STORE_UNAVAILABLE', retryAfterSeconds: 5 };

describe('a store that refuses connections', () => {
  let url: string;
  beforeAll(async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `s3://videos?endpoint=http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.close();
  });

  it('does not keep a service from starting, because that may pass by itself', async () => {
    expect(await start(url)).toMatchObject([{ level: 'warn', msg: 'The object store is not available yet' }]);
  });

  it.each(calls)('is STORE_UNAVAILABLE for %s', async (_name, call) => {
    await expect(call(createObjectStore(url))).rejects.toMatchObject(unavailable);
  });

  it('does not hide a failure of the source', async () => {
    const failure = Object.assign(new Error('the sender is gone'), { code: 'ECONNREFUSED' });
    const source = new Readable({ read: () => source.destroy(failure) });
    await expect(createObjectStore(url).put('a', source)).rejects.toBe(failure);
  });
});

describe('a store that accepts connections and never answers', () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.resume().on('error', () => undefined)));
  let url: string;
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `s3://videos?endpoint=http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('does not keep a service from starting', async () => {
    expect(await start(url)).toMatchObject([{ level: 'warn', msg: 'The object store is not available yet' }]);
  });

  it.each(calls)('is STORE_UNAVAILABLE for %s', async (_name, call) => {
    await expect(call(createS3Store(url, { answerMs: 100 }))).rejects.toMatchObject({
      ...unavailable,
      cause: { name: 'TimeoutError' },
    });
  });
});

it.each(kinds)('what a killed process left on %s is deleted a day later', async (kind) => {
  const opened = await openStore(kind);
  const { lines, logger } = capture();
  await opened.store.put('whole', Buffer.from('x'));
  await killedWhileStoring(opened);
  await sweepUnfinished(opened.store, { now: new Date(Date.now() + DAY_MS / 2), logger });
  expect(await opened.contents()).toHaveLength(2);
  await sweepUnfinished(opened.store, { now: new Date(Date.now() + 2 * DAY_MS), logger });
  expect(await opened.contents()).toEqual(['whole']);
  expect(lines).toMatchObject([{ level: 'info', deleted: 1 }]);
});

it.each(kinds)('two processes that sweep %s at once do not disturb each other', async (kind) => {
  const opened = await openStore(kind);
  for (let killed = 0; killed < 3; killed++) await killedWhileStoring(opened);
  const tomorrow = new Date(Date.now() + DAY_MS);
  const sweeps = [1, 2].map(() => createObjectStore(opened.url).deleteUnfinished(tomorrow));
  await expect(Promise.all(sweeps)).resolves.toHaveLength(2);
  expect(await opened.contents()).toEqual([]);
});
