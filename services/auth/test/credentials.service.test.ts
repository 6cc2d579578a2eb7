import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { ADMIN_CODE, type Auth, cookieOf, startAuth } from './harness.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

async function signedUp() {
  const response = await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload: auth.newPerson() });
  return { userId: response.json().id as string, headers: await auth.identity.asUser(response.json().id) };
}

describe('API keys', () => {
  it('are shown once, checked by the gateway, and refused when revoked', async () => {
    const { headers, userId } = await signedUp();
    const made = await auth.app.inject({ method: 'POST', url: '/api/generate-api-key', headers });
    const { apiKey } = made.json();
    expect(apiKey).toMatch(/^rw_live_[0-9A-Za-z]{36}$/);

    const check = await auth.ask('api_key', { 'x-api-key': apiKey });
    expect(check.statusCode).toBe(200);
    const claims = JSON.parse(
      Buffer.from(String(check.headers['x-auth-identity']).split('.')[1] ?? '', 'base64url').toString(),
    );
    expect(claims).toMatchObject({ sub: userId, cred: 'api_key' });
    expect((await auth.ask('api_key', { authorization: `Bearer ${apiKey}` })).statusCode).toBe(200);

    const status = await auth.app.inject({ url: '/api/api-key-status', headers });
    expect(status.json()).toMatchObject({ hasKey: true, prefix: apiKey.slice(0, 12) });
    expect(status.body).not.toContain(apiKey);

    await auth.app.inject({ method: 'DELETE', url: '/api/revoke-api-key', headers });
    const after = await auth.ask('api_key', { 'x-api-key': apiKey });
    expect(after.statusCode).toBe(401);
    expect(after.json()).toMatchObject({ error: 'API_KEY_INVALID' });
    const again = await auth.app.inject({ method: 'DELETE', url: '/api/revoke-api-key', headers });
    expect(again.statusCode).toBe(204);
  });

  it('are replaced by a new one, which ends the old one', async () => {
    const { headers } = await signedUp();
    const first = (await auth.app.inject({ method: 'POST', url: '/api/generate-api-key', headers })).json().apiKey;
    await auth.ask('api_key', { 'x-api-key': first });
    const second = (await auth.app.inject({ method: 'POST', url: '/api/generate-api-key', headers })).json().apiKey;
    expect((await auth.ask('api_key', { 'x-api-key': first })).statusCode).toBe(401);
    expect((await auth.ask('api_key', { 'x-api-key': second })).statusCode).toBe(200);
  });

  it('are refused when missing, mistyped, or different in two headers', async () => {
    const { headers } = await signedUp();
    const { apiKey } = (await auth.app.inject({ method: 'POST', url: '/api/generate-api-key', headers })).json();
    expect((await auth.ask('api_key', {})).json()).toMatchObject({ error: 'API_KEY_MISSING' });
    expect((await auth.ask('api_key', { 'x-api-key': `${apiKey.slice(0, -1)}!` })).json()).toMatchObject({
      error: 'API_KEY_INVALID',
    });
    const both = await auth.ask('api_key', { 'x-api-key': apiKey, authorization: 'Bearer rw_live_other' });
    expect(both.statusCode).toBe(400);
    expect(both.json()).toMatchObject({ error: 'API_KEY_AMBIGUOUS' });
  });
});

