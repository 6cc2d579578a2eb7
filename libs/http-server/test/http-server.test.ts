import { AsyncResource } from 'node:async_hooks';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { json as readJson } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { CauseError, en, postCause, textFor } from '@reelwright/causes';
import { createManualClock } from '@reelwright/clock';
import { currentDeadline } from '@reelwright/deadline';
import { AppError } from '@reelwright/errors';
import { createIdentityVerifier } from '@reelwright/identity';
import { unsentBytes } from '@reelwright/lifecycle/unsent-bytes';
import { createLogger } from '@reelwright/logger';
import { createMetrics, type Metrics } from '@reelwright/metrics';
import { createTestIdentity, eventually, type TestIdentity } from '@reelwright/testing';
import { currentTraceparent } from '@reelwright/tracing';
import Type from 'typebox';
import { createHttpServer, type HttpServer, readerOf, requireAdmin, requireUser } from '../src/index.ts';

/** More than a client that does not read takes, less than the kernel keeps for it. */
const LONG = 'A'.repeat(1024 * 1024);
const PUBLIC_URL = 'http://localhost:8080';
const testItalian = {
  ...en,
  locale: 'it-IT',
  causes: { ...en.causes, NOT_CONNECTED: { message: 'Nessun account {platform}.', fix: 'Collegane uno.' } },
};
const clock = createManualClock(new Date('2031-05-04T12:00:00Z'));
const metrics = createMetrics({ service: 'test', processMetrics: false });
let identity: TestIdentity;
let server: HttpServer;
let origin: string;
const lines: string[] = [];
let slow = async (): Promise<unknown> => undefined;
let laterDeadline: () => number | undefined = () => undefined;

beforeAll(async () => {
  identity = await createTestIdentity(['billing']);
  server = await start({}, metrics);
  origin = `http://127.0.0.1:${server.port()}`;
});
afterAll(async () => {
  await server.stop();
  identity.remove();
});

async function start(
  drainTimes: { drainMs?: number; stopMs?: number } = {},
  metrics: Metrics = createMetrics({ service: 'test', processMetrics: false }),
): Promise<HttpServer> {
  const running = createHttpServer({
    service: 'billing',
    host: '127.0.0.1',
    port: 0,
    logger: createLogger({ service: 'test' }, { write: (line: string) => lines.push(line) }),
    clock,
    metrics,
    verifier: createIdentityVerifier({ jwksFile: identity.jwksFile }),
    publicUrl: `${PUBLIC_URL}/`,
    languages: { en, it: testItalian },
    ...drainTimes,
  });
  const { app } = running;
  const body = Type.Object(
    { name: Type.String(), tags: Type.Optional(Type.Array(Type.String())) },
    { additionalProperties: false },
  );
  app.post('/api/things', { schema: { body } }, async (request) => request.body);
  app.post('/api/anything', { schema: { body: Type.Unknown() } }, async (request) => ({ taken: request.body }));
  app.post('/api/done', async () => ({ done: true }));
  app.post('/api/raw', { config: { readsBody: true } }, async (request) => ({ taken: request.body }));
  app.delete('/api/things', async (_request, reply) => reply.code(204).send());
  app.get('/api/long', async () => LONG);
  app.get(
    '/api/things/:id',
    { schema: { params: Type.Object({ id: Type.String() }) } },
    async (request) => request.params,
  );
  app.get(
    '/api/count',
    { schema: { querystring: Type.Object({ n: Type.Integer() }) } },
    async (request) => request.query,
  );
  app.get('/api/me', async (request) => requireUser(request));
  app.get('/api/admin', async (request) => {
    requireAdmin(request);
    return { admin: true };
  });
  app.get('/api/busy', () => {
    throw new AppError('RESOURCE_EXHAUSTED', 'TOO_SOON', 'Please wait.', { retryAfterSeconds: 1.2 });
  });
  app.get('/api/unavailable', () => {
    throw new AppError('UNAVAILABLE', 'STRIPE_AWAY', 'Try again.', { cause: new Error('secret detail') });
  });
  app.get('/api/no-database', () => {
    throw Object.assign(new Error('secret: connect ECONNREFUSED'), { code: 'DATABASE_UNAVAILABLE' });
  });
  app.get('/api/broken', () => {
    throw new Error('select * from secrets');
  });
  app.get('/api/slow', async () => {
    await slow();
    return { slow: true };
  });
  app.get('/api/slow-stream', async (_request, reply) => {
    async function* pieces() {
      yield '{"slow":';
      await slow();
      yield 'true}';
    }
    return reply.send(Readable.from(pieces()));
  });
  app.post('/api/trace', { schema: { body: Type.Unknown() } }, async () => ({ traceparent: currentTraceparent() }));
  app.post('/api/deadline', { schema: { body: Type.Unknown() } }, async () => {
    laterDeadline = AsyncResource.bind(currentDeadline);
    return { leftMs: (currentDeadline() ?? Number.NaN) - Date.now() };
  });
  app.get('/api/odd', () => {
    throw null;
  });
  app.get('/api/refused', () => {
    throw new CauseError('FAILED_PRECONDITION', postCause('NOT_CONNECTED', 'tiktok'));
  });
  app.get('/api/described', async (request) => ({ text: textFor(postCause('BLOCKED', 'tiktok'), readerOf(request)) }));
  app.get('/api/cached', async (_request, reply) => reply.header('cache-control', 'private, max-age=5').send({}));
  app.post('/api/webhook', { config: { crossSite: true, readsBody: true } }, async () => ({ taken: true }));
  await running.start();
  return running;
}

