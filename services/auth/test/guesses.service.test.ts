import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { type Auth, cookieOf, startAuth } from './harness.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  auth.app.inject({ method: 'POST', url, payload, headers });
const login = (email: string, password: string, address: string, cookie = '') =>
  post('/api/auth/login', { email, password }, { 'x-forwarded-for': address, cookie });

async function signedUp() {
  const person = auth.newPerson();
  const response = await post('/api/auth/signup', person);
  return { ...person, browser: cookieOf(response, 'browser') };
}

/** Wrong passwords for an account, from one browser at one address. */
async function guess(email: string, address: string, times: number, cookie = ''): Promise<number[]> {
  const answers: number[] = [];
  for (let index = 1; index <= times; index += 1) {
    answers.push((await login(email, `guess ${index}`, address, cookie)).statusCode);
  }
  return answers;
}

/** One wrong password for each of `accounts` accounts. */
async function spray(address: (index: number) => string, accounts: number): Promise<number[]> {
  const answers: number[] = [];
  for (let index = 1; index <= accounts; index += 1) {
    answers.push((await login(auth.newPerson().email, 'guess', address(index))).statusCode);
  }
  return answers;
}

describe('guesses at one account', () => {
  it('[ASVS 6.3.1] make an address wait after five failures at an account', async () => {
    const { email, password } = await signedUp();
    expect(await guess(email, '10.1.0.1', 6)).toEqual([401, 401, 401, 401, 401, 429]);
    const right = await login(email, password, '10.1.0.1');
    expect([right.statusCode, right.json().error]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
    expect(right.json().message).toContain(`wait ${right.headers['retry-after']} second`);
  });

  it('[ASVS 6.3.1] count for the whole /64 of an IPv6 address, and as IPv4 when they come from a mapped one', async () => {
    const { email, password } = await signedUp();
    for (let host = 1; host <= 5; host += 1) await login(email, 'guess', `2001:db8:1:2::${host}`);
    expect((await login(email, password, '2001:db8:1:2:ffff::9')).statusCode).toBe(429);
    expect((await login(email, password, '2001:db8:1:3::9')).statusCode).toBe(200);
    await guess(email, '::ffff:10.1.0.5', 5);
    expect((await login(email, password, '10.1.0.5')).statusCode).toBe(429);
  });

  it('do not slow other accounts at the address', async () => {
    const [guessed, neighbour] = [await signedUp(), await signedUp()];
    await guess(guessed.email, '10.1.0.6', 7);
    expect((await login(neighbour.email, neighbour.password, '10.1.0.6')).statusCode).toBe(200);
  });

  it('[ASVS 6.3.1] are all counted when they arrive at the same time', async () => {
    const { email } = await signedUp();
    const guesses = Array.from({ length: 20 }, (_, index) => login(email, `guess ${index}`, '10.1.0.3'));
    const answers = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
    expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(6);
    expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(14);
  });

  it('do not lock the owner out; after twenty an answer takes a second longer', async () => {
    const { email, password, browser } = await signedUp();
    for (let index = 1; index <= 20; index += 1) await login(email, `guess ${index}`, `10.3.0.${index}`);
    const asked = Date.now();
    expect((await login(email, 'wrong too', '10.2.0.1')).statusCode).toBe(401);
    expect(Date.now() - asked).toBeGreaterThanOrEqual(950);
    expect((await login(email, password, '10.2.0.2', browser)).statusCode).toBe(200);
    expect((await login(email, password, '10.2.0.3')).statusCode).toBe(200);
  });
});

describe('guesses at many accounts', () => {
  it('[ASVS 6.3.1] make an address wait after failed sign-ins at twenty accounts, for every account', async () => {
    const { email, password, browser } = await signedUp();
    const answers = await spray(() => '10.1.0.2', 21);
    expect([answers.slice(0, 20).every((status) => status === 401), answers.at(-1)]).toEqual([true, 429]);
    const right = await login(email, password, '10.1.0.2');
    expect([right.statusCode, Number(right.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await login(email, password, '10.1.0.4')).statusCode).toBe(200);
    expect((await login(email, password, '10.1.0.2', browser)).statusCode).toBe(200);
  });

  it('[ASVS 6.3.1] make the whole /64 wait', async () => {
    expect((await spray((host) => `2001:db8:7:7::${host}`, 21)).at(-1)).toBe(429);
  });

  it('do not count at accounts whose user signs in afterwards', async () => {
    await spray(() => '10.1.0.7', 18);
    // The second one's failure would be the twentieth, if the first one's counted.
    for (const { email, password } of [await signedUp(), await signedUp()]) {
      expect((await login(email, 'mistyped', '10.1.0.7')).statusCode).toBe(401);
      expect((await login(email, password, '10.1.0.7')).statusCode).toBe(200);
    }
  });
});

describe('a known browser', () => {
  it('[ASVS 6.1.1] signs in with the right password, whatever failures its address has', async () => {
    const { email, password, browser } = await signedUp();
    await guess(email, '10.1.1.1', 7);
    const answer = await login(email, password, '10.1.1.1', browser);
    expect(answer.statusCode).toBe(200);
    const cookies = [answer.headers['set-cookie']].flat().map(String);
    expect(cookies).toContainEqual(
      expect.stringMatching(/^browser=[^;]{32}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/),
    );
  });

  it('[ASVS 6.3.1] waits for its own failures, from any address', async () => {
    const { email, password, browser } = await signedUp();
    const answers: number[] = [];
    for (let index = 1; index <= 6; index += 1) {
      answers.push((await login(email, 'guess', `10.1.2.${index}`, browser)).statusCode);
    }
    expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await login(email, password, '10.1.2.1')).statusCode).toBe(200);
  });

  it('[ASVS 6.3.1] is not known at other accounts, and a made-up cookie is not known at any', async () => {
    const [someone, other] = [await signedUp(), await signedUp()];
    await guess(someone.email, '10.1.3.1', 5);
    for (const cookie of [other.browser, 'browser=made-up']) {
      expect((await login(someone.email, someone.password, '10.1.3.1', cookie)).statusCode).toBe(429);
    }
  });

  it('gets a new id at each sign-in, for all its accounts, and the old id is invalid', async () => {
    const [one, two] = [await signedUp(), await signedUp()];
    const both = cookieOf(await login(two.email, two.password, '10.1.4.1', one.browser), 'browser');
    await guess(one.email, '10.1.4.2', 5);
    expect((await login(one.email, one.password, '10.1.4.2', one.browser)).statusCode).toBe(429);
    expect((await login(one.email, one.password, '10.1.4.2', both)).statusCode).toBe(200);
  });

  it('[ASVS 11.4.2] is stored hashed', async () => {
    const { browser } = await signedUp();
    const { rows } = await sql<{ row: string }>`select b::text as row from known_browsers b`.execute(auth.db);
    expect(rows.map(({ row }) => row).join()).not.toContain(browser.replace('browser=', ''));
  });

  it('is deleted when a new password is set, and after half a year', async () => {
    const { email, password, browser } = await signedUp();
    const known = async () => (await login(email, password, '10.1.5.1', browser)).statusCode;
    await guess(email, '10.1.5.1', 5);
    await sql`update known_browsers set seen_at = seen_at - interval '181 days'
      where user_id = (select id from users where email = ${email})`.execute(auth.db);
    expect(await known()).toBe(429);
    const someone = await signedUp();
    const response = await login(someone.email, someone.password, '10.1.5.2');
    const changed = await post(
      '/api/auth/password/change',
      { currentPassword: someone.password, newPassword: 'a quite different one' },
      { cookie: cookieOf(response), ...(await auth.identity.asUser(String(response.json().id))) },
    );
    expect(changed.statusCode).toBe(204);
    await guess(someone.email, '10.1.5.3', 5);
    const stolen = await login(someone.email, 'a quite different one', '10.1.5.3', someone.browser);
    expect(stolen.statusCode).toBe(429);
    const own = cookieOf(changed, 'browser');
    expect((await login(someone.email, 'a quite different one', '10.1.5.3', own)).statusCode).toBe(200);
  });

  it('is one of the twenty newest of the account', async () => {
    const { email, password } = await signedUp();
    for (let times = 0; times < 22; times += 1) await login(email, password, '10.1.6.1');
    const { rows } = await sql`select b.seen_at from known_browsers b
      join users u on u.id = b.user_id where u.email = ${email}`.execute(auth.db);
    expect(rows).toHaveLength(20);
  });
});

describe('signing in while many others do', () => {
  it('answers 503 with Retry-After when more than a hundred wait', async () => {
    const { email, password } = await signedUp();
    const logins = await auth.db.transaction().execute(async (trx) => {
      // No login ends before all have arrived.
      await sql`lock table failed_attempts`.execute(trx);
      const arrived = Array.from({ length: 140 }, async (_, index) => login(email, password, `10.4.0.${index}`));
      for (const busy of await Promise.all(arrived.slice(130))) {
        expect([busy.statusCode, busy.json()]).toMatchObject([503, { error: 'SIGN_IN_BUSY' }]);
        expect(Number(busy.headers['retry-after'])).toBeGreaterThan(0);
      }
      return arrived;
    });
    const statuses = (await Promise.all(logins.slice(0, 130))).map(({ statusCode }) => statusCode);
    expect(statuses).toEqual(statuses.map(() => 200));
  });
});
