import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { downloadFile } from '../src/video-models/download-file.ts';

const BYTES = 5_000_000;
const folder = mkdtempSync(join(tmpdir(), 'download-'));
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Answers each request with this head and `sent` bytes, then closes the connection. */
async function serve(head: (request: string) => string, sent = BYTES): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (request) => {
      socket.write(`${head(String(request))}\r\n\r\n`);
      socket.end(Buffer.alloc(sent));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}
const path = join(folder, 'video.mp4');

it('survives servers that close the connection while the file is written', async () => {
  const url = await serve(() => `HTTP/1.0 200 OK\r\nContent-Length: ${BYTES}`);
  for (let times = 0; times < 20; times++) {
    await downloadFile(url, {}, path);
    expect(statSync(path).size).toBe(BYTES);
  }
});

it('rejects when the connection is cut during the download', async () => {
  const url = await serve(() => `HTTP/1.1 200 OK\r\nContent-Length: ${BYTES}`, BYTES / 2);
  await expect(downloadFile(url, {}, path)).rejects.toThrow();
});

it('follows a redirect with its headers', async () => {
  const url = await serve((request) => {
    if (!/^x-goog-api-key: k\r$/m.test(request)) return 'HTTP/1.1 403 Forbidden\r\nContent-Length: 3';
    if (request.startsWith('GET /there')) return 'HTTP/1.1 200 OK\r\nContent-Length: 3';
    return 'HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 3';
  }, 3);
  await downloadFile(`${url}/here`, { 'x-goog-api-key': 'k' }, path);
  expect(statSync(path).size).toBe(3);
  await expect(downloadFile(`${url}/here`, {}, path)).rejects.toMatchObject({ status: 403 });
});