describe('the admin code', () => {
  it('opens an admin session that the gateway accepts for admin routes only', async () => {
    const response = await auth.app.inject({
      method: 'POST',
      url: '/api/admin/session',
      payload: { code: ADMIN_CODE },
      headers: { 'x-forwarded-for': '10.9.0.1' },
    });
    expect(response.statusCode).toBe(204);
    const cookie = cookieOf(response, 'adm');
    expect((await auth.ask('admin', { cookie })).statusCode).toBe(200);
    expect((await auth.ask('session', { cookie })).statusCode).toBe(401);
    await auth.app.inject({ method: 'DELETE', url: '/api/admin/session', headers: { cookie } });
    expect((await auth.ask('admin', { cookie })).statusCode).toBe(401);
  });

  it('is refused when wrong, and throttled per address, also when the caller forges addresses', async () => {
    const attempt = (index: number) =>
      auth.app.inject({
        method: 'POST',
        url: '/api/admin/session',
        payload: { code: 'wrong' },
        headers: { 'x-forwarded-for': `10.8.0.${index}, 10.9.0.2` },
      });
    const answers = [];
    for (let index = 0; index < 6; index += 1) answers.push((await attempt(index)).statusCode);
    expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
  });

  describe('that is guessed at from many networks', () => {
    const enter = (code: string, address: string, cookie = '') =>
      auth.app.inject({
        method: 'POST',
        url: '/api/admin/session',
        payload: { code },
        headers: { 'x-forwarded-for': address, cookie },
      });
    beforeEach(() => sql`delete from failed_attempts`.execute(auth.db));

    it('[ASVS 6.3.1] counts an IPv6 network as one', async () => {
      for (let host = 1; host <= 5; host += 1) {
        expect((await enter('wrong', `2001:db8:5:5::${host}`)).statusCode).toBe(401);
      }
      expect((await enter('wrong', '2001:db8:5:5:ffff::1')).statusCode).toBe(429);
    });

    it('[ASVS 6.3.1] [ASVS 6.1.1] makes new browsers wait after fifty failures, but not a known one', async () => {
      const letIn = await enter(ADMIN_CODE, '10.9.1.1');
      const known = cookieOf(letIn, 'browser');
      for (let index = 1; index <= 50; index += 1) {
        expect((await enter('wrong', `10.9.2.${index}`)).statusCode).toBe(401);
      }
      const refused = await enter(ADMIN_CODE, '10.9.3.1');
      expect([refused.statusCode, refused.json().error]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect((await enter(ADMIN_CODE, '10.9.3.1', known)).statusCode).toBe(204);
    });

    it('[ASVS 6.3.1] makes a known browser wait for its own failures', async () => {
      const known = cookieOf(await enter(ADMIN_CODE, '10.9.4.1'), 'browser');
      const answers: number[] = [];
      for (let index = 1; index <= 6; index += 1) {
        answers.push((await enter('wrong', `10.9.4.${index}`, known)).statusCode);
      }
      expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
    });
  });

  it('answers after five wrong codes how long to wait, and accepts the right one after that', async () => {
    const enter = (code: string) =>
      auth.app.inject({
        method: 'POST',
        url: '/api/admin/session',
        payload: { code },
        headers: { 'x-forwarded-for': '10.9.0.3' },
      });
    for (let count = 0; count < 5; count += 1) await enter('wrong');
    const early = await enter(ADMIN_CODE);
    expect(early.statusCode).toBe(429);
    expect(early.json()).toMatchObject({ error: 'TOO_MANY_ATTEMPTS' });
    expect(early.headers['retry-after']).toBe('2');
    await eventually(async () => expect((await enter(ADMIN_CODE)).statusCode).toBe(204));
  });
});

describe('the current user', () => {
  it('is answered from a snapshot while billing or scheduling is down', async () => {
    const { headers } = await signedUp();
    const read = () => auth.app.inject({ url: '/api/auth/user', headers });
    expect((await read()).headers['x-stale']).toBeUndefined();
    auth.stubbedServices.billingDown = true;
    auth.stubbedServices.schedulingDown = true;
    try {
      const stale = await read();
      expect(stale.statusCode).toBe(200);
      expect(stale.headers['x-stale']).toBe('true');
      expect(stale.json()).toMatchObject({ subscriptionTier: 'free', videosGeneratedThisMonth: 2 });
    } finally {
      auth.stubbedServices.billingDown = false;
      auth.stubbedServices.schedulingDown = false;
    }
  });

  it('is on the free plan once the plan of the snapshot has ended, even if billing is down', async () => {
    const { headers } = await signedUp();
    const read = async () => (await auth.app.inject({ url: '/api/auth/user', headers })).json();
    const hour = 3_600_000;
    try {
      for (const [endsInMs, tier] of [
        [hour, 'pro'],
        [-hour, 'free'],
      ] as const) {
        Object.assign(auth.stubbedServices, {
          billingDown: false,
          tier: 'pro',
          entitledUntil: new Date(Date.now() + endsInMs),
        });
        await read();
        auth.stubbedServices.billingDown = true;
        expect((await read()).subscriptionTier).toBe(tier);
      }
    } finally {
      Object.assign(auth.stubbedServices, { billingDown: false, tier: 'free', entitledUntil: undefined });
    }
  });

  it('is saved as a snapshot when it changed, not at each read', async () => {
    const { headers, userId } = await signedUp();
    const read = () => auth.app.inject({ url: '/api/auth/user', headers });
    const version = async () => {
      const row = await auth.db
        .selectFrom('plan_snapshots')
        .select([sql<string>`xmin::text`.as('version'), 'entitlement'])
        .where('user_id', '=', Number(userId))
        .executeTakeFirstOrThrow();
      return `${row.version} ${row.entitlement?.tier}`;
    };
    await read();
    const first = await version();
    await read();
    expect(await version()).toBe(first);
    auth.stubbedServices.tier = 'pro';
    try {
      await read();
      expect(await version()).toMatch(/ pro$/);
    } finally {
      auth.stubbedServices.tier = 'free';
    }
    await sql`update plan_snapshots set usage_seen_at = usage_seen_at - interval '61 minutes'
      where user_id = ${Number(userId)}`.execute(auth.db);
    const old = await version();
    await read();
    expect(await version()).not.toBe(old);
  });

  it('is an error without a snapshot, not a free plan', async () => {
    const { headers } = await signedUp();
    auth.stubbedServices.billingDown = true;
    try {
      const response = await auth.app.inject({ url: '/api/auth/user', headers });
      expect(response.statusCode).toBe(503);
      expect(response.json()).toMatchObject({ error: 'PLAN_UNKNOWN' });
    } finally {
      auth.stubbedServices.billingDown = false;
    }
  });

  it('gets the answer to a change also when the plan cannot be read', async () => {
    const { headers } = await signedUp();
    const patch = () =>
      auth.app.inject({ method: 'PATCH', url: '/api/auth/user', headers, payload: { firstName: 'Grace' } });
    Object.assign(auth.stubbedServices, { billingDown: true, schedulingDown: true });
    try {
      const response = await patch();
      expect([response.statusCode, response.json()]).toMatchObject([200, { firstName: 'Grace', lastName: 'Byron' }]);
    } finally {
      Object.assign(auth.stubbedServices, { billingDown: false, schedulingDown: false });
    }
    expect((await auth.app.inject({ url: '/api/auth/user', headers })).json()).toMatchObject({ firstName: 'Grace' });
  });

  it('[ASVS 15.3.3] may change names and nothing else', async () => {
    const { headers, userId } = await signedUp();
    const patch = (payload: string) =>
      auth.app.inject({
        method: 'PATCH',
        url: '/api/auth/user',
        headers: { ...headers, 'content-type': 'application/json' },
        payload,
      });
    const row = () => auth.db.selectFrom('users').selectAll().where('id', '=', Number(userId)).executeTakeFirst();
    expect((await patch('{"firstName": " Grace "}')).json()).toMatchObject({ firstName: 'Grace', lastName: 'Byron' });
    const before = await row();
    for (const wish of [
      '"email": "x@example.com"',
      '"id": "1"',
      '"subscriptionTier": "elite"',
      '"videosUsedThisMonth": 0',
      '"emailVerified": true',
      '"googleSub": "1"',
      '"mailPostProblems": "no"',
      '"mailConnectionEnds": 1',
      '"lastName": ["Hopper"]',
      '"__proto__": {"isAdmin": true}',
      '"constructor": {"prototype": {"isAdmin": true}}',
    ]) {
      const answer = await patch(`{"firstName": "Mallory", ${wish}}`);
      expect([wish, answer.statusCode]).toEqual([wish, 400]);
    }
    expect(await row()).toEqual(before);
  });

  it('may not have a name with direction marks', async () => {
    const { headers } = await signedUp();
    const patch = (payload: object) => auth.app.inject({ method: 'PATCH', url: '/api/auth/user', headers, payload });
    expect((await patch({ firstName: 'می\u200cخواهم' })).json()).toMatchObject({ firstName: 'می\u200cخواهم' });
    const refused = await patch({ firstName: 'Grace', lastName: 'Hop\u202eper' });
    expect([refused.statusCode, refused.json().error]).toEqual([400, 'INVALID_LAST_NAME']);
    expect((await patch({ mailPaymentProblems: true })).json()).toMatchObject({
      firstName: 'می\u200cخواهم',
      lastName: 'Byron',
    });
  });

  it('turns mails about payments off and on in a tab that the previous release has loaded', async () => {
    const { headers } = await signedUp();
    const url = '/api/auth/user';
    const patch = (payload: object) => auth.app.inject({ method: 'PATCH', url, headers, payload });
    for (const isOn of [false, true]) {
      const answer = await patch({ mailNotices: isOn });
      expect([answer.statusCode, answer.json()]).toMatchObject([
        200,
        { mailNotices: isOn, mailPaymentProblems: isOn, mailPostProblems: true, mailConnectionEnds: true },
      ]);
      expect((await auth.app.inject({ url, headers })).json()).toMatchObject({ mailNotices: isOn });
    }
    expect((await patch({ firstName: 'Grace' })).json()).toMatchObject({
      mailNotices: true,
      mailPaymentProblems: true,
    });
  });

  it('needs an identity that auth has signed', async () => {
    const forged = await auth.identity.asService('billing', 'auth', '1');
    const response = await auth.app.inject({
      url: '/api/api-key-status',
      headers: { 'x-auth-identity': `${forged}x` },
    });
    expect(response.statusCode).toBe(401);
    expect((await auth.app.inject({ url: '/api/auth/user' })).json()).toMatchObject({ error: 'SIGNED_OUT' });
  });
});
