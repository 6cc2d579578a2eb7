import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Auth, cookieOf, startAuth } from './harness.ts';

let auth: Auth;
let secure: Auth;
beforeAll(async () => {
  [auth, secure] = await Promise.all([startAuth(), startAuth({ PUBLIC_URL: 'https://reelwright.example' })]);
});
afterAll(async () => {
  await Promise.all([auth.stop(), secure.stop()]);
});

const MAX_AGE = 30 * 86_400;
const linesOf = (response: { headers: Record<string, unknown> }, cookie = 'signed-in') =>
  [response.headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .filter((line) => line.startsWith(`${cookie}=`));
const post = (url: string, payload: object, cookie = '', at = auth) =>
  at.app.inject({ method: 'POST', url, payload, headers: { cookie, 'x-forwarded-proto': 'https' } });

describe('the cookie that says that there may be a session', () => {
  it('is set at each sign-up and sign-in, where scripts can read it, for as long as a session may last', async () => {
    const person = auth.newPerson();
    const { email, password } = person;
    for (const response of [
      await post('/api/auth/signup', person),
      await post('/api/auth/login', { email, password }),
    ]) {
      expect(linesOf(response)).toEqual([`signed-in=1; Max-Age=${MAX_AGE}; Path=/; SameSite=Lax`]);
    }
    expect(linesOf(await post('/api/auth/login', { email, password: 'a wrong password' }))).toEqual([]);
  });

  it('[ASVS 3.3.1] is Secure and bound to the host over https', async () => {
    const response = await post('/api/auth/signup', secure.newPerson(), '', secure);
    expect(linesOf(response, '__Host-signed-in')).toEqual([
      `__Host-signed-in=1; Max-Age=${MAX_AGE}; Path=/; Secure; SameSite=Lax`,
    ]);
  });

  it('is removed when its owner signs out or deletes the account', async () => {
    const signedOut = cookieOf(await post('/api/auth/signup', auth.newPerson()));
    const person = auth.newPerson();
    const begun = await post('/api/auth/signup', person);
    const left = await auth.app.inject({
      method: 'DELETE',
      url: '/api/auth/user',
      payload: { password: person.password },
      headers: { cookie: cookieOf(begun), ...(await auth.identity.asUser(begun.json().id)) },
    });
    expect(left.statusCode).toBe(202);
    for (const response of [await post('/api/auth/logout', {}, signedOut), left]) {
      expect(linesOf(response)).toEqual([expect.stringMatching(/^signed-in=; Max-Age=0; Path=\/;/)]);
    }
  });

  it('is set again for a browser that has a session without it, which a guest’s question never does', async () => {
    const begun = await post('/api/auth/signup', auth.newPerson());
    const ask = async (headers: Record<string, string>) => auth.app.inject({ url: '/api/auth/session', headers });
    const known = await ask(await auth.identity.asUser(begun.json().id));
    expect([known.statusCode, known.json(), linesOf(known).length]).toEqual([200, { signedIn: true }, 1]);
    const guest = await ask({ cookie: 'signed-in=1' });
    expect([guest.statusCode, guest.json(), linesOf(guest)]).toEqual([200, { signedIn: false }, []]);
  });

  it('signs nobody in, and a session is live without it', async () => {
    expect((await auth.ask('session', { cookie: 'signed-in=1' })).json().error).toBe('SIGNED_OUT');
    const cookie = cookieOf(await post('/api/auth/signup', auth.newPerson()));
    expect((await auth.ask('session', { cookie })).statusCode).toBe(200);
  });
});