const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});

const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;

async function call(path: string, init: RequestInit = {}) {
  const response = await fetch(origin + path, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
}

describe('an error has a status, a code, a sentence and the request’s id', () => {
  it.each<[string, string, RequestInit, number, string]>([
    ['an unknown path', '/api/nothing', {}, 404, 'NOT_FOUND'],
    ['an unknown path that is posted to', '/api/nothing', json({}), 404, 'NOT_FOUND'],
    ['a path that cannot be decoded', '/api/things/%zz', {}, 400, 'BAD_REQUEST'],
    ['a segment that is far too long', `/api/things/${'x'.repeat(500)}`, {}, 404, 'NOT_FOUND'],
    ['broken JSON', '/api/things', json('{"name":'), 400, 'BAD_JSON'],
    ['an empty body that is declared as JSON', '/api/things', json(''), 400, 'BAD_JSON'],
    [
      'a body of another type',
      '/api/things',
      json('name=x', { 'content-type': 'text/plain' }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a form',
      '/api/things',
      json('name=x', { 'content-type': 'application/x-www-form-urlencoded' }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['a body that is too large', '/api/things', json({ name: 'x'.repeat(1_100_000) }), 413, 'BODY_TOO_LARGE'],
    ['a missing field', '/api/things', json({}), 400, 'VALIDATION_FAILED'],
    ['an unknown field', '/api/things', json({ name: 'x', isAdmin: true }), 400, 'VALIDATION_FAILED'],
    ['a field of the wrong type', '/api/things', json({ name: 7 }), 400, 'VALIDATION_FAILED'],
    ['null instead of an object', '/api/things', json('null'), 400, 'VALIDATION_FAILED'],
    ['a prototype in the body', '/api/things', json('{"name":"x","__proto__":{"admin":true}}'), 400, 'BAD_JSON'],
    [
      'a constructor in the body',
      '/api/things',
      json('{"name":"x","constructor":{"prototype":{"a":1}}}'),
      400,
      'BAD_JSON',
    ],
    ['50,000 objects in one another', '/api/things', json(nested('{"name":', '}', 50_000)), 400, 'TOO_DEEP'],
    ['5,000 arrays in one another', '/api/things', json(nested('[', ']', 5_000)), 400, 'TOO_DEEP'],
    ['as many arrays as a body can hold', '/api/things', json(nested('[', ']', 500_000)), 400, 'TOO_DEEP'],
    ['depth where any JSON is accepted', '/api/anything', json(nested('[', ']', 64)), 400, 'TOO_DEEP'],
    ['depth with a prototype', '/api/things', json(nested('{"__proto__":', '}', 50_000)), 400, 'BAD_JSON'],
    ['a null byte far down', '/api/anything', json([[{ a: [{ b: 'x\u0000' }] }]]), 400, 'BROKEN_TEXT'],
    ['an unpaired surrogate in a name', '/api/anything', json({ a: { '\ud800': 1 } }), 400, 'BROKEN_TEXT'],
    ['a null byte in a query', '/api/count?n=%00', {}, 400, 'BROKEN_TEXT'],
    ['a null byte in an address', '/api/things/%00', {}, 400, 'BROKEN_TEXT'],
    ['bytes in a query that are not UTF-8', '/api/count?n=%ff', {}, 400, 'BROKEN_TEXT'],
    ['a byte order mark', '/api/things', json('\ufeff{"name":"x"}'), 400, 'BAD_JSON'],
    ['a field that comes twice', '/api/things', json('{"name":"x","name":"y"}'), 400, 'DUPLICATE_FIELD'],
    ['a field that comes twice far down', '/api/anything', json('[{"a":{"b":1,"\\u0062":2}}]'), 400, 'DUPLICATE_FIELD'],
    ['a query that does not fit', '/api/count?n=many', {}, 400, 'VALIDATION_FAILED'],
    ['nobody signed in', '/api/me', {}, 401, 'SIGNED_OUT'],
    ['no admin', '/api/admin', {}, 403, 'ADMIN_ONLY'],
    ['a rule that rejects it', '/api/busy', {}, 429, 'TOO_SOON'],
    ['a part that is unavailable', '/api/unavailable', {}, 503, 'STRIPE_AWAY'],
    ['a database that is unavailable', '/api/no-database', {}, 503, 'DATABASE_UNAVAILABLE'],
    ['a failure of ours', '/api/broken', {}, 500, 'INTERNAL'],
    ['a thrown value that is not even an error', '/api/odd', {}, 500, 'INTERNAL'],
  ])('for %s', async (_what, path, init, status, error) => {
    const response = await call(path, { ...init, headers: { ...init.headers, 'x-request-id': 'r-42' } });
    expect(response.body).toEqual({ error, message: expect.stringMatching(/^\S.*$/), requestId: 'r-42' });
    expect(response.status).toBe(status);
    expect(JSON.stringify(response.body)).not.toContain('secret');
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(response.headers.get('date')).toMatch(/^Sun, 04 May 2031/);
  });

  it.each(['at once', 'in pieces'])('[ASVS 15.3.5] for bytes that are not UTF-8, sent %s', async (how) => {
    const bytes = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    const pieces = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes);
        controller.close();
      },
    });
    const body = how === 'at once' ? bytes : pieces;
    const response = await call('/api/things', { ...json({}), body, duplex: 'half' } as RequestInit);
    expect(response).toMatchObject({ status: 400, body: { error: 'BROKEN_TEXT' } });
  });

  it.each([
    ['JSON', '/api/things', 'application/json'],
    ['a body that the route reads itself', '/api/raw', 'application/octet-stream'],
  ])('for %s that is compressed, and names how to send it', async (_what, path, type) => {
    const headers = { 'content-type': type, 'content-encoding': 'gzip' };
    const body = gzipSync('{"name":"x"}');
    const response = await call(path, { method: 'POST', headers: { ...headers, 'x-request-id': 'r-42' }, body });
    const message = 'Send the body without a content encoding.';
    expect(response.body).toEqual({ error: 'UNSUPPORTED_CONTENT_ENCODING', message, requestId: 'r-42' });
    expect([response.status, response.headers.get('accept-encoding')]).toEqual([415, 'identity']);
    expect((await call('/api/things', json({ name: 'x' }, { 'content-encoding': 'identity' }))).status).toBe(200);
  });

  it('and names when to retry', async () => {
    expect((await call('/api/busy')).headers.get('retry-after')).toBe('2');
  });

  it.each<[string, string, RequestInit]>([
    ['tags[0] must be text.', '/api/things', json({ name: 'x', tags: [1] })],
    ['name is required.', '/api/things', json({})],
    ['The body must be an object.', '/api/things', json('null')],
    ['Unknown field: tier.', '/api/done', json({ tier: 'elite' })],
    ['n must be a whole number.', '/api/count?n=many', {}],
    ['n is required.', '/api/count', {}],
  ])('and names what does not fit: %s', async (message, path, init) => {
    expect((await call(path, init)).body.message).toBe(message);
  });
});

