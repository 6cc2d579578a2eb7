import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createObjectStore, type ObjectStore } from '@reelwright/object-store';
import { createTestObjectStore, eventually } from '@reelwright/testing';
import { sendChunk } from './resumable-upload.ts';

const LENGTH = 4 * 1024 * 1024;

let folder: string;
let store: ObjectStore;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'resumable-upload-'));
  store = createObjectStore((await createTestObjectStore(folder)).url);
  await store.put('video', Buffer.alloc(LENGTH));
});
afterAll(() => rmSync(folder, { recursive: true }));

const stopped = new AbortController();
stopped.abort();
const running = new AbortController();

it.each<[string, RequestListener, AbortController]>([
  ['is refused', (_request, response) => response.writeHead(503).end(), running],
  ['is cut off', (request) => request.once('data', () => request.socket.destroy()), running],
  ['is aborted before it begins', () => undefined, stopped],
])('the video is closed when a chunk %s', async (_case, answer, { signal }) => {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const session = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const source = await store.get('video');
  await expect(sendChunk(session, { offset: 0, length: LENGTH, total: LENGTH, source }, signal)).rejects.toThrow();
  expect(source.destroyed).toBe(true);
  await eventually(() => expect(source.closed).toBe(true));
  server.closeAllConnections();
  server.close();
});
