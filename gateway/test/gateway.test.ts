import { eventually } from '@reelwright/testing';
import { gatewayReplies } from '../replies.ts';
import { routes } from '../routes.ts';
import { type Gateway, type GatewayResponse, startGateway } from './running-gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.takeArrived();
  gateway.check.state.broken = false;
});

const signedIn = { cookie: 'sid=good' };
const withKey = { 'x-api-key': 'key-1' };
const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, 'a');

const catalogue = new Set([
  ...gatewayReplies.map(({ error }) => error),
  'AUTH_UNAVAILABLE',
  'OUTCOME_UNKNOWN',
  'SESSION_EXPIRED',
]);
function expectError(response: GatewayResponse, status: number, error: string) {
  expect([response.status, response.text]).toEqual([status, expect.stringContaining(`"${error}"`)]);
  expect(response.body).toMatchObject({ error, message: expect.stringMatching(/^[A-Z].*\.$/) });
  expect(response.headers['content-type']).toContain('application/json');
  expect(catalogue).toContain(error);
  expectHeaders(response);
}
function expectHeaders({ headers }: GatewayResponse) {
  expect(headers).toMatchObject({
    'strict-transport-security': expect.stringContaining('max-age=31536000'),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'content-security-policy': expect.any(String),
    'permissions-policy': expect.any(String),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  });
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(headers).not.toHaveProperty('x-envoy-upstream-service-time');
}

