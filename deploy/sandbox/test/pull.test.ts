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
const pullFrom = (url: string, maxBytes = 10 * megabyte) => pull(sandbox, url, maxBytes, new AbortController().signal);

/** Answers as Python's `http.server` does. */
const http10Server = () =>
  createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.write(`HTTP/1.0 200 OK\r\ncontent-length: ${clip.length}\r\n\r\n`);
        socket.end(clip);
      });
  });
const closingServer = () =>
  createHttpServer((_request, response) => {
    response.writeHead(200, { connection: 'close', 'content-length': clip.length }).end(clip);
  });
const keepAliveServer = () =>
  createHttpServer((_request, response) => void response.writeHead(200, { 'content-length': clip.length }).end(clip));

const chunkedServer = () =>
  createHttpServer((_request, response) => void response.writeHead(200, { 'transfer-encoding': 'chunked' }).end(clip));

describe('pulling a video from an address', () => {
  it.each([
    ['speaks HTTP/1.0', http10Server, 24],
    ['closes each connection', closingServer, 60],
    ['keeps its connections open', keepAliveServer, 12],
  ])(
    'fetches every byte from a server that %s, again and again',
    async (_what, server, times) => {
      const url = await addressOf(server());
      for (let done = 0; done < times; done += 4) {
        const media = await Promise.all([0, 1, 2, 3].map(() => pullFrom(url)));
        for (const medium of media) {
          if (typeof medium === 'string') throw new Error(medium);
          expect(medium.size).toBe(clip.length);
          sandbox.media.delete(medium.id);
        }
      }
    },
    60_000,
  );

  it('fails for a video that ends before its content-length', async () => {
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
    expect(await pullFrom(url)).toBe('unreachable');
  });

  it('rejects a video above the size limit, with or without a content-length', async () => {
    for (const server of [http10Server(), chunkedServer()]) {
      expect(await pullFrom(await addressOf(server), megabyte)).toBe('too-large');
    }
  });

  it('follows no redirect', async () => {
    const redirecting = await addressOf(
      createHttpServer((_request, response) => void response.writeHead(302, { location: '/other' }).end()),
    );
    expect(await pullFrom(redirecting)).toBe('unreachable');
  });
});
