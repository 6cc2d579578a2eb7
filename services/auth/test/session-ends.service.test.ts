import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { silentLogger as logger } from '@reelwright/logger';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { endRestoredSessions } from '../src/accounts/recalls.consumer.ts';
import { createSessionStore, hashSessionId, type SessionStore } from '../src/sessions/session-store.ts';
import { ADMIN_CODE, type Auth, cookieOf, startAuth } from './harness.ts';

let auth: Auth;
let secure: Auth;
/** The session store of another process. */
let elsewhere: SessionStore;
beforeAll(async () => {
  [auth, secure] = await Promise.all([startAuth(), startAuth({ PUBLIC_URL: 'https://reelwright.example' })]);
  elsewhere = createSessionStore({ db: auth.db, url: auth.config.DATABASE_URL, logger });
  await elsewhere.start();
});
afterAll(async () => {
  await elsewhere.stop();
  await Promise.all([auth.stop(), secure.stop()]);
});

async function newcomer() {
  const response = await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload: auth.newPerson() });
  const cookie = cookieOf(response);
  const id = decodeURIComponent(cookie.slice(4)).split('.')[0] ?? '';
  return { cookie, id, sid: hashSessionId(id) };
}
const lines = (response: { headers: Record<string, unknown> }) =>
  [response.headers['set-cookie'] ?? []].flat().map(String);

describe('a session', () => {
  it('[ASVS 7.4.1] that was signed out ends at once in every process, also when it is cached', async () => {
    const { cookie, sid } = await newcomer();
    expect(await elsewhere.lookup(sid)).toMatchObject({ state: 'live' });
    const asked = Date.now();
    await auth.app.inject({ method: 'POST', url: '/api/auth/logout', headers: { cookie } });
    await eventually(async () => expect(await elsewhere.lookup(sid)).toEqual({ state: 'none' }), { timeoutMs: 1_500 });
    expect(Date.now() - asked).toBeLessThan(1_500); // less than the cache's lifetime
  });

  it('ended by a restore of the database ends at once in every process, also when it is cached', async () => {
    const { sid } = await newcomer();
    expect(await elsewhere.lookup(sid)).toMatchObject({ state: 'live' });
    await endRestoredSessions(auth.db, new Date());
    await eventually(async () => expect(await elsewhere.lookup(sid)).toEqual({ state: 'none' }), { timeoutMs: 1_500 });
  });
});

describe('the cookie', () => {
  it('[ASVS 3.3.1] [ASVS 3.3.2] [ASVS 3.3.4] of an administrator is SameSite=Strict and lives for eight hours', async () => {
    const response = await secure.app.inject({
      method: 'POST',
      url: '/api/admin/session',
      payload: { code: ADMIN_CODE },
    });
    const [cookie = ''] = lines(response).filter((line) => line.startsWith('__Host-adm='));
    const parts = ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Strict', 'Max-Age=28800'];
    expect(cookie.split('; ').slice(1)).toEqual(expect.arrayContaining(parts));
    const asked = { cookie: cookie.split(';')[0] ?? '' };
    expect((await secure.ask('admin', asked)).statusCode).toBe(200);
    await sql`update admin_sessions set expire = clock_timestamp() - interval '1 second'`.execute(secure.db);
    expect((await secure.ask('admin', asked)).statusCode).toBe(401);
  });
});