describe('a response', () => {
  it('[ASVS 14.3.2] carries product time and is not cached unless the route allows it', async () => {
    const response = await call('/api/things', json({ name: 'x' }));
    expect(response.body).toEqual({ name: 'x' });
    expect(response.headers.get('date')).toMatch(/^Sun, 04 May 2031 12:0/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await call('/api/cached')).headers.get('cache-control')).toBe('private, max-age=5');
  });

  it('is given to a body of allowed depth, and to every whole character', async () => {
    const body = { text: '😀 \u202e', deep: JSON.parse(nested('[', ']', 60)) };
    expect((await call('/api/anything', json(body))).body).toEqual({ taken: body });
  });

  it('to a request without a body needs no type', async () => {
    expect((await call('/api/things', { method: 'DELETE' })).status).toBe(204);
  });
});

describe('a route without a body schema', () => {
  it.each([
    ['nothing', { method: 'POST' }],
    ['an empty body that is declared as JSON', json('')],
    ['an empty object', json({})],
    ['null', json('null')],
  ])('accepts %s', async (_what, init) => {
    expect((await call('/api/done', init)).body).toEqual({ done: true });
  });

  it('accepts a client that sends the JSON content type on every call', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await call('/api/things', { method: 'DELETE', headers })).status).toBe(204);
    expect((await call('/api/things', { method: 'DELETE', headers, body: 'null' })).status).toBe(204);
  });

  it.each([
    ['a field', json({ tier: 'elite' })],
    ['a list', json([])],
    ['a text', json('"x"')],
    ['a number', json('7')],
  ])('[ASVS 15.3.3] accepts no body: %s is refused', async (_what, init) => {
    expect(await call('/api/done', init)).toMatchObject({ status: 400, body: { error: 'VALIDATION_FAILED' } });
    expect((await call('/api/things', { ...init, method: 'DELETE' })).status).toBe(400);
  });

  it('gets the body when it reads it itself', async () => {
    expect((await call('/api/raw', json({ id: 'evt_1' }))).body).toEqual({ taken: { id: 'evt_1' } });
  });
});