describe('who is calling', () => {
  const forged = { 'X-Auth-Identity': 'forged', 'x-user-id': 'u9', 'X-USER-Email': 'a@b', 'x-auth-anything': '1' };

  it('[ASVS 4.1.3] cannot be set by the caller: without a cookie 401, with one the forged part is gone', async () => {
    expectError(await gateway.call('/api/auth/user', { headers: forged }), 401, 'SIGNED_OUT');
    expect(gateway.takeArrived()).toEqual([]);
    await gateway.call('/api/auth/user', { headers: { ...forged, ...signedIn } });
    const [request] = gateway.takeArrived();
    expect(request?.headers['x-auth-identity']).toBe('token-of-u1-for-auth');
    for (const name of ['x-user-id', 'x-user-email', 'x-auth-anything'])
      expect(request?.headers).not.toHaveProperty(name);
  });

  it.each(['/api/auth/login', '/api/webhooks/stripe', '/api/page-views', '/media/a.mp4', '/'])(
    '[ASVS 4.1.3] cannot be forged on %s, which anyone may call',
    async (path) => {
      const method = path.startsWith('/api') ? 'POST' : 'GET';
      await gateway.call(path, { method, headers: forged });
      const [request] = gateway.takeArrived();
      expect(Object.keys(request?.headers ?? {}).filter((name) => /^x-(auth|user)-/.test(name))).toEqual([]);
    },
  );

  it.each(routes.filter(({ policy }) => policy !== 'public' && policy !== 'optional'))(
    '[ASVS 8.2.1] must be known on $methods $path, by the right credential',
    async ({ path, methods, policy, service }) => {
      const right = { session: signedIn, api_key: withKey, admin: { cookie: 'admin=good' } }[policy as 'session'];
      for (const method of methods) {
        const url = path.replaceAll(/\{[^}]+\}/g, 'x');
        for (const wrong of [{}, signedIn, withKey, { cookie: 'admin=good' }]) {
          if (wrong === right || ('cookie' in wrong && 'cookie' in right && wrong.cookie === right.cookie)) continue;
          expectError(await gateway.call(url, { method, headers: { ...wrong } }), 401, 'SIGNED_OUT');
        }
        expect(gateway.takeArrived()).toEqual([]);
        expect((await gateway.call(url, { method, headers: { ...right } })).status).toBe(200);
        expect(gateway.takeArrived()[0]?.headers['x-auth-identity']).toMatch(
          new RegExp(`^token-of-.*-for-${service}$`),
        );
      }
    },
  );

  it('is passed to routes where it is optional, when there is one', async () => {
    await gateway.call('/api/page-views', { method: 'POST', headers: signedIn });
    await gateway.call('/api/page-views', { method: 'POST' });
    expect(gateway.takeArrived().map(({ headers }) => headers['x-auth-identity'])).toEqual([
      'token-of-u1-for-analytics',
      undefined,
    ]);
  });

  it('[ASVS 9.2.3] is passed for the service that the request goes to, whatever audience the caller names', async () => {
    for (const path of ['/api/videos', '/api/payments', '/api/external/user/connections', '/api/admin/stats/users']) {
      const headers = { cookie: 'sid=good; admin=good', ...withKey, 'x-auth-audience': 'billing' };
      await gateway.call(path, { headers });
    }
    const passed = gateway.takeArrived().map(({ service, headers }) => [service, headers['x-auth-identity']]);
    expect(passed).toEqual([
      ['scheduling', 'token-of-u1-for-scheduling'],
      ['billing', 'token-of-u1-for-billing'],
      ['external-api', 'token-of-key-1-for-external-api'],
      ['analytics', 'token-of-admin-for-analytics'],
    ]);
  });

  it('with an ended session is an error of its own', async () => {
    expectError(await gateway.call('/api/videos', { headers: { cookie: 'sid=expired' } }), 401, 'SESSION_EXPIRED');
  });

  it('[ASVS 8.2.1] is not a partner with a session, nor a person with a key, nor an admin with either', async () => {
    const post = { method: 'POST' };
    expect((await gateway.call('/api/external/post-video', { ...post, headers: signedIn })).status).toBe(401);
    expect((await gateway.call('/api/videos', { headers: withKey })).status).toBe(401);
    expect((await gateway.call('/api/admin/stats/users', { headers: { ...signedIn, ...withKey } })).status).toBe(401);
    expect(gateway.takeArrived()).toEqual([]);
  });

  it('[ASVS 16.5.3] cannot be checked while auth is unavailable: 503, and nothing passes', async () => {
    gateway.check.state.broken = true;
    for (const path of ['/api/videos', '/api/tiktok/callback?code=1', '/api/admin/stats/users']) {
      expectError(await gateway.call(path, { headers: { cookie: 'sid=good; tab=unknown' } }), 503, 'AUTH_UNAVAILABLE');
    }
    expect(gateway.takeArrived()).toEqual([]);
    expect((await gateway.call('/api/login')).status).toBe(200);
  });

  it('is checked again when auth was lost before it responded', async () => {
    gateway.check.state.lost = 1;
    const headers = { ...signedIn, 'content-type': 'application/json' };
    const change = { method: 'POST', headers, body: '{}' };
    expect((await gateway.call('/api/video-configurations', change)).status).toBe(200);
    expect(gateway.check.state.lost).toBe(0);
    expect(gateway.takeArrived()).toHaveLength(1);
  });

  it.each(['GET /api/videos', 'POST /api/video-configurations'])(
    'is checked at another replica when one does not respond: %s',
    async (request) => {
      gateway.check.state.silent = 1;
      const [method = '', path = ''] = request.split(' ');
      const headers = { cookie: 'sid=good; tab=silent', 'content-type': 'application/json' };
      const { status } = await gateway.call(path, { method, headers, ...(method === 'POST' && { body: '{}' }) });
      expect([status, gateway.check.state.silent]).toEqual([200, 0]);
      expect(gateway.takeArrived()).toHaveLength(1);
    },
  );

  it('[ASVS 14.2.1] keeps its credentials at the gateway, except where signing in and out needs them', async () => {
    const allCredentials = { cookie: 'sid=good', authorization: 'Bearer x', 'x-api-key': 'key-1' };
    for (const path of ['/api/videos', '/api/external/user/connections', '/media/a.mp4', '/', '/api/auth/logout']) {
      await gateway.call(path, { headers: allCredentials });
    }
    const forwarded = gateway
      .takeArrived()
      .map(({ headers }) => ['cookie', 'authorization', 'x-api-key'].filter((name) => headers[name]));
    expect(forwarded).toEqual([[], [], [], [], ['cookie', 'authorization', 'x-api-key']]);
  });
});

