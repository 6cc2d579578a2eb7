import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { type Auth, cookieOf, startAuth } from './harness.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const NEW = 'a whole new passphrase';
const post = (url: string, payload?: object, headers: Record<string, string> = {}) =>
  auth.app.inject({ method: 'POST', url, ...(payload && { payload }), headers });

/** A signed-in user; `headers` are those that the gateway passes on. */
async function signedUp() {
  const person = auth.newPerson();
  const response = await post('/api/auth/signup', person);
  const { id } = response.json<{ id: string }>();
  const cookie = cookieOf(response);
  return { ...person, id, cookie, headers: { cookie, ...(await auth.identity.asUser(id)) } };
}
type Someone = Awaited<ReturnType<typeof signedUp>>;

let logins = 0;
const login = ({ email, password }: { email: string; password: string }) =>
  post('/api/auth/login', { email, password }, { 'x-forwarded-for': `10.4.1.${++logins}` });
const change = (someone: Someone, payload: object, address = '10.5.0.1') =>
  post('/api/auth/password/change', payload, { ...someone.headers, 'x-forwarded-for': address });
const isAlive = async (cookie: string) => (await auth.ask('session', { cookie })).statusCode === 200;

describe('changing a password', () => {
  it('[ASVS 6.2.2] [ASVS 6.2.3] accepts the new one and not the old one', async () => {
    const someone = await signedUp();
    const answer = await change(someone, { currentPassword: someone.password, newPassword: NEW });
    expect(answer.statusCode).toBe(204);
    expect((await login({ ...someone, password: NEW })).statusCode).toBe(200);
    expect((await login(someone)).statusCode).toBe(401);
  });

  it('[ASVS 7.4.3] ends every other session, and this one continues under a new id', async () => {
    const someone = await signedUp();
    const elsewhere = cookieOf(await login(someone));
    const answer = await change(someone, { currentPassword: someone.password, newPassword: NEW });
    const renewed = cookieOf(answer);
    expect(renewed).not.toBe(someone.cookie);
    expect(await Promise.all([elsewhere, someone.cookie, renewed].map(isAlive))).toEqual([false, false, true]);
  });

  it('[ASVS 7.5.1] is refused without the current password, or with a wrong one', async () => {
    const someone = await signedUp();
    for (const proof of [{}, { currentPassword: 'not this one' }]) {
      const answer = await change(someone, { ...proof, newPassword: NEW });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ error: 'WRONG_PASSWORD' });
    }
    expect((await login(someone)).statusCode).toBe(200);
    expect(await isAlive(someone.cookie)).toBe(true);
  });

  it('[ASVS 6.3.1] throttles guesses through a session, from any address', async () => {
    const someone = await signedUp();
    const guess = (address: string) => change(someone, { currentPassword: 'guess', newPassword: NEW }, address);
    const answers: number[] = [];
    for (let index = 0; index < 6; index += 1) answers.push((await guess(`10.5.2.${index}`)).statusCode);
    expect(answers).toEqual([400, 400, 400, 400, 400, 429]);
    const right = await change(someone, { currentPassword: someone.password, newPassword: NEW }, '10.5.2.9');
    expect(right.json()).toMatchObject({ error: 'TOO_MANY_ATTEMPTS' });
  });

  it('does not wait for failures of others at the same address', async () => {
    const someone = await signedUp();
    const address = '10.5.0.3';
    const guess = (email: string) =>
      post('/api/auth/login', { email, password: 'guess' }, { 'x-forwarded-for': address });
    for (let accounts = 0; accounts < 20; accounts += 1) await guess(auth.newPerson().email);
    expect((await guess(someone.email)).statusCode).toBe(429);
    const answer = await change(someone, { currentPassword: someone.password, newPassword: NEW }, address);
    expect(answer.statusCode).toBe(204);
  });

  it('does not slow the login for failures while signed in', async () => {
    const someone = await signedUp();
    const address = '10.5.0.5';
    for (let index = 0; index < 6; index += 1) {
      await change(someone, { currentPassword: 'guess', newPassword: NEW }, address);
    }
    const { email, password } = someone;
    expect((await post('/api/auth/login', { email, password }, { 'x-forwarded-for': address })).statusCode).toBe(200);
  });

  it.each([
    ['short', 'kx7 pqz', 'PASSWORD_TOO_SHORT'],
    ['long', 'x'.repeat(129), 'PASSWORD_TOO_LONG'],
    ['common', 'iloveyou1', 'PASSWORD_COMMON'],
  ])('refuses a new one that is too %s, and changes nothing', async (_what, newPassword, code) => {
    const someone = await signedUp();
    const answer = await change(someone, { currentPassword: someone.password, newPassword });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: code });
    expect((await login(someone)).statusCode).toBe(200);
  });

  it('requires the session, not only an identity', async () => {
    const [someone, other] = [await signedUp(), await signedUp()];
    const headers = { ...someone.headers, cookie: other.cookie };
    const answer = await change({ ...someone, headers }, { currentPassword: someone.password, newPassword: NEW });
    expect(answer.statusCode).toBe(401);
    expect((await login(someone)).statusCode).toBe(200);
  });

  it('changes the password once of two simultaneous requests', async () => {
    const someone = await signedUp();
    const both = await Promise.all(
      ['first of two passwords', 'second of two passwords'].map((newPassword) =>
        change(someone, { currentPassword: someone.password, newPassword }),
      ),
    );
    expect(both.map(({ statusCode }) => statusCode).sort()).not.toEqual([204, 204]);
    expect((await login(someone)).statusCode).toBe(401);
  });
});

