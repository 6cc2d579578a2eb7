import { eventually } from '@reelwright/testing';
import { gatewayReplies } from '../replies.ts';
import { routes } from '../routes.ts';
import { type Answer, type Gateway, startGateway } from './running-gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.arrived();
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
function expectRefusal(answer: Answer, status: number, error: string) {
  expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(`"${error}"`)]);
  expect(answer.body).toMatchObject({ error, message: expect.stringMatching(/^[A-Z].*\.$/) });
  expect(answer.headers['content-type']).toContain('application/json');
  expect(catalogue).toContain(error);
  expectHeaders(answer);
}
function expectHeaders({ headers }: Answer) {
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
    expectRefusal(await gateway.ask('/api/auth/user', { headers: forged }), 401, 'SIGNED_OUT');
    expect(gateway.arrived()).toEqual([]);
    await gateway.ask('/api/auth/user', { headers: { ...forged, ...signedIn } });
    const [request] = gateway.arrived();
    expect(request?.headers['x-auth-identity']).toBe('token-of-u1-for-auth');
    for (const name of ['x-user-id', 'x-user-email', 'x-auth-anything'])
      expect(request?.headers).not.toHaveProperty(name);
  });

  it.each(['/api/auth/login', '/api/webhooks/stripe', '/api/page-views', '/media/a.mp4', '/'])(
    '[ASVS 4.1.3] cannot be forged on %s, which anyone may call',
    async (path) => {
      const method = path.startsWith('/api') ? 'POST' : 'GET';
      await gateway.ask(path, { method, headers: forged });
      const [request] = gateway.arrived();
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
          expectRefusal(await gateway.ask(url, { method, headers: { ...wrong } }), 401, 'SIGNED_OUT');
        }
        expect(gateway.arrived()).toEqual([]);
        expect((await gateway.ask(url, { method, headers: { ...right } })).status).toBe(200);
        expect(gateway.arrived()[0]?.headers['x-auth-identity']).toMatch(new RegExp(`^token-of-.*-for-${service}$`));
      }
    },
  );

  it('is passed to routes where it is optional, when there is one', async () => {
    await gateway.ask('/api/page-views', { method: 'POST', headers: signedIn });
    await gateway.ask('/api/page-views', { method: 'POST' });
    expect(gateway.arrived().map(({ headers }) => headers['x-auth-identity'])).toEqual([
      'token-of-u1-for-analytics',
      undefined,
    ]);
  });

  it('[ASVS 9.2.3] is passed for the service that the request goes to, whatever audience the caller names', async () => {
    for (const path of ['/api/videos', '/api/payments', '/api/external/user/connections', '/api/admin/stats/users']) {
      const headers = { cookie: 'sid=good; admin=good', ...withKey, 'x-auth-audience': 'billing' };
      await gateway.ask(path, { headers });
    }
    const passed = gateway.arrived().map(({ service, headers }) => [service, headers['x-auth-identity']]);
    expect(passed).toEqual([
      ['scheduling', 'token-of-u1-for-scheduling'],
      ['billing', 'token-of-u1-for-billing'],
      ['external-api', 'token-of-key-1-for-external-api'],
      ['analytics', 'token-of-admin-for-analytics'],
    ]);
  });

  it('with an ended session is an error that says so', async () => {
    expectRefusal(await gateway.ask('/api/videos', { headers: { cookie: 'sid=expired' } }), 401, 'SESSION_EXPIRED');
  });

  it('[ASVS 8.2.1] is not a partner with a session, nor a person with a key, nor an admin with either', async () => {
    const post = { method: 'POST' };
    expect((await gateway.ask('/api/external/post-video', { ...post, headers: signedIn })).status).toBe(401);
    expect((await gateway.ask('/api/videos', { headers: withKey })).status).toBe(401);
    expect((await gateway.ask('/api/admin/stats/users', { headers: { ...signedIn, ...withKey } })).status).toBe(401);
    expect(gateway.arrived()).toEqual([]);
  });

  it('[ASVS 16.5.3] cannot be checked while auth is away: 503, and nothing passes', async () => {
    gateway.check.state.broken = true;
    for (const path of ['/api/videos', '/api/tiktok/callback?code=1', '/api/admin/stats/users']) {
      expectRefusal(await gateway.ask(path, { headers: { cookie: 'sid=good; tab=unknown' } }), 503, 'AUTH_UNAVAILABLE');
    }
    expect(gateway.arrived()).toEqual([]);
    expect((await gateway.ask('/api/login')).status).toBe(200);
  });

  it('[ASVS 14.2.1] keeps its credentials at the gateway, except where signing in and out needs them', async () => {
    const all = { cookie: 'sid=good', authorization: 'Bearer x', 'x-api-key': 'key-1' };
    for (const path of ['/api/videos', '/api/external/user/connections', '/media/a.mp4', '/', '/api/auth/logout']) {
      await gateway.ask(path, { headers: all });
    }
    const kept = gateway
      .arrived()
      .map(({ headers }) => ['cookie', 'authorization', 'x-api-key'].filter((name) => headers[name]));
    expect(kept).toEqual([[], [], [], [], ['cookie', 'authorization', 'x-api-key']]);
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
      expectRefusal(await gateway.ask(path, { headers: signedIn }), 404, 'NOT_FOUND');
    }
    expect(gateway.arrived()).toEqual([]);
  });

  it('asked with the wrong method is a 405 that names the right ones', async () => {
    const answer = await gateway.ask('/api/auth/user', { method: 'PUT', headers: signedIn });
    expectRefusal(answer, 405, 'METHOD_NOT_ALLOWED');
    expect(answer.headers.allow).toBe('DELETE, GET, HEAD, PATCH');
    expectRefusal(await gateway.ask('/pricing', { method: 'POST' }), 405, 'METHOD_NOT_ALLOWED');
    expect((await gateway.ask('/api/videos/1/posts/tiktok/retry')).headers.allow).toBe('POST');
    expect((await gateway.ask('/api/videos', { method: 'OPTIONS' })).status).toBe(405);
    expect(gateway.arrived()).toEqual([]);
  });

  it('elsewhere is the web app’s', async () => {
    expect((await gateway.ask('/dashboard')).body).toEqual({ service: 'web', path: '/dashboard' });
    expect((await gateway.ask('/apiary')).body).toMatchObject({ service: 'web' });
  });

  it('keeps its query', async () => {
    await gateway.ask('/api/tiktok/callback?code=a%2Fb&state=1', { headers: signedIn });
    expect(gateway.arrived()[0]?.path).toBe('/api/tiktok/callback?code=a%2Fb&state=1');
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
    const answer = await gateway.ask(path);
    const reached = gateway.arrived().filter(({ service }) => service !== 'web');
    expect(reached).toEqual([]);
    if (answer.status >= 400 && answer.headers['content-type']) expectHeaders(answer);
  });

  it('with an escaped slash is refused in our own form', async () => {
    expectRefusal(await gateway.ask('/api/auth%2fuser', { headers: signedIn }), 400, 'BAD_REQUEST');
  });
});