describe('input that never becomes a request', () => {
  const posted = (headers: string, body = '{"name":"x"}') =>
    `POST /api/anything HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${headers}\r\n\r\n${body}`;
  const send = (text: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(server.port(), '127.0.0.1');
      let received = '';
      socket.on('data', (chunk) => {
        received += chunk;
      });
      socket.on('close', () => resolve(received));
      socket.on('error', () => undefined);
      socket.write(text);
    });

  it.each([
    ['400', 'BAD_REQUEST', 'GARBAGE\r\n\r\n'],
    ['400', 'BAD_REQUEST', 'FOO / HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['501', 'UNSUPPORTED_TRANSFER_CODING', posted('transfer-encoding: gzip')],
    ['431', 'HEADERS_TOO_LARGE', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`],
  ])('gets our own %s: %s', async (status, error, text) => {
    const [head = '', body = ''] = (await send(text)).split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status} `);
    const { requestId, ...rejection } = JSON.parse(body);
    expect(rejection).toEqual({ error, message: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(requestId).toMatch(/^[\da-f-]{36}$/);
    const line = lines.map((text) => JSON.parse(text)).find((record) => record.requestId === requestId);
    expect(line).toMatchObject({ level: 'info', msg: 'request refused', code: error, status: Number(status) });
  });

  it.each([
    ['501', 'UNSUPPORTED_TRANSFER_CODING', posted('transfer-encoding: gzip, chunked', '2\r\n{}\r\n0\r\n\r\n')],
    ['417', 'UNSUPPORTED_EXPECTATION', posted('content-length: 12\r\nexpect: 200-ok')],
  ])('does not include an unsupported request, which is our own %s: %s', async (status, error, text) => {
    const withRequestId = text.replace('\r\n', '\r\nx-request-id: r-42\r\nconnection: close\r\n');
    const [head = '', body = ''] = (await send(withRequestId)).split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(JSON.parse(body)).toEqual({ error, message: expect.stringMatching(/^[A-Z].*\.$/), requestId: 'r-42' });
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: 'info', msg: 'request refused', code: error, requestId: 'r-42' }),
    );
  });

  it('does not include a request that expects 100-continue', async () => {
    const response = await send(posted('expect: 100-continue\r\ncontent-length: 12\r\nconnection: close'));
    expect(response).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/);
  });

  it('does not include a request with as many headers as the gateway lets through', async () => {
    expect((await call('/api/nothing', { headers: { 'x-large': 'a'.repeat(40_000) } })).status).toBe(404);
  });
});

