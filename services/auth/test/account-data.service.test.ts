import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { type Auth, cookieOf, startAuth } from './harness.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
}, 60_000);
afterAll(() => auth.stop());

async function newcomer(lastName: string) {
  const person = { ...auth.newPerson(), lastName };
  const signup = await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload: person });
  const userId: string = signup.json().id;
  const headers = await auth.identity.asUser(userId);
  const key = await auth.app.inject({ method: 'POST', url: '/api/generate-api-key', headers });
  return { ...person, userId, headers, cookie: cookieOf(signup), apiKey: String(key.json().apiKey) };
}
const read = (headers: Record<string, string>, query = '') =>
  auth.app.inject({ url: `/api/account-data/account${query}`, headers });

describe('what auth holds', () => {
  it('[ASVS 8.2.2] is told to its person, and never to another', async () => {
    const [ada, ben] = [await newcomer('word-of-ada'), await newcomer('word-of-ben')];
    const told = (await read(ada.headers)).json();
    expect(told).toMatchObject({
      part: 'account',
      exportedAt: expect.any(String),
      data: {
        profile: { email: ada.email, firstName: ada.firstName, lastName: 'word-of-ada' },
        signIns: [{ lastUsedAt: expect.any(String), endsAt: expect.any(String) }],
        apiKey: { prefix: ada.apiKey.slice(0, 12) },
      },
    });
    for (const query of ['', `?userId=${ada.userId}`]) {
      const other = (await read(ben.headers, query)).body;
      expect(other).toContain('word-of-ben');
      expect(other).not.toMatch(new RegExp(`word-of-ada|${ada.email}`));
    }
    const anonymous = await auth.app.inject({ url: '/api/account-data/account', headers: { cookie: ada.cookie } });
    expect([anonymous.statusCode, anonymous.json().error]).toEqual([401, 'SIGNED_OUT']);
  });

  it('[ASVS 14.2.6] holds no secret: no password, no key, no session, and no hash of any', async () => {
    const ada = await newcomer('Marlow');
    const { body } = await read(ada.headers);
    const { rows } = await sql<{ secret: string }>`
      select password_hash as secret from users where id = ${ada.userId}
      union select key_hash from api_keys where user_id = ${ada.userId}
      union select sid from sessions where user_id = ${ada.userId}`.execute(auth.db);
    const sid = decodeURIComponent(ada.cookie.slice(4)).split('.')[0] ?? '';
    for (const secret of [ada.password, ada.apiKey, sid, ...rows.map((row) => row.secret)]) {
      expect(body).not.toContain(secret);
    }
    expect(rows).toHaveLength(3);
    expect(body).not.toMatch(/hash|argon|token/i);
  });
});