describe('a body', () => {
  const post = { method: 'POST', headers: { ...signedIn, 'content-type': 'application/json' } };

  it.each([false, true])('over 1 MiB is a 413, without a length announced: %p', async (chunked) => {
    const answer = await gateway.ask('/api/video-configurations', { ...post, body: megabytes(2), chunked });
    expectRefusal(answer, 413, 'BODY_TOO_LARGE');
    expect((await gateway.ask('/api/video-configurations', { ...post, body: megabytes(1), chunked })).status).toBe(200);
  });

  it.each([false, true])('over 16 KiB never reaches auth, without a length announced: %p', async (chunked) => {
    const body = `"${'x'.repeat(16 * 1024)}"`;
    expectRefusal(await gateway.ask('/api/auth/login', { ...post, body, chunked }), 413, 'BODY_TOO_LARGE');
    const short = body.slice(0, 16_000);
    expect((await gateway.ask('/api/auth/login', { ...post, body: short, chunked })).status).toBe(200);
  });

  it.each([false, true])('of a letter may have 64 KiB, without a length announced: %p', async (chunked) => {
    const letter = (bytes: number) =>
      gateway.ask('/api/contact', { ...post, body: `"${'x'.repeat(bytes - 2)}"`, chunked });
    expectRefusal(await letter(64 * 1024 + 1), 413, 'BODY_TOO_LARGE');
    expect((await letter(64 * 1024)).status).toBe(200);
  });

  it.each([false, true])('of an upload streams through, without a length announced: %p', async (chunked) => {
    const headers = { ...withKey, 'content-type': 'application/json' };
    const answer = await gateway.ask('/api/external/post-video', {
      method: 'POST',
      headers,
      body: megabytes(8),
      chunked,
    });
    expect(answer.status).toBe(200);
    expect(gateway.arrived()[0]?.bytes).toBe(8 * 1024 * 1024);
  });

  it('of an upload over 140 MiB is a 413', async () => {
    const headers = { ...withKey, 'content-length': String(141 * 1024 * 1024) };
    expectRefusal(await gateway.ask('/api/external/tiktok/post', { method: 'POST', headers }), 413, 'BODY_TOO_LARGE');
  });

  it('of an upload is not even read when the key is not valid', async () => {
    const answer = await gateway.ask('/api/external/post-video', { method: 'POST', body: megabytes(3) });
    expectRefusal(answer, 401, 'SIGNED_OUT');
    expect(gateway.arrived()).toEqual([]);
  });

  it('that reached a service is never sent again, and its caller is asked to check first', async () => {
    const answer = await gateway.ask('/api/create-subscription?break', { ...post, body: '{"tier":"pro"}' });
    expectRefusal(answer, 502, 'OUTCOME_UNKNOWN');
    expect(gateway.arrived()).toHaveLength(1);
    const upload = { method: 'POST', headers: withKey, body: megabytes(2) };
    expectRefusal(await gateway.ask('/api/external/post-video?break', upload), 502, 'OUTCOME_UNKNOWN');
    expect(gateway.arrived()).toHaveLength(1);
    expectRefusal(await gateway.ask('/api/videos?break', { headers: signedIn }), 503, 'SERVICE_UNAVAILABLE');
  });

  it('that takes too long may have been done, if it changes something', async () => {
    const hurried = await startGateway({ timeoutSeconds: 1 });
    try {
      const change = await hurried.ask('/api/create-subscription?held', { ...post, body: '{"tier":"pro"}' });
      expectRefusal(change, 504, 'OUTCOME_UNKNOWN');
      expectRefusal(await hurried.ask('/api/payments?held', { headers: signedIn }), 504, 'SERVICE_TIMEOUT');
    } finally {
      await hurried.stop();
    }
  });
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
  ])('are answered in our own form: %s', async (_what, status, error, text) => {
    const [head = '', body = ''] = (await gateway.send(text)).split('\r\n\r\n');
    expect([head.split('\r\n')[0], body]).toEqual([
      expect.stringContaining(` ${status} `),
      expect.stringContaining(`"${error}"`),
    ]);
    expect(JSON.parse(body)).toMatchObject({
      message: expect.any(String),
      requestId: expect.stringMatching(/^c?[\da-f-]+$/),
    });
    expect(gateway.arrived()).toEqual([]);
  });

  it.each(['localhost', 'localhost:8080', 'reelwright.example', '127.0.0.1:8080', '[::1]:8080'])(
    'do not include a request for the host %s',
    async (name) => {
      expect(await gateway.send(get(`host: ${name}\r\n`, '/'))).toContain('HTTP/1.1 200 OK');
    },
  );
});

describe('an answer', () => {
  it('[ASVS 3.4.1] [ASVS 3.4.4] [ASVS 3.4.6] of a service carries the security headers, and the service’s own policy where it has one', async () => {
    const answer = await gateway.ask('/api/videos', { headers: signedIn });
    expectHeaders(answer);
    expect(answer.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    const own = await gateway.ask('/own-policy');
    expectHeaders(own);
    expect(own.headers['content-security-policy']).toBe("default-src 'self'");
  });

  it('carries the id under which the service saw the request, never the caller’s', async () => {
    const answer = await gateway.ask('/api/videos', { headers: { ...signedIn, 'x-request-id': 'mine' } });
    expect(answer.headers['x-request-id']).not.toBe('mine');
    expect(gateway.arrived()[0]?.headers['x-request-id']).toBe(answer.headers['x-request-id']);
  });

  it('of the gateway itself names the request, or the log line of input that never became one', async () => {
    const answer = await gateway.ask('/api/x');
    expect(answer.body.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers['x-request-id']).toBe(answer.body.requestId);
    const early = (await gateway.ask('/api%2fx')).body;
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
    expectRefusal(await gateway.ask('/api/videos', { headers }), status, error);
  });
});
