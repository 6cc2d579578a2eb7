import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createObjectStore, type ObjectStore } from '@reelwright/object-store';
import { createTestObjectStore, eventually } from '@reelwright/testing';
import { type CallOptions, callProvider, Unreachable } from './provider-call.ts';

const MEGABYTE = 1_000_000;

test('an upload holds a few pieces of its video in memory, not what it has sent', async () => {
  const { promise: mostArrived, resolve: arrived } = Promise.withResolvers<void>();
  const server = createServer((request) => {
    let bytes = 0;
    request.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes < 80 * MEGABYTE) return;
      request.pause();
      arrived();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const before = held();
  const stopping = new AbortController();
  const upload = callProvider(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
    method: 'POST',
    headers: { 'content-length': String(100 * MEGABYTE) },
    body: Readable.from(pieces(100)),
    signal: stopping.signal,
  });
  try {
    await mostArrived;
    // Garbage is collected concurrently, so the number may take a moment to fall.
    await eventually(() => expect(held() - before).toBeLessThan(20 * MEGABYTE));
  } finally {
    stopping.abort();
    await expect(upload).rejects.toThrow('no answer');
    server.close();
  }
});

const failureOf = (url: string) =>
  callProvider(url, { method: 'POST', body: 'words' }).catch((error: unknown) => error);

/** Calls `run` with the address of a server that listens until it has ended. */
async function during<Result>(server: Server | TcpServer, run: (host: string) => Promise<Result>): Promise<Result> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await run(`127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  }
}

test('a call that found no connection was never sent', async () => {
  const closed = await during(createServer(), async (host) => host);
  const withoutTls = (host: string) => failureOf(`https://${host}/`);
  for (const failure of [
    await failureOf(`http://${closed}/`),
    await failureOf(`http://localhost:${closed.split(':')[1]}/`),
    await failureOf('http://nowhere.invalid/'),
    await during(createServer(), withoutTls),
    await during(
      createTcpServer((socket) => socket.once('data', () => socket.destroy())),
      withoutTls,
    ),
  ]) {
    expect(failure).toBeInstanceOf(Unreachable);
    expect(failure).toMatchObject({ neverSent: true });
  }
});

test('a call whose connection was cut before its answer may have been made', async () => {
  const cut = createServer((request) => request.socket.destroy());
  expect(await during(cut, (host) => failureOf(`http://${host}/`))).toMatchObject({ neverSent: false });
});

describe('the video of an upload', () => {
  let folder: string;
  let store: ObjectStore;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'provider-call-'));
    store = createObjectStore((await createTestObjectStore(folder)).url);
    await store.put('video', Buffer.alloc(4 * MEGABYTE));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const stopped = new AbortController();
  stopped.abort();
  const refuse = () => {
    throw new Error('the lease is lost');
  };
  it.each<[string, () => Server, Partial<CallOptions>]>([
    ['is refused', () => createServer((_request, response) => response.writeHead(400).end()), {}],
    ['is cut off', () => createServer((request) => request.once('data', () => request.socket.destroy())), {}],
    ['takes too long', () => createServer((request) => request.pause()), { timeoutMs: 100 }],
    ['is aborted before it begins', () => createServer(), { signal: stopped.signal }],
    ['may not be made any more', () => createServer(), { before: refuse }],
  ])('is closed when the call %s', async (_case, server, options) => {
    const body = await store.get('video');
    await during(server(), (host) =>
      callProvider(`http://${host}/`, {
        method: 'POST',
        headers: { 'content-length': String(4 * MEGABYTE) },
        body,
        ...options,
      }).catch(() => undefined),
    );
    expect(body.destroyed).toBe(true);
    await eventually(() => expect(body.closed).toBe(true));
  });
});

function* pieces(count: number): Generator<Buffer> {
  for (let piece = 0; piece < count; piece++) yield Buffer.alloc(MEGABYTE);
}

/** Bytes of buffers that can't be collected. */
function held(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().arrayBuffers;
}
