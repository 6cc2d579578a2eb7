/** @jest-environment node */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { notFoundFile, pageFile, paths, prerenderedPaths } from '../src/app/paths.ts';
import { writeSite } from '../test/built-site.ts';
import { createStaticServer } from './static-server.ts';

let folder: string;
let server: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-dist-'));
  await mkdir(join(folder, 'assets'));
  await writeSite(folder);
  await writeFile(join(folder, 'assets/app-1a2b.js'), 'run()');
  await writeFile(join(folder, 'assets/app-1a2b.js.gz'), gzipSync('run()'));
  server = await createStaticServer(folder);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const page = { accept: 'text/html' };

describe('the static server', () => {
  test('answers the app for its pages, without caching and with a strict content security policy', async () => {
    const answer = await server.inject({ url: '/dashboard?view=videos', headers: page });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('id="root"');
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-/);
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  test.each(prerenderedPaths)('answers %s with the HTML that the build has written for it', async (path) => {
    const answer = await server.inject({ url: path, headers: page });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(answer.body).toContain(`>${pageFile(path)}</h1>`);
    const head = await server.inject({ method: 'HEAD', url: path, headers: page });
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', answer.headers.etag]);
    const again = await server.inject({
      url: path,
      headers: { ...page, 'if-none-match': String(answer.headers.etag) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('answers a page that a query may change with the app alone, and the landing page as always', async () => {
    const pricing = await server.inject({ url: '/pricing?cancelled=true', headers: page });
    expect(pricing.body).toContain('<div id="root"></div>');
    const landing = await server.inject({ url: '/?utm_source=mail', headers: page });
    expect(landing.body).toContain(`>${pageFile(paths.landing)}</h1>`);
  });

  test('allows the style attributes of a page by their hashes, and no other inline style or script', async () => {
    const policyOf = async (url: string) =>
      String((await server.inject({ url, headers: page })).headers['content-security-policy']);
    const allowed = createHash('sha256').update('--mark:url("a")').digest('base64');
    for (const url of ['/', '/nowhere']) {
      expect(await policyOf(url)).toContain(`style-src-attr 'unsafe-hashes' 'sha256-${allowed}';`);
    }
    expect(await policyOf('/dashboard')).not.toContain('style-src-attr');
    for (const url of ['/', '/nowhere', '/dashboard', '/assets/app-1a2b.js']) {
      expect(await policyOf(url)).not.toContain('unsafe-inline');
    }
  });

  test.each(['/pages/pricing.html', '/pages/auth/login.html', '/pages/'])('has no page at %s', async (url) => {
    expect((await server.inject({ url, headers: page })).statusCode).toBe(404);
  });

  test('answers 404 with its page for a page that does not exist, and JSON for anything else', async () => {
    const lost = await server.inject({ url: '/nowhere', headers: page });
    expect([lost.statusCode, lost.body.includes(`>${notFoundFile}</h1>`)]).toEqual([404, true]);
    const file = await server.inject({ url: '/assets/gone.js' });
    expect([file.statusCode, file.json().error]).toEqual([404, 'NOT_FOUND']);
  });

  test('sends hashed files as immutable, and compressed where the browser accepts that', async () => {
    const packed = await server.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers['cache-control']).toContain('immutable');
    const plain = await server.inject({ url: '/assets/app-1a2b.js' });
    expect(plain.body).toBe('run()');
  });

  test('redirects from the old address of the terms', async () => {
    const moved = await server.inject({ url: '/terms-and-conditions', headers: page });
    expect([moved.statusCode, moved.headers.location]).toEqual([308, '/terms']);
    expect((await server.inject({ url: '/terms', headers: page })).statusCode).toBe(200);
  });

  test.each<[string, number, string, Record<string, string>?]>([
    ['/assets/', 404, 'NOT_FOUND'],
    ['/assets', 404, 'NOT_FOUND'],
    ['/assets/%00', 404, 'NOT_FOUND'],
    ['/assets/a%2f..%2findex.html', 404, 'NOT_FOUND'],
    [`/${'a'.repeat(20_000)}`, 404, 'NOT_FOUND'],
    ['/%ff', 400, 'BAD_REQUEST'],
    ['/assets/%ff.js', 400, 'BAD_REQUEST'],
    ['/assets/app-1a2b.js', 416, 'RANGE_NOT_SATISFIABLE', { range: 'bytes=99-' }],
    ['/assets/app-1a2b.js', 412, 'PRECONDITION_FAILED', { 'if-match': '"x"' }],
  ])(
    'answers an invalid request with the error JSON of this project (%#)',
    async (path, status, error, headers = {}) => {
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await server.inject({ method, url: path, headers: { ...headers, 'x-request-id': 'r-42' } });
        expect([method, answer.statusCode]).toEqual([method, status]);
        if (method === 'GET') expect(answer.json()).toEqual({ error, message: expect.any(String), requestId: 'r-42' });
        expect(answer.headers['x-content-type-options']).toBe('nosniff');
        expect(answer.headers['cache-control']).toBe('no-cache');
      }
    },
  );

  test('answers the app’s 404 page for a directory', async () => {
    const answer = await server.inject({ url: '/assets/', headers: page });
    expect([answer.statusCode, answer.body.includes('id="root"')]).toEqual([404, true]);
  });

  test('allows pictures and videos of the configured origin, and nothing else of it', async () => {
    const directives = async (from: FastifyInstance) => {
      const { headers } = await from.inject({ url: '/dashboard', headers: page });
      return String(headers['content-security-policy']).split('; ');
    };
    const redirected = await createStaticServer(folder, { mediaOrigin: 'https://cdn.example.com' });
    const own = await directives(server);
    expect((await directives(redirected)).filter((directive) => !own.includes(directive))).toEqual([
      "img-src 'self' data: https://cdn.example.com",
      "media-src 'self' https://cdn.example.com",
    ]);
    expect(own).toEqual(expect.arrayContaining(["img-src 'self' data:", "media-src 'self'"]));
    await redirected.close();
  });

  test.each(['/startz', '/livez', '/readyz'])('answers 204 on %s', async (probe) => {
    expect((await server.inject(probe)).statusCode).toBe(204);
  });

  test('answers 503 on /readyz alone while it drains, and still serves pages', async () => {
    const draining = await createStaticServer(folder, { isDraining: () => true });
    const probes = ['/startz', '/livez', '/readyz'];
    const statuses = await Promise.all(probes.map(async (probe) => (await draining.inject(probe)).statusCode));
    expect(statuses).toEqual([204, 204, 503]);
    expect((await draining.inject({ url: '/dashboard', headers: page })).statusCode).toBe(200);
    await draining.close();
  });
});
