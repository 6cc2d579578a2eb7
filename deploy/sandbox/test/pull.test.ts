import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { pull } from '../src/social/pull.ts';
import { sampleClip } from '../src/social/sample-clip.ts';
import { type Running, runSandbox } from './running.ts';

const megabyte = 1024 ** 2;
const clip = sampleClip({ bytes: 4.7 * megabyte });
let sandbox: Running;
const servers: Server[] = [];
beforeAll(async () => {
  sandbox = await runSandbox();
});
afterAll(async () => {
  for (const server of servers) server.close();
  await sandbox.end();
});

const addressOf = async (server: Server): Promise<string> => {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/clip.mp4`;
};
const pulled = (url: string, most = 10 * megabyte) => pull(sandbox, url, most, new AbortController().signal);

/** Answers as Python's `http.server` does. */
const http10 = () =>
  createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.write(`HTTP/1.0 200 OK\r\ncontent-length: ${clip.length}\r\n\r\n`);
        socket.end(clip);
      });
  });
const closing = () =>
  createHttpServer((_request, response) => {
    response.writeHead(200, { connection: 'close', 'content-length': clip.length }).end(clip);
  });
const keeping = () =>
  createHttpServer((_request, response) => void response.writeHead(200, { 'content-length': clip.length }).end(clip));

const unannounced = () =>
  createHttpServer((_request, response) => void response.writeHead(200, { 'transfer-encoding': 'chunked' }).end(clip));

describe('Pulling a video from an address', () => {
  it.each([
    ['one that speaks HTTP/1.0', http10, 24],
    ['one that closes each connection', closing, 60],
    ['one that keeps its connections', keeping, 12],
  ])(
    'fetches every byte from %s, again and again',
    async (_who, server, times) => {
      const url = await addressOf(server());
      for (let done = 0; done < times; done += 4) {
        const media = await Promise.all([0, 1, 2, 3].map(() => pulled(url)));
        for (const medium of media) {
          if (typeof medium === 'string') throw new Error(medium);
          expect(medium.size).toBe(clip.length);
          sandbox.media.delete(medium.id);
        }
      }
    },
    60_000,
  );

  it('keeps nothing of a video that breaks off, whatever length its header has', async () => {
    const url = await addressOf(
      createServer((socket) => {
        socket
          .on('error', () => {})
          .once('data', () => {
            socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${clip.length}\r\n\r\n`);
            socket.end(clip.subarray(0, megabyte));
          });
      }),
    );
    expect(await pulled(url)).toBe('unreachable');
  });

  it('stops at the size limit, and follows no redirect', async () => {
    for (const server of [http10(), unannounced()]) {
      expect(await pulled(await addressOf(server), megabyte)).toBe('too-large');
    }
    const elsewhere = await addressOf(
      createHttpServer((_request, response) => void response.writeHead(302, { location: '/other' }).end()),
    );
    expect(await pulled(elsewhere)).toBe('unreachable');
  });
});
