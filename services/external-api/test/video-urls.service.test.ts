import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApi, mp4, startExternalApi } from './harness.ts';

const MIB = 1024 * 1024;
const VIDEO = mp4(300_000);

let api: ExternalApi;
let guarded: ExternalApi;
let elsewhere: Server;
let origin: string;
let asked: string[] = [];

beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    const { url = '' } = request;
    asked.push(url);
    const hops = /^\/hops\/(\d+)$/.exec(url)?.[1];
    if (hops && hops !== '0') return response.writeHead(302, { location: `/hops/${Number(hops) - 1}` }).end();
    if (url === '/to-file') return response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    if (url === '/to-password') {
      return response.writeHead(302, { location: `${origin.replace('//', '//ada:secret@')}/video.mp4` }).end();
    }
    if (url === '/missing') return response.writeHead(404).end('no');
    if (url === '/zipped') return response.writeHead(200, { 'content-encoding': 'gzip' }).end(VIDEO);
    if (url === '/page') return response.writeHead(200, { 'content-type': 'video/mp4' }).end('<!doctype html><html>');
    if (url === '/huge') return response.writeHead(200, { 'content-length': 101 * MIB }).write(VIDEO);
    if (url === '/cut') {
      response.writeHead(200, { 'content-length': VIDEO.length }).write(VIDEO.subarray(0, 1000));
      return setTimeout(() => response.destroy(), 50);
    }
    if (url === '/endless') {
      response.writeHead(200).write(mp4(MIB));
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(MIB)));
      };
      response.on('drain', more);
      return more();
    }
    return response.writeHead(200).end(VIDEO);
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  [api, guarded] = await Promise.all([startExternalApi({ ALLOW_PRIVATE_URLS: true }), startExternalApi()]);
});
afterAll(async () => {
  await Promise.all([api.stop(), guarded.stop()]);
  elsewhere.closeAllConnections();
  await new Promise((resolve) => elsewhere.close(resolve));
});

describe('videoUrl', () => {
  it.each(['/video.mp4', '/hops/3'])('%s is fetched once for all platforms that accept files', async (path) => {
    asked = [];
    const partner = await api.newPartner('youtube', 'tiktok', 'instagram');
    const platforms = ['youtube', 'tiktok', 'instagram'];
    const response = await api.post(partner, 'post-video', { videoUrl: origin + path, platforms });
    expect(response.json()).toMatchObject({ success: true, posted_to: platforms });
    expect(asked[0]).toBe(path);
    expect(new Set(asked).size).toBe(asked.length);
    const calls = Object.fromEntries(api.postsOf(partner).map((call) => [call.platform, call]));
    expect(calls.youtube?.mediaKey).toBe(calls.tiktok?.mediaKey);
    expect((await api.readObject(calls.youtube?.mediaKey ?? '')).equals(VIDEO)).toBe(true);
    expect(calls.instagram).toMatchObject({ mediaKey: '', mediaUrl: origin + path });
  });

  it.each([
    ['/missing', 400, 'VIDEO_URL_UNUSABLE'],
    ['/hops/4', 400, 'VIDEO_URL_UNUSABLE'],
    ['/to-file', 400, 'VIDEO_URL_UNUSABLE'],
    ['/to-password', 400, 'VIDEO_URL_UNUSABLE'],
    ['/zipped', 400, 'VIDEO_URL_UNUSABLE'],
    ['/cut', 400, 'VIDEO_URL_UNUSABLE'],
    ['/page', 415, 'UNSUPPORTED_VIDEO'],
    ['/huge', 413, 'VIDEO_TOO_LARGE'],
    ['/endless', 413, 'VIDEO_TOO_LARGE'],
  ])('[ASVS 15.3.2] %s is answered %i %s and stores nothing', async (path, status, code) => {
    const partner = await api.newPartner('youtube');
    const response = await api.post(partner, 'youtube/post', { videoUrl: origin + path });
    expect([response.statusCode, response.json().error]).toEqual([status, code]);
    expect(await api.uploadsOf(partner)).toEqual([]);
    expect(api.postsOf(partner)).toEqual([]);
  });

  it('[ASVS 13.2.4] has the same answer for every address that is not public', async () => {
    asked = [];
    const port = new URL(origin).port;
    const bodies = new Set<string>();
    for (const videoUrl of [
      `${origin}/video.mp4`,
      `http://localhost:${port}/video.mp4`,
      'https://localhost/video.mp4',
      'https://127.0.0.1/video.mp4',
      'https://0x7f000001/video.mp4',
      'https://[::ffff:127.0.0.1]/video.mp4',
      'https://no-such-host.invalid/video.mp4',
      'not an address',
    ]) {
      const partner = await guarded.newPartner('youtube', 'instagram');
      const response = await guarded.post(partner, 'youtube/post', { videoUrl });
      const { requestId, ...body } = response.json();
      expect([videoUrl, response.statusCode, typeof requestId]).toEqual([videoUrl, 400, 'string']);
      bodies.add(JSON.stringify(body));
      expect(guarded.postsOf(partner)).toEqual([]);
    }
    expect(bodies.size).toBe(1);
    expect(asked).toEqual([]);
  });

  it('is not passed to Instagram when it is not public', async () => {
    const partner = await guarded.newPartner('instagram');
    const response = await guarded.post(partner, 'instagram/post', { videoUrl: 'https://127.0.0.1/video.mp4' });
    expect([response.statusCode, response.json().error]).toEqual([400, 'VIDEO_URL_UNUSABLE']);
  });
});
