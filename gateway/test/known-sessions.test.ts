import { randomUUID } from 'node:crypto';
import { eventually } from '@reelwright/testing';
import { mayEndSessions } from '../envoy-routes.ts';
import { routes } from '../routes.ts';
import { type Gateway, startGateway } from './running-gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.takeArrived();
  gateway.check.checks.splice(0);
  gateway.check.state.broken = false;
});

/** A session that no earlier test has used. */
const someone = (sid = 'good') => ({ cookie: `sid=${sid}; tab=${randomUUID()}` });
const countChecks = () => gateway.check.checks.splice(0).length;
/** A session is known for a second: the most checks by now for reads that began then. */
const atMost = (began: number) => 1 + Math.floor((performance.now() - began) / 1_000);
async function read(headers: Record<string, string>, path = '/api/videos') {
  const { status } = await gateway.call(path, { headers });
  return status;
}

describe('a session that auth knew a moment ago', () => {
  it('is not checked again for the next reads of a service, and each carries its identity', async () => {
    const person = someone();
    const began = performance.now();
    for (const path of ['/api/videos', '/api/regeneration-status', '/api/video-configuration'])
      await read(person, path);
    expect(countChecks()).toBeLessThanOrEqual(atMost(began));
    const identities = gateway.takeArrived().map(({ headers }) => headers['x-auth-identity']);
    expect(identities).toEqual(Array(3).fill('token-of-u1-for-scheduling'));
  });

  it('[ASVS 9.2.3] is checked for each service, whose identity no other gets', async () => {
    const person = someone();
    const began = performance.now();
    for (const path of ['/api/videos', '/api/user-drive-folder', '/api/videos', '/api/payments']) {
      await read(person, path);
    }
    const checks = countChecks();
    expect(checks).toBeGreaterThanOrEqual(3);
    expect(checks).toBeLessThanOrEqual(2 + atMost(began));
    const identities = gateway.takeArrived().map(({ headers }) => headers['x-auth-identity']);
    expect(identities).toEqual(
      ['scheduling', 'drive', 'scheduling', 'billing'].map((name) => `token-of-u1-for-${name}`),
    );
  });

  it('[ASVS 8.3.2] is checked again once a second is over', async () => {
    const person = someone();
    const began = Date.now();
    await read(person);
    while (gateway.check.checks.length < 2) {
      await read(person);
      expect(Date.now() - began).toBeLessThan(10_000);
    }
    // The gateway began to count no earlier than we did.
    expect(Date.now() - began).toBeGreaterThanOrEqual(1_000);
  });

  it('[ASVS 8.3.2] is checked each time when something is to be changed', async () => {
    const person = someone();
    await read(person);
    for (const method of ['POST', 'PATCH', 'DELETE', 'HEAD']) {
      const path = { POST: '/api/video-configurations', HEAD: '/api/videos' }[method] ?? '/api/auth/user';
      gateway.check.checks.splice(0);
      expect((await gateway.call(path, { method, headers: person })).status).toBe(200);
      expect([method, countChecks()]).toEqual([method, 1]);
    }
  });

  it('[ASVS 8.2.1] does not count for another cookie', async () => {
    await read(someone());
    await read(someone('second'));
    expect(await read(someone('nobody'))).toBe(401);
    expect(gateway.takeArrived().map(({ headers }) => headers['x-auth-identity'])).toEqual([
      'token-of-u1-for-scheduling',
      'token-of-u2-for-scheduling',
    ]);
  });

  it('[ASVS 8.2.1] opens no route that needs another credential', async () => {
    const person = someone();
    await read(person);
    expect(await read(person, '/api/admin/stats/users')).toBe(401);
    expect(await read(person, '/api/external/user/connections')).toBe(401);
  });

  it('[ASVS 16.5.3] still needs auth for changes, and an unknown session needs it for everything', async () => {
    const person = someone();
    await read(person);
    gateway.check.state.broken = true;
    expect((await gateway.call('/api/video-configurations', { method: 'POST', headers: person })).status).toBe(503);
    expect(await read(someone())).toBe(503);
  });
});

describe('a check that was saved', () => {
  it('is counted by Envoy as `disabled`; a check is `ok`, `denied` or `error`', async () => {
    const check = 'http.public.ext_authz.session';
    const before = await gateway.counters(check);
    const person = someone();
    const began = performance.now();
    for (let times = 0; times < 4; times++) await read(person);
    const checks = countChecks();
    expect(checks).toBeLessThanOrEqual(atMost(began));
    await gateway.call('/api/video-configurations', { method: 'POST', headers: person });
    await read(someone('nobody'));
    await read({ cookie: 'admin=good' }, '/api/admin/stats/users');
    gateway.check.state.broken = true;
    await read(someone());
    const after = await gateway.counters(check);
    const counted = ['disabled', 'ok', 'denied', 'error'].map((name) => (after[name] ?? 0) - (before[name] ?? 0));
    expect(counted).toEqual([4 - checks, checks + 1, 1, 1]);
    expect(await gateway.counters('http.public.lua')).toMatchObject({ errors: 0 });
  });
});

describe('nothing is remembered', () => {
  it.each(routes.filter(mayEndSessions))(
    '[ASVS 7.4.1] once $methods $path has responded, which may have ended the session',
    async ({ path, methods, policy }) => {
      const person = someone();
      for (const method of methods) {
        await read(person);
        await gateway.call(path, { method, headers: policy === 'session' ? someone('second') : {} });
        gateway.check.checks.splice(0);
        await read(person);
        expect([method, countChecks()]).toEqual([method, 1]);
      }
    },
  );

  it('[ASVS 7.4.1] of a check from before a session ended, if the service responded after it', async () => {
    const person = someone();
    const slow = read(person, '/api/videos?hold');
    await eventually(() => expect(gateway.takeArrived()).toHaveLength(1));
    await gateway.call('/api/auth/logout', { method: 'POST' });
    gateway.upstreams.release();
    await slow;
    gateway.check.checks.splice(0);
    await read(person);
    expect(countChecks()).toBe(1);
  });

  it('where signing out needs no check: it never carries an identity', async () => {
    const person = someone();
    await read(person);
    gateway.takeArrived();
    await gateway.call('/api/auth/logout', { headers: person });
    expect(gateway.takeArrived().map(({ headers }) => headers['x-auth-identity'])).toEqual([undefined]);
  });

  it('of a rejected session', async () => {
    const stranger = someone('expired');
    for (let times = 0; times < 3; times++) expect(await read(stranger)).toBe(401);
    expect(countChecks()).toBe(3);
  });

  it('of a cookie that is too long to keep', async () => {
    const person = { cookie: `${someone().cookie}; more=${'x'.repeat(1_024)}` };
    for (let times = 0; times < 3; times++) expect(await read(person)).toBe(200);
    expect(countChecks()).toBe(3);
  });

  it('where another credential is needed, or none', async () => {
    const person = someone();
    for (let times = 0; times < 3; times++) {
      await gateway.call('/api/page-views', { method: 'POST', headers: person });
      await read({ cookie: 'admin=good' }, '/api/admin/stats/users');
      await read({ 'x-api-key': 'key-1' }, '/api/external/user/connections');
    }
    expect(countChecks()).toBe(9);
  });
});
