import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@reelwright/logger';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { type Auth, cookieOf, startAuth } from './harness.ts';

let auth: Auth;
let lines = '';
const log = new Writable({
  write(chunk, _encoding, done) {
    lines += String(chunk);
    done();
  },
});
beforeAll(async () => {
  auth = await startAuth({}, createLogger({ service: 'auth', level: 'debug' }, log));
});
afterAll(() => auth.stop());

const post = (url: string, payload?: object, headers: Record<string, string> = {}, at = auth) =>
  at.app.inject({ method: 'POST', url, ...(payload && { payload }), headers });
const secretOf = (cookie: string) => decodeURIComponent(cookie.split('=')[1] ?? '');

async function signedUp() {
  const person = auth.newPerson();
  const response = await post('/api/auth/signup', person);
  return { ...person, id: Number(response.json().id), cookie: cookieOf(response), response };
}
const stateOf = async (cookie: string) => {
  const answer = await auth.ask('session', { cookie });
  return answer.statusCode === 200 ? 'live' : answer.json<{ error: string }>().error;
};

/** Changes a session's row and evicts the session from the service's cache of two seconds. */
async function rewrite(userId: number, change: ReturnType<typeof sql>) {
  await sql`update sessions set ${change} where user_id = ${userId}`.execute(auth.db);
  await sql`select pg_notify('session_ended', sid) from sessions where user_id = ${userId}`.execute(auth.db);
}
const secondsLeft = async (userId: number) => {
  const { rows } = await sql<{ seconds: number }>`select extract(epoch from expire - clock_timestamp())::int as seconds
    from sessions where user_id = ${userId}`.execute(auth.db);
  return rows[0]?.seconds ?? 0;
};
const DAY = 86_400;

