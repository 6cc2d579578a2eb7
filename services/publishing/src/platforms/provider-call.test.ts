import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eventually } from '@reelwright/testing';
import { callProvider } from './provider-call.ts';

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
    // What is free is swept beside the program, so it may take a moment to show.
    await eventually(() => expect(held() - before).toBeLessThan(20 * MEGABYTE));
  } finally {
    stopping.abort();
    await expect(upload).rejects.toThrow('no answer');
    server.close();
  }
});

function* pieces(count: number): Generator<Buffer> {
  for (let piece = 0; piece < count; piece++) yield Buffer.alloc(MEGABYTE);
}

/** Bytes of buffers that are still needed. */
function held(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().arrayBuffers;
}