describe('an address', () => {
  it('below /api or /media that no service has is a 404', async () => {
    for (const path of [
      '/api/x',
      '/api',
      '/api/',
      '/api/auth',
      '/api/videos/',
      '/media',
      '/media/a/b',
      '/api/videos;x=1',
    ]) {
      expectError(await gateway.call(path, { headers: signedIn }), 404, 'NOT_FOUND');
    }
    expect(gateway.takeArrived()).toEqual([]);
  });

  it('called with the wrong method is a 405 that names the right ones', async () => {
    const response = await gateway.call('/api/auth/user', { method: 'PUT', headers: signedIn });
    expectError(response, 405, 'METHOD_NOT_ALLOWED');
    expect(response.headers.allow).toBe('DELETE, GET, HEAD, PATCH');
    expectError(await gateway.call('/pricing', { method: 'POST' }), 405, 'METHOD_NOT_ALLOWED');
    expect((await gateway.call('/api/videos/1/posts/tiktok/retry')).headers.allow).toBe('POST');
    expect((await gateway.call('/api/videos', { method: 'OPTIONS' })).status).toBe(405);
    expect(gateway.takeArrived()).toEqual([]);
  });

  it('elsewhere is the web app’s', async () => {
    expect((await gateway.call('/dashboard')).body).toEqual({ service: 'web', path: '/dashboard' });
    expect((await gateway.call('/apiary')).body).toMatchObject({ service: 'web' });
  });

  it('keeps its query', async () => {
    await gateway.call('/api/tiktok/callback?code=a%2Fb&state=1', { headers: signedIn });
    expect(gateway.takeArrived()[0]?.path).toBe('/api/tiktok/callback?code=a%2Fb&state=1');
  });

  it.each([
    '/media/../api/videos',
    '/media/%2e%2e/api/videos',
    '/./api//videos',
    '//api/videos',
    '/%61pi/videos',
    '/api/auth/login/../../videos',
    '/api/webhooks/stripe/../../videos',
    '/api/auth%2fuser',
    '/media/..%2fapi/videos',
    '/api%5cvideos',
    '/api\\videos',
    '/api/auth/login;/../../videos',
    '/API/videos',
    '/api/videos%00',
    '/api/videos#',
  ])('[ASVS 8.3.1] spelled %s avoids no check', async (path) => {
    const response = await gateway.call(path);
    const reached = gateway.takeArrived().filter(({ service }) => service !== 'web');
    expect(reached).toEqual([]);
    if (response.status >= 400 && response.headers['content-type']) expectHeaders(response);
  });

  it('with an escaped slash is rejected in our own form', async () => {
    expectError(await gateway.call('/api/auth%2fuser', { headers: signedIn }), 400, 'BAD_REQUEST');
  });
});