describe('a session id', () => {
  it('[ASVS 7.2.3] is 192 random bits, signed and unique', async () => {
    const cookies = [];
    for (let index = 0; index < 5; index += 1) cookies.push((await signedUp()).cookie);
    const ids = cookies.map((cookie) => secretOf(cookie).split('.')[0] ?? '');
    for (const id of ids) expect(Buffer.from(id, 'base64url')).toHaveLength(24);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('[ASVS 7.2.2] made up by a browser is never accepted', async () => {
    const { id, email, password } = await signedUp();
    const madeUp = `sid=${'A'.repeat(32)}.${'B'.repeat(43)}`;
    const response = await post('/api/auth/login', { email, password }, { cookie: madeUp });
    expect(cookieOf(response)).not.toContain('A'.repeat(32));
    expect(await stateOf(madeUp)).toBe('SIGNED_OUT');
    expect(await secondsLeft(id)).toBeGreaterThan(0);
  });

  it('[ASVS 3.3.4] is sent in Set-Cookie alone', async () => {
    const { response, cookie } = await signedUp();
    const secret = secretOf(cookie).split('.')[0] ?? 'none';
    const { 'set-cookie': _, ...headers } = response.headers;
    expect(response.body + JSON.stringify(headers)).not.toContain(secret);
  });
});

describe('a session', () => {
  it('[ASVS 7.3.1] expires after seven days without use; each use restarts them', async () => {
    const { id, cookie } = await signedUp();
    const week = await secondsLeft(id);
    expect(week).toBeGreaterThan(7 * DAY - 60);
    expect(week).toBeLessThanOrEqual(7 * DAY);

    await rewrite(
      id,
      sql`expire = clock_timestamp() + interval '5 minutes', touched_at = clock_timestamp() - interval '1 day'`,
    );
    await eventually(async () => {
      expect(await stateOf(cookie)).toBe('live');
      expect(await secondsLeft(id)).toBeGreaterThan(7 * DAY - 60);
    });
    await rewrite(id, sql`expire = clock_timestamp() - interval '1 second'`);
    await eventually(async () => expect(await stateOf(cookie)).toBe('SESSION_EXPIRED'));
  });

  it('[ASVS 7.3.2] expires thirty days after the sign-in, however much it is used', async () => {
    const { id, cookie } = await signedUp();
    await rewrite(
      id,
      sql`expire = clock_timestamp() + interval '1 day', touched_at = clock_timestamp() - interval '1 day',
          sess = jsonb_set(sess, '{signedInAt}', to_jsonb(clock_timestamp() - interval '29 days 23 hours'))`,
    );
    await eventually(async () => {
      expect(await stateOf(cookie)).toBe('live');
      expect(await secondsLeft(id)).toBeLessThanOrEqual(3_600);
    });
    expect(await secondsLeft(id)).toBeGreaterThan(3_500);
  });

  it('[ASVS 7.4.1] is deleted from the table when its user signs out', async () => {
    const { id, cookie } = await signedUp();
    await post('/api/auth/logout', undefined, { cookie });
    expect(await auth.db.selectFrom('sessions').select('sid').where('user_id', '=', id).execute()).toEqual([]);
    expect(await stateOf(cookie)).toBe('SIGNED_OUT');
  });

  it('[ASVS 7.2.4] of another user ends when somebody signs in or up in the same browser', async () => {
    for (const path of ['/api/auth/login', '/api/auth/signup']) {
      const before = await signedUp();
      const { email, password } = await signedUp();
      const payload = path.endsWith('login') ? { email, password } : auth.newPerson();
      const response = await post(path, payload, { cookie: before.cookie });
      expect(response.statusCode).toBeLessThan(300);
      expect(await stateOf(before.cookie)).toBe('SIGNED_OUT');
      expect(await stateOf(cookieOf(response))).toBe('live');
    }
  });
});

describe('an answer', () => {
  it('[ASVS 14.3.2] is not stored by any cache', async () => {
    const { response, id } = await signedUp();
    const headers = await auth.identity.asUser(String(id));
    for (const answer of [response, await auth.app.inject({ url: '/api/auth/user', headers })]) {
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  it('[ASVS 16.2.5] logs no password, session id or guessed address', async () => {
    const { email, password, cookie, id } = await signedUp();
    const headers = { cookie, ...(await auth.identity.asUser(String(id))) };
    await post('/api/auth/login', { email, password: 'a-wrong-canary' });
    await post('/api/auth/login', { email, password: ['not even text: a-wrong-canary'] });
    await post(
      '/api/auth/password/change',
      { currentPassword: 'a-wrong-canary', newPassword: 'a-new-canary' },
      headers,
    );
    await post('/api/auth/password/change', { currentPassword: password, newPassword: 'a-new-canary' }, headers);
    await post('/api/auth/password/reset', { token: 'a-token-canary', password: 'a-new-canary' });
    await auth.app.inject({ url: '/api/auth/google/callback?code=a-code-canary&state=a-state-canary' });
    expect(lines).toContain('INVALID_CREDENTIALS');
    for (const secret of ['canary', password, secretOf(cookie).split('.')[0] ?? 'none', email]) {
      expect(lines).not.toContain(secret);
    }
  });
});

describe('over https', () => {
  let secure: Auth;
  beforeAll(async () => {
    secure = await startAuth({
      PUBLIC_URL: 'https://reelwright.example',
      GOOGLE_ACCOUNTS_URL: 'https://accounts.google.com',
    });
  });
  afterAll(() => secure.stop());

  const https = { 'x-forwarded-proto': 'https' };
  const cookieLines = (response: { headers: Record<string, unknown> }) =>
    [response.headers['set-cookie'] ?? []].flat().map(String);

  it('[ASVS 3.3.1] [ASVS 3.3.3] every cookie of a sign-up is Secure and bound to the host', async () => {
    const lines = cookieLines(await post('/api/auth/signup', secure.newPerson(), https, secure));
    expect(lines.map((line) => line.split('=')[0]).sort()).toEqual([
      '__Host-browser',
      '__Host-sid',
      '__Host-signed-in',
    ]);
    for (const line of lines) {
      expect(line).toContain('; Path=/;');
      expect(line).toContain('; Secure');
      expect(line).not.toMatch(/domain/i);
    }
  });

  it('[ASVS 3.3.2] [ASVS 3.3.4] each is SameSite, and HttpOnly if it is a secret', async () => {
    for (const line of cookieLines(await post('/api/auth/signup', secure.newPerson(), https, secure))) {
      expect(line).toContain('; SameSite=Lax');
      expect([line, line.includes('; HttpOnly')]).toEqual([line, !line.startsWith('__Host-signed-in=1;')]);
    }
  });

  it('[ASVS 3.3.3] the cookies of a sign-in with Google are bound to the host as well', async () => {
    const response = await secure.app.inject({ url: '/api/auth/google', headers: https });
    const set = cookieLines(response);
    expect(set.map((line) => line.split('=')[0]).sort()).toEqual(['__Host-google-state', '__Host-google-verifier']);
    for (const line of set) expect(line).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const back = new URL(String(response.headers.location)).searchParams.get('redirect_uri');
    expect(back).toBe('https://reelwright.example/api/auth/google/callback');
  });
});