describe('an error in the log', () => {
  it.each<[string, string, RequestInit, string]>([
    ['a rule', '/api/busy?code=secret', {}, 'TOO_SOON'],
    ['the framework', '/api/things', json('{'), 'BAD_JSON'],
    ['a schema', '/api/things', json({}), 'VALIDATION_FAILED'],
    ['an unknown address', '/api/nothing', {}, 'NOT_FOUND'],
    ['an address that cannot be read', '/api/things/%zz', {}, 'BAD_REQUEST'],
    ['a caller who is not signed in', '/api/me', {}, 'SIGNED_OUT'],
  ])('of %s is one line without a stack', async (_of, path, init, code) => {
    lines.splice(0);
    await call(path, { ...init, headers: { ...init.headers, 'x-request-id': 'r-7' } });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'info', msg: 'request refused', code, requestId: 'r-7' }),
    ]);
    expect(lines[0]).not.toMatch(/stack|secret/);
  });

  it.each([
    ['/api/broken', 'INTERNAL', 500],
    ['/api/unavailable', 'STRIPE_AWAY', 503],
    ['/api/odd', 'INTERNAL', 500],
  ])('of a failure of ours, %s, is one line with its stack', async (path, code, status) => {
    lines.splice(0);
    await call(path);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'error', msg: 'request failed', code, status }),
    ]);
    if (path !== '/api/odd') expect(lines[0]).toContain('http-server.test.ts');
  });
});

describe('the caller', () => {
  it('[ASVS 8.2.1] is who the gateway’s token says', async () => {
    expect((await call('/api/me', { headers: await identity.asUser('u1') })).body).toEqual({ userId: 'u1' });
    expect((await call('/api/me', { headers: await identity.asPartner('u2', 'k') })).body).toEqual({ userId: 'u2' });
    expect((await call('/api/admin', { headers: await identity.asAdmin() })).body).toEqual({ admin: true });
    expect((await call('/api/me', { headers: await identity.asAdmin() })).status).toBe(401);
    expect((await call('/api/admin', { headers: await identity.asUser('u1') })).status).toBe(403);
  });

  it('with an invalid token is refused everywhere', async () => {
    const response = await call('/api/count?n=1', { headers: { 'x-auth-identity': 'u1' } });
    expect(response).toMatchObject({ status: 401, body: { error: 'IDENTITY_INVALID' } });
  });
});