describe('a body', () => {
  const post = { method: 'POST', headers: { ...signedIn, 'content-type': 'application/json' } };

  it.each([false, true])('over 1 MiB is a 413, without a length announced: %p', async (chunked) => {
    const response = await gateway.call('/api/video-configurations', { ...post, body: megabytes(2), chunked });
    expectError(response, 413, 'BODY_TOO_LARGE');
    expect((await gateway.call('/api/video-configurations', { ...post, body: megabytes(1), chunked })).status).toBe(
      200,
    );
  });

  it.each([false, true])('over 16 KiB never reaches auth, without a length announced: %p', async (chunked) => {
    const body = `"${'x'.repeat(16 * 1024)}"`;
    expectError(await gateway.call('/api/auth/login', { ...post, body, chunked }), 413, 'BODY_TOO_LARGE');
    const short = body.slice(0, 16_000);
    expect((await gateway.call('/api/auth/login', { ...post, body: short, chunked })).status).toBe(200);
  });

  it.each([false, true])('of a letter may have 64 KiB, without a length announced: %p', async (chunked) => {
    const letter = (bytes: number) =>
      gateway.call('/api/contact', { ...post, body: `"${'x'.repeat(bytes - 2)}"`, chunked });
    expectError(await letter(64 * 1024 + 1), 413, 'BODY_TOO_LARGE');
    expect((await letter(64 * 1024)).status).toBe(200);
  });

  it.each([false, true])('of an upload streams through, without a length announced: %p', async (chunked) => {
    const headers = { ...withKey, 'content-type': 'application/json' };
    const response = await gateway.call('/api/external/post-video', {
      method: 'POST',
      headers,
      body: megabytes(8),
      chunked,
    });
    expect(response.status).toBe(200);
    expect(gateway.takeArrived()[0]?.bytes).toBe(8 * 1024 * 1024);
  });

  it('of an upload over 140 MiB is a 413', async () => {
    const headers = { ...withKey, 'content-length': String(141 * 1024 * 1024) };
    expectError(await gateway.call('/api/external/tiktok/post', { method: 'POST', headers }), 413, 'BODY_TOO_LARGE');
  });

  it('of an upload is not even read when the key is not valid', async () => {
    const response = await gateway.call('/api/external/post-video', { method: 'POST', body: megabytes(3) });
    expectError(response, 401, 'SIGNED_OUT');
    expect(gateway.takeArrived()).toEqual([]);
  });

  it('that reached a service is never sent again, and the response says to check first', async () => {
    const response = await gateway.call('/api/create-subscription?break', { ...post, body: '{"tier":"pro"}' });
    expectError(response, 502, 'OUTCOME_UNKNOWN');
    expect(gateway.takeArrived()).toHaveLength(1);
    const upload = { method: 'POST', headers: withKey, body: megabytes(2) };
    expectError(await gateway.call('/api/external/post-video?break', upload), 502, 'OUTCOME_UNKNOWN');
    expect(gateway.takeArrived()).toHaveLength(1);
    expectError(await gateway.call('/api/videos?break', { headers: signedIn }), 503, 'SERVICE_UNAVAILABLE');
  });

  it('that takes too long may have been done, if it changes something', async () => {
    const impatientGateway = await startGateway({ timeoutSeconds: 1 });
    try {
      const change = await impatientGateway.call('/api/create-subscription?hold', { ...post, body: '{"tier":"pro"}' });
      expectError(change, 504, 'OUTCOME_UNKNOWN');
      expectError(await impatientGateway.call('/api/payments?hold', { headers: signedIn }), 504, 'SERVICE_TIMEOUT');
    } finally {
      await impatientGateway.stop();
    }
  });

  it('that gets no answer while nothing is sent either may have been done, if it changes something', async () => {
    const impatientGateway = await startGateway({ idleSeconds: 1 });
    try {
      const change = await impatientGateway.call('/api/create-subscription?hold', { ...post, body: '{"tier":"pro"}' });
      expectError(change, 504, 'OUTCOME_UNKNOWN');
      expectError(await impatientGateway.call('/api/payments?hold', { headers: signedIn }), 504, 'SERVICE_TIMEOUT');
      await eventually(() => expect(impatientGateway.accessLog()).toMatchObject([{ flags: 'SI' }, { flags: 'SI' }]));
    } finally {
      await impatientGateway.stop();
    }
  });

  it.each(['/api/external/post-video', '/api/video-configurations'])(
    'that stops arriving at %s is a 408, because nothing is done before its end',
    async (path) => {
      const impatientGateway = await startGateway({ idleSeconds: 1, timeoutSeconds: 2 });
      try {
        const half = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: sid=good\r\nx-api-key: key-1\r\ncontent-length: 100\r\n\r\nhalf`;
        const response = await impatientGateway.send(half);
        expect(response).toMatch(/^HTTP\/1\.1 408 .*"REQUEST_TIMEOUT"/s);
      } finally {
        await impatientGateway.stop();
      }
    },
  );
});

describe('bytes that are not a valid request', () => {
  const get = (lines: string, path = '/api/videos') => `GET ${path} HTTP/1.1\r\n${lines}connection: close\r\n\r\n`;
  const host = 'host: localhost\r\n';

  it.each<[string, number, string, string]>([
    ['no HTTP', 400, 'BAD_REQUEST', 'GARBAGE\r\n\r\n'],
    ['an older protocol', 426, 'UPGRADE_REQUIRED', 'GET / HTTP/1.0\r\n\r\n'],
    ['an unknown method', 400, 'BAD_REQUEST', get(host).replace('GET', 'FOO')],
    ['a tunnel', 400, 'BAD_REQUEST', get(host).replace('GET', 'CONNECT')],
    ['a trace', 405, 'METHOD_NOT_ALLOWED', get(host).replace('GET', 'TRACE')],
    ['no host', 400, 'BAD_REQUEST', get('')],
    ['an empty host', 400, 'BAD_REQUEST', get('host:\r\n')],
    ['two hosts', 400, 'BAD_REQUEST', get('host: a\r\nhost: b\r\n')],
    ['half a host', 400, 'BAD_REQUEST', get('host: [::1\r\n')],
    ['a host with a path', 400, 'BAD_REQUEST', get('host: a/b\r\n')],
    ['an invalid port', 400, 'BAD_REQUEST', get('host: a:b\r\n')],
    ['a path without a slash', 400, 'BAD_REQUEST', get(host, 'api/videos')],
    ['bytes in a path that are not UTF-8', 400, 'BAD_REQUEST', get(host, '/api/\u00e9')],
    ['a null byte in a path', 400, 'BAD_REQUEST', get(host, '/api/profile-photos/%00')],
    ['an address of 60,000 characters', 431, 'HEADERS_TOO_LARGE', get(host, `/${'a'.repeat(60_000)}`)],
    ['a header with a null byte', 400, 'BAD_REQUEST', get(`${host}x: \u0000\r\n`)],
    ['a packed transfer', 501, 'UNSUPPORTED_TRANSFER_CODING', get(`${host}transfer-encoding: gzip, chunked\r\n`)],
    ['two lengths', 400, 'BAD_REQUEST', get(`${host}content-length: 1\r\ntransfer-encoding: chunked\r\n`)],
  ])('get a response in our own form: %s', async (_what, status, error, text) => {
    const [head = '', body = ''] = (await gateway.send(text)).split('\r\n\r\n');
    expect([head.split('\r\n')[0], body]).toEqual([
      expect.stringContaining(` ${status} `),
      expect.stringContaining(`"${error}"`),
    ]);
    expect(JSON.parse(body)).toMatchObject({
      message: expect.any(String),
      requestId: expect.stringMatching(/^c?[\da-f-]+$/),
    });
    expect(gateway.takeArrived()).toEqual([]);
  });

  it.each(['localhost', 'localhost:8080', 'reelwright.example', '127.0.0.1:8080', '[::1]:8080'])(
    'do not include a request for the host %s',
    async (name) => {
      expect(await gateway.send(get(`host: ${name}\r\n`, '/'))).toContain('HTTP/1.1 200 OK');
    },
  );
});

describe('a response', () => {
  it('[ASVS 3.4.1] [ASVS 3.4.4] [ASVS 3.4.6] of a service carries the security headers, and the service’s own policy where it has one', async () => {
    const response = await gateway.call('/api/videos', { headers: signedIn });
    expectHeaders(response);
    expect(response.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    const ownPolicy = await gateway.call('/own-policy');
    expectHeaders(ownPolicy);
    expect(ownPolicy.headers['content-security-policy']).toBe("default-src 'self'");
  });

  it('carries the id under which the service saw the request, never the caller’s', async () => {
    const response = await gateway.call('/api/videos', { headers: { ...signedIn, 'x-request-id': 'mine' } });
    expect(response.headers['x-request-id']).not.toBe('mine');
    expect(gateway.takeArrived()[0]?.headers['x-request-id']).toBe(response.headers['x-request-id']);
  });

  it('has no trace that a caller chose', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    await gateway.call('/api/videos', { headers: { ...signedIn, traceparent, tracestate: 'mine=1' } });
    const [arrived] = gateway.takeArrived();
    expect(arrived?.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(arrived?.headers).not.toHaveProperty('traceparent');
    expect(arrived?.headers).not.toHaveProperty('tracestate');
  });

  it('of the gateway itself names the request, or the log line of input that never became one', async () => {
    const response = await gateway.call('/api/x');
    expect(response.body.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers['x-request-id']).toBe(response.body.requestId);
    const early = (await gateway.call('/api%2fx')).body;
    expect(early).toMatchObject({ error: 'BAD_REQUEST', requestId: expect.stringMatching(/^c\d+-\d{13}$/) });
    await eventually(() => {
      const line = gateway.accessLog().find(({ earlyId }) => earlyId === early.requestId);
      expect(line).toMatchObject({ status: 400 });
    });
  });

  it.each<[string, number, string, Record<string, string>]>([
    ['headers with underscores', 400, 'BAD_REQUEST', { x_user_id: '1' }],
    ['headers that are too large', 431, 'HEADERS_TOO_LARGE', { 'x-large': 'a'.repeat(40_000) }],
  ])('to %s has our own form, too', async (_what, status, error, headers) => {
    expectError(await gateway.call('/api/videos', { headers }), status, error);
  });
});

it('the access log has the path of a request without its query, where codes of providers are', async () => {
  await gateway.call('/api/google/callback-of-the-log?code=secret');
  await eventually(() =>
    expect(gateway.accessLog()).toContainEqual(expect.objectContaining({ path: '/api/google/callback-of-the-log' })),
  );
  expect(JSON.stringify(gateway.accessLog())).not.toContain('code=secret');
});