describe('an account without a password', () => {
  async function withoutPassword() {
    const someone = await signedUp();
    await sql`update users set password_hash = null, google_sub = ${someone.id} where id = ${Number(someone.id)}`.execute(
      auth.db,
    );
    return someone;
  }

  it('gets its first one from a session of the last ten minutes', async () => {
    const someone = await withoutPassword();
    const profile = async () => (await auth.app.inject({ url: '/api/auth/user', headers: someone.headers })).json();
    expect(await profile()).toMatchObject({ hasPassword: false, googleLinked: true });
    expect((await change(someone, { newPassword: NEW })).statusCode).toBe(204);
    expect(await profile()).toMatchObject({ hasPassword: true, googleLinked: true });
    expect((await login({ ...someone, password: NEW })).statusCode).toBe(200);
  });

  it('[ASVS 7.5.1] gets no password from a session that started more than ten minutes ago', async () => {
    const someone = await withoutPassword();
    await sql`update sessions set sess = jsonb_set(sess, '{signedInAt}', to_jsonb(clock_timestamp() - interval '11 minutes'))
      where user_id = ${Number(someone.id)}`.execute(auth.db);
    const again = await startAuthOn(someone);
    expect(again.statusCode).toBe(403);
    expect(again.json()).toMatchObject({ error: 'SIGN_IN_AGAIN' });
  });

  /** The service caches a session for two seconds, so the cache entry is evicted first. */
  async function startAuthOn(someone: Someone) {
    await sql`select pg_notify('session_ended', sid) from sessions where user_id = ${Number(someone.id)}`.execute(
      auth.db,
    );
    return change(someone, { newPassword: NEW });
  }
});

describe('the rule for passwords at sign-up', () => {
  it.each([
    ['common', { password: 'PassWord' }, 'PASSWORD_COMMON'],
    ['long', { password: 'x'.repeat(129) }, 'PASSWORD_TOO_LONG'],
    ['short', { password: 'kx7 pqz' }, 'PASSWORD_TOO_SHORT'],
  ])('refuses one that is too %s', async (_what, part, code) => {
    const person = { ...auth.newPerson(), ...part };
    const answer = await post('/api/auth/signup', person);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: code });
  });

  it('[ASVS 6.2.8] keeps every blank, capital and non-ASCII letter of a password', async () => {
    const password = `  Long ${'x'.repeat(90)} End 🦊 `;
    const person = { ...auth.newPerson(), password };
    expect((await post('/api/auth/signup', person)).statusCode).toBe(201);
    for (const other of [password.trim(), password.toLowerCase(), password.slice(0, 72), `${password}!`]) {
      expect((await login({ ...person, password: other })).statusCode).toBe(401);
    }
    expect((await login(person)).statusCode).toBe(200);
  });
});

describe('resetting a password where there is no mail server', () => {
  it('is not offered', async () => {
    expect((await auth.app.inject({ url: '/api/auth/options' })).json()).toEqual({
      passwordReset: false,
      contactForm: false,
    });
    const answer = await post('/api/auth/password/forgotten', { email: 'ada@example.com' });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ error: 'PASSWORD_RESET_OFF' });
  });
});