describe('a state change', () => {
  const post = (headers: Record<string, string>, path = '/api/things') => call(path, json({ name: 'x' }, headers));

  it.each([
    ['our own page', { 'sec-fetch-site': 'same-origin', origin: PUBLIC_URL }],
    ['our own page in an older browser', { origin: PUBLIC_URL }],
    ['a program', {}],
  ])('from %s passes', async (_from, headers) => {
    expect((await post(headers as Record<string, string>)).status).toBe(200);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another site that claims our origin', { 'sec-fetch-site': 'cross-site', origin: PUBLIC_URL }],
    ['a neighbour of our domain', { 'sec-fetch-site': 'same-site', origin: 'http://blog.localhost:8080' }],
    ['another port in an older browser', { origin: 'http://localhost:9999' }],
    ['a page without an origin', { origin: 'null' }],
  ])('[ASVS 3.5.1] from %s is refused', async (_from, headers) => {
    expect(await post(headers as Record<string, string>)).toMatchObject({
      status: 403,
      body: { error: 'CROSS_SITE_REQUEST' },
    });
  });

  it('from another site passes where the route is meant for it, and with a partner’s key', async () => {
    const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://partner.example' };
    expect((await post(elsewhere, '/api/webhook')).status).toBe(200);
    expect((await post({ ...elsewhere, ...(await identity.asPartner('u2', 'k')) })).status).toBe(200);
    expect((await post({ ...elsewhere, ...(await identity.asUser('u2')) })).status).toBe(403);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    '[ASVS 3.5.2] is refused with a body that a form of another site can send: %s',
    async (type) => {
      const response = await call('/api/things', json({ name: 'x' }, { 'content-type': type }));
      expect(response).toMatchObject({ status: 415, body: { error: 'UNSUPPORTED_MEDIA_TYPE' } });
    },
  );

  it('does not include a read from another site', async () => {
    expect((await call('/api/count?n=1', { headers: { 'sec-fetch-site': 'cross-site' } })).body).toEqual({ n: 1 });
  });
});

describe('metrics', () => {
  it('counts requests by route, not by address', async () => {
    await call('/api/things/one');
    const text = await metrics.registry.metrics();
    expect(text).toContain('route="/api/things/:id"');
    expect(text).not.toContain('things/one');
  });
});

describe('stopping', () => {
  it('answers the requests that have begun, and those that still arrive on an open connection', async () => {
    const [begun, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let calls = 0;
    slow = async () => {
      if (++calls === 2) return second.resolve();
      begun.resolve();
      await second.promise;
    };
    const own = await start();
    const socket = connect(own.port(), '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    const closed = new Promise((resolve) => socket.on('close', resolve));
    const get = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    get('/api/slow');
    await begun.promise;
    const stopped = own.stop();
    get('/api/slow');
    setTimeout(second.resolve, 1_000);
    await Promise.all([stopped, closed]);
    expect(received).toMatch(/^HTTP\/1.1 200 OK[\s\S]*{"slow":true}/);
    expect(received).not.toContain('503');
    expect(calls).toBe(2);
  });
});

describe('the deadline of the gateway', () => {
  it('applies to what a handler calls, and not to what outlives the response', async () => {
    const { body } = await call('/api/deadline', json({}, { 'x-envoy-expected-rq-timeout-ms': '15000' }));
    expect(body.leftMs).toBeGreaterThan(5_000);
    expect(body.leftMs).toBeLessThanOrEqual(15_000);
    await eventually(() => expect(laterDeadline()).toBeUndefined());
  });

  it.each([{}, { 'x-envoy-expected-rq-timeout-ms': 'soon' }])('is none with the headers %p', async (headers) => {
    expect((await call('/api/deadline', json({}, headers))).body).toEqual({ leftMs: null });
  });
});

describe('the trace of a request', () => {
  const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
  const given = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };

  it("is its traceparent's, with a span of its own, also after its body was received", async () => {
    const { body } = await call('/api/trace', json({}, given));
    expect(body.traceparent).toMatch(new RegExp(`^00-${TRACE}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`));
  });

  it('begins with the digits of its request id', async () => {
    const headers = { 'x-request-id': '0af76519-16cd-43dd-8448-eb211c80319c', traceparent: 'nonsense' };
    const { body } = await call('/api/trace', json({}, headers));
    expect(body.traceparent).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/);
  });

  it.each<[string, string, RequestInit]>([
    ['before its body is read', '/api/nothing', json({}, given)],
    ['by its body', '/api/trace', json('{', given)],
    ['by its schema', '/api/things', json({}, given)],
    ['by its handler', '/api/broken', { headers: given }],
  ])('is in the log line when it fails %s', async (_when, path, init) => {
    lines.length = 0;
    await call(path, init);
    expect(lines.map((line) => JSON.parse(line).traceId)).toEqual([TRACE]);
  });
});

describe('draining', () => {
  it('accepts connections for a while, and answers the requests under way', async () => {
    const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    slow = async () => {
      begun.resolve();
      await finish.promise;
    };
    const own = await start({ drainMs: 500 });
    const address = `http://127.0.0.1:${own.port()}`;
    const get = (path: string) => fetch(address + path);
    const pending = get('/api/slow');
    await begun.promise;
    const drained = own.drain();
    expect((await get('/api/cached')).status).toBe(200);
    await eventually(() => expect(get('/api/cached')).rejects.toThrow());
    finish.resolve();
    expect(await (await pending).json()).toEqual({ slow: true });
    await drained;
  });

  it.each([
    ['has not begun', '/api/slow'],
    ['has begun', '/api/slow-stream'],
  ])('closes the connection of a request under way after its response, also one that %s', async (_when, path) => {
    const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    slow = async () => {
      begun.resolve();
      await finish.promise;
    };
    const own = await start({ stopMs: 60_000 });
    const port = own.port();
    const agent = new Agent({ keepAlive: true });
    const outgoing = request({ agent, port, path }).end();
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    await (path === '/api/slow' ? begun.promise : answered);
    const drained = own.drain();
    await eventually(() => expect(fetch(`http://127.0.0.1:${port}/api/cached`)).rejects.toThrow());
    finish.resolve();
    const [response] = await answered;
    expect(await readJson(response)).toEqual({ slow: true });
    await drained;
    agent.destroy();
  });

  it('ends once a client that reads late has received its response', async () => {
    const own = await start({ stopMs: 60_000 });
    const port = own.port();
    const client = connect(port, '127.0.0.1').pause();
    client.write('GET /api/long HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await eventually(() => expect(unsentBytes([port])).toBeGreaterThan(0));
    const unsentAtEnd = own.drain().then(() => unsentBytes([port]));
    const connections = promisify(own.app.server.getConnections.bind(own.app.server));
    await eventually(async () => expect(await connections()).toBe(0));
    const received = Buffer.concat(await client.resume().toArray()).toString();
    expect(received.slice(-LONG.length)).toBe(LONG);
    expect(await unsentAtEnd).toBe(0);
  });

  it('ends requests that take longer than their limit', async () => {
    const begun = Promise.withResolvers<void>();
    slow = () => {
      begun.resolve();
      return new Promise(() => undefined);
    };
    const own = await start({ stopMs: 50 });
    const pending = fetch(`http://127.0.0.1:${own.port()}/api/slow`);
    pending.catch(() => undefined);
    await begun.promise;
    await own.drain();
    await expect(pending).rejects.toThrow();
  });
});

describe('the text of a cause', () => {
  const english = 'No TikTok account is connected. Connect one on the Social Media page, then try again.';
  const italian = 'Nessun account TikTok. Collegane uno.';

  it.each([
    ['it', italian, 'it-IT'],
    ['it-CH, it;q=0.9, en;q=0.5', italian, 'it-IT'],
    ['en-GB, it;q=0.5', english, 'en-US'],
    ['it;q=0.1, en;q=0.8', english, 'en-US'],
    ['de', english, 'en-US'],
    ['*', english, 'en-US'],
    ['', english, 'en-US'],
    [';;q=x,,', english, 'en-US'],
  ])('is in the language that is preferred: %s', async (accepted, message, language) => {
    const { status, headers, body } = await call('/api/refused', { headers: { 'accept-language': accepted } });
    expect([status, body.error, body.message]).toEqual([400, 'NOT_CONNECTED', message]);
    expect([headers.get('content-language'), headers.get('vary')]).toEqual([language, 'accept-language']);
  });

  it('is in the first language without a preference, also where a route makes it', async () => {
    // Node's fetch sends `accept-language: *` of its own.
    const plain = await new Promise<string>((resolve, reject) => {
      const socket = connect(server.port(), '127.0.0.1', () =>
        socket.end('GET /api/refused HTTP/1.1\r\nhost: x\r\n\r\n'),
      );
      socket.on('data', (data) => resolve(String(data))).on('error', reject);
    });
    expect(plain).toContain(english);
    const { headers, body } = await call('/api/described', { headers: { 'accept-language': 'it' } });
    expect(body.text).toBe(textFor(postCause('BLOCKED', 'tiktok'), { language: testItalian, timeZone: undefined }));
    expect(headers.get('content-language')).toBe('it-IT');
  });

  it('is named only in answers that have one', async () => {
    const { headers } = await call('/api/count?n=1', { headers: { 'accept-language': 'it' } });
    expect([headers.get('content-language'), headers.get('vary')]).toEqual([null, null]);
  });
});
