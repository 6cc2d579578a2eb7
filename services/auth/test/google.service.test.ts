import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { events } from '@reelwright/contracts';
import { silentLogger as logger } from '@reelwright/logger';
import { type RunningSandbox, startSandbox } from '@reelwright/sandbox';
import { credentials } from '@reelwright/sandbox/credentials';
import { createReplicas } from '@reelwright/testing';
import { sql } from 'kysely';
import { buildApp } from '../src/app.ts';
import { type Auth, cookieOf, startAuth } from './harness.ts';

const dir = mkdtempSync(join(tmpdir(), 'sandbox-'));
let sandbox: RunningSandbox;
let auth: Auth;
beforeAll(async () => {
  sandbox = await startSandbox({ ports: 0, dir, providers: ['google'] });
  auth = await startAuth({
    GOOGLE_CLIENT_ID: credentials.google.clientId,
    GOOGLE_CLIENT_SECRET: credentials.google.clientSecret,
    GOOGLE_ACCOUNTS_URL: sandbox.origins.server('google'),
    GOOGLE_OAUTH_URL: sandbox.origins.server('google'),
    GOOGLE_CERTS_URL: `${sandbox.origins.server('google')}/oauth2/v3/certs`,
  });
});
afterAll(async () => {
  await auth.stop();
  await sandbox.close();
  rmSync(dir, { recursive: true, force: true });
});

type Cookies = Record<string, string>;

function cookiesOf(response: { headers: Record<string, unknown> }): Cookies {
  const lines = [response.headers['set-cookie'] ?? []].flat().map(String);
  return Object.fromEntries(lines.map((line) => (line.split(';')[0] ?? '').split(/=(.*)/s).slice(0, 2)));
}

const header = (cookies: Cookies) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');

/** Starts a sign-in with Google. @returns the consent page's address, and the browser's cookies */
async function setOut(app = auth.app): Promise<{ consent: URL; cookies: Cookies }> {
  const start = await app.inject({ url: '/api/auth/google' });
  return { consent: new URL(String(start.headers.location)), cookies: cookiesOf(start) };
}

/** Consents as `email`, as the page's form does for 'Allow'. @returns the callback's address */
async function agree(consent: URL, email: string): Promise<URL> {
  const form = new URLSearchParams([...consent.searchParams, ['account', email], ['decision', 'allow']]);
  const agreed = await fetch(consent.origin + consent.pathname, { method: 'POST', body: form, redirect: 'manual' });
  return new URL(agreed.headers.get('location') ?? '');
}

async function throughGoogle(email: string): Promise<{ consent: URL; callback: URL; cookies: Cookies }> {
  const { consent, cookies } = await setOut();
  return { consent, cookies, callback: await agree(consent, email) };
}

async function signIn(email: string, before: Cookies = {}) {
  const { callback, cookies } = await throughGoogle(email);
  return back(callback, { ...before, ...cookies });
}

const back = (callback: URL, cookies: Cookies, app = auth.app) =>
  app.inject({ url: callback.pathname + callback.search, headers: { cookie: header(cookies) } });
const newEmail = () => `g-${randomUUID().slice(0, 8)}@gmail.com`;
const post = (url: string, payload: object, cookies: Cookies = {}) =>
  auth.app.inject({ method: 'POST', url, payload, headers: { cookie: header(cookies) } });
const findByEmail = (email: string) =>
  auth.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
const NEEDS_PASSWORD = '/auth/login?error=google&reason=GOOGLE_LINK_NEEDS_PASSWORD';
const FAILED = '/auth/login?error=google&reason=GOOGLE_FAILED';

/** An account with a password and a verified or unverified address. */
async function withPassword(isVerified: boolean) {
  const person = { ...auth.newPerson(), email: newEmail() };
  const response = await post('/api/auth/signup', person);
  await sql`update users set email_verified = ${isVerified} where email = ${person.email}`.execute(auth.db);
  return { ...person, id: Number(response.json().id), cookie: cookieOf(response) };
}
const credentialsOf = ({ email, password }: { email: string; password: string }) => ({ email, password });

describe('signing in with Google', () => {
  it('creates an account at the first sign-in and finds it at the second', async () => {
    const email = newEmail();
    const first = await signIn(email);
    expect(first.headers.location).toBe('/dashboard');
    const check = await auth.ask('session', { cookie: cookieOf(first) });
    expect(check.statusCode).toBe(200);

    await signIn(email);
    const rows = await auth.db.selectFrom('users').selectAll().where('email', '=', email).execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      password_hash: null,
      email_verified: true,
      google_iss: 'https://accounts.google.com',
      google_sub: expect.stringMatching(/^\d+$/),
    });
  });

  it('saves Google’s names without direction marks and invisible characters', async () => {
    const email = newEmail();
    sandbox.store.collection<Record<string, unknown> & { id: string }>('google-accounts').put({
      id: String(Math.random()).slice(2, 17),
      email,
      emailVerified: true,
      givenName: ' Ada\u202e\n',
      familyName: 'By\u200bron 👩\u200d🚀',
      channels: [],
      listed: true,
      driveQuota: 1,
    });
    expect((await signIn(email)).headers.location).toBe('/dashboard');
    expect(await findByEmail(email)).toMatchObject({ first_name: 'Ada', last_name: 'Byron 👩\u200d🚀' });
  });

  it('[ASVS 7.2.4] starts a new session in the callback and ends the browser’s earlier one', async () => {
    const someone = await withPassword(true);
    const before = cookiesOf({ headers: { 'set-cookie': someone.cookie } });
    const response = await signIn(newEmail(), before);
    expect(cookieOf(response)).not.toBe(someone.cookie);
    expect((await auth.ask('session', { cookie: someone.cookie })).statusCode).toBe(401);
    expect((await auth.ask('session', { cookie: cookieOf(response) })).statusCode).toBe(200);
  });

  it('[ASVS 10.5.2] identifies a person by issuer and subject, whatever the e-mail is now', async () => {
    const [mine, another] = [newEmail(), newEmail()];
    await signIn(mine);
    await sql`update users set email = ${another} where email = ${mine}`.execute(auth.db);
    expect((await signIn(mine)).headers.location).toBe('/dashboard');
    expect(await auth.db.selectFrom('users').select('id').where('email', '=', mine).execute()).toEqual([]);
    // The same subject of another issuer is another person.
    await sql`update users set google_iss = 'https://id.example.com', email_verified = true where email = ${another}`.execute(
      auth.db,
    );
    await signIn(mine);
    expect((await findByEmail(mine)).google_iss).toBe('https://accounts.google.com');
  });

  it('[ASVS 6.8.1] creates no account for an e-mail that Google has not verified', async () => {
    const response = await signIn('mika.unverified@example.com');
    expect(response.headers.location).toBe('/auth/login?error=google&reason=GOOGLE_EMAIL_UNVERIFIED');
    expect(() => cookieOf(response)).toThrow();
  });

  it('returns to the login when the person declines', async () => {
    const response = await auth.app.inject({ url: '/api/auth/google/callback?error=access_denied' });
    expect(response.headers.location).toBe('/auth/login?error=google&reason=GOOGLE_CANCELLED');
  });

  it('[ASVS 10.1.2] refuses a callback that this browser did not start', async () => {
    const mine = await throughGoogle(newEmail());
    const state = mine.cookies['google-state'] ?? '';
    for (const cookiesFrom of [
      () => ({}),
      () => mine.cookies,
      (theirs: Cookies) => ({ 'google-verifier': theirs['google-verifier'] ?? '' }),
      (theirs: Cookies) => ({ ...theirs, 'google-state': state }),
    ]) {
      const theirs = await throughGoogle(newEmail());
      const response = await back(theirs.callback, cookiesFrom(theirs.cookies));
      expect(response.headers.location).toBe(FAILED);
      expect(() => cookieOf(response)).toThrow();
    }
  });

  it('[ASVS 10.2.1] refuses a code that was issued for another challenge (PKCE)', async () => {
    const [mine, theirs] = [await throughGoogle(newEmail()), await throughGoogle(newEmail())];
    expect(mine.consent.searchParams.get('code_challenge_method')).toBe('S256');
    expect(mine.consent.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    mine.callback.searchParams.set('code', theirs.callback.searchParams.get('code') ?? '');
    // With the same nonce, only the challenge differs.
    await sql`update google_sign_ins set nonce = ${theirs.consent.searchParams.get('nonce')}`.execute(auth.db);
    expect((await back(mine.callback, mine.cookies)).headers.location).toBe(FAILED);
  });

  it('[ASVS 10.1.2] accepts each state once, also from this browser', async () => {
    const { consent, cookies } = await setOut();
    const [first, second] = [await agree(consent, newEmail()), await agree(consent, newEmail())];
    expect((await back(first, cookies)).headers.location).toBe('/dashboard');
    expect((await back(second, cookies)).headers.location).toBe(FAILED);
  });

  it('[ASVS 10.1.2] accepts a state for ten minutes', async () => {
    const late = await throughGoogle(newEmail());
    const { rows } = await sql<{ seconds: number }>`
      select round(extract(epoch from max(expires_at) - clock_timestamp()))::int as seconds from google_sign_ins`.execute(
      auth.db,
    );
    expect(rows[0]?.seconds).toBeGreaterThan(540);
    expect(rows[0]?.seconds).toBeLessThanOrEqual(600);
    await sql`update google_sign_ins set expires_at = clock_timestamp()`.execute(auth.db);
    expect((await back(late.callback, late.cookies)).headers.location).toBe(FAILED);
  });

  it('[ASVS 10.5.1] refuses an ID token that carries another nonce', async () => {
    const { callback, cookies } = await throughGoogle(newEmail());
    await sql`update google_sign_ins set nonce = 'of another sign-in'`.execute(auth.db);
    expect((await back(callback, cookies)).headers.location).toBe(FAILED);
  });

  it('[ASVS 3.7.2] redirects only to Google, the dashboard and the login', async () => {
    const wish = '?returnTo=https://evil.example&redirect_uri=https://evil.example&next=//evil.example';
    const start = await auth.app.inject({ url: `/api/auth/google${wish}` });
    const consent = new URL(String(start.headers.location));
    expect(consent.origin).toBe(sandbox.origins.server('google'));
    expect(consent.searchParams.getAll('redirect_uri')).toEqual(['http://localhost:8080/api/auth/google/callback']);
    expect(start.headers.location).not.toContain('evil');

    const { callback, cookies } = await throughGoogle(newEmail());
    for (const [name, value] of new URLSearchParams(wish)) callback.searchParams.set(name, value);
    expect((await back(callback, cookies)).headers.location).toBe('/dashboard');
    const refused = await auth.app.inject({ url: '/api/auth/google/callback?error=https://evil.example' });
    expect(refused.headers.location).toBe('/auth/login?error=google&reason=GOOGLE_CANCELLED');
  });
});

describe('Google for an e-mail that has a password account', () => {
  it('[ASVS 6.8.1] does not sign in to it, and changes nothing', async () => {
    const person = await withPassword(true);
    const before = await findByEmail(person.email);
    const response = await signIn(person.email);
    expect(response.headers.location).toBe(NEEDS_PASSWORD);
    expect(() => cookieOf(response)).toThrow();
    expect(await findByEmail(person.email)).toEqual(before);
  });

  it('is linked by the next sign-in with its password in this browser, once', async () => {
    const person = await withPassword(true);
    const wish = cookiesOf(await signIn(person.email));
    expect((await post('/api/auth/login', { email: person.email, password: 'wrong one' }, wish)).statusCode).toBe(401);
    const linked = await post('/api/auth/login', credentialsOf(person), wish);
    expect(linked.json()).toMatchObject({ email: person.email, googleLinked: true });
    expect((await post('/api/auth/login', credentialsOf(person), wish)).json()).not.toHaveProperty('googleLinked');

    expect((await signIn(person.email)).headers.location).toBe('/dashboard');
    expect(await findByEmail(person.email)).toMatchObject({ id: person.id, google_sub: expect.any(String) });
    expect((await post('/api/auth/login', credentialsOf(person))).statusCode).toBe(200);
  });

  it('is linked neither in another browser, nor to another account, nor after ten minutes', async () => {
    const [person, other] = [await withPassword(true), await withPassword(true)];
    const wish = cookiesOf(await signIn(person.email));
    for (const [who, cookies] of [
      [person, {}],
      [person, { link: 'made-up' }],
      [other, wish],
    ] as const) {
      expect((await post('/api/auth/login', credentialsOf(who), cookies)).json()).not.toHaveProperty('googleLinked');
    }
    await sql`update google_link_requests set expires_at = clock_timestamp()`.execute(auth.db);
    expect((await post('/api/auth/login', credentialsOf(person), wish)).json()).not.toHaveProperty('googleLinked');
    expect((await findByEmail(person.email)).google_sub).toBeNull();
    expect((await findByEmail(other.email)).google_sub).toBeNull();
  });

  it('shows its address to the browser that came from Google, for ten minutes, and to no other', async () => {
    const person = await withPassword(true);
    const wish = cookiesOf(await signIn(person.email));
    const named = async (cookies: Cookies) => {
      const answer = await auth.app.inject({ url: '/api/auth/google/link', headers: { cookie: header(cookies) } });
      return [answer.statusCode, answer.json(), answer.headers['cache-control']];
    };
    const nothing = [200, { email: null }, 'no-store'];
    expect(await named(wish)).toEqual([200, { email: person.email }, 'no-store']);
    const elsewhere = cookiesOf(await signIn((await withPassword(true)).email));
    expect((await named(elsewhere))[1]).not.toMatchObject({ email: person.email });
    const { rows } = await sql<{ hash: string }>`select id_hash as hash from google_link_requests`.execute(auth.db);
    for (const link of ['made-up', '', ...rows.map(({ hash }) => hash)]) expect(await named({ link })).toEqual(nothing);
    expect(await named({})).toEqual(nothing);
    await sql`update google_link_requests set expires_at = clock_timestamp()`.execute(auth.db);
    expect(await named(wish)).toEqual(nothing);
  });

  it('shows no address once it is linked', async () => {
    const person = await withPassword(true);
    const wish = cookiesOf(await signIn(person.email));
    await post('/api/auth/login', credentialsOf(person), wish);
    const answer = await auth.app.inject({ url: '/api/auth/google/link', headers: { cookie: header(wish) } });
    expect(answer.json()).toEqual({ email: null });
  });

  it('stores the link request in an HttpOnly cookie, and only its hash in the table', async () => {
    const response = await signIn((await withPassword(true)).email);
    const line = [response.headers['set-cookie'] ?? []].flat().find((one) => one.startsWith('link=')) ?? '';
    expect(line).toMatch(/; Max-Age=600;.*HttpOnly; SameSite=Lax/);
    const { rows } = await sql<{ found: string }>`select w::text as found from google_link_requests w`.execute(auth.db);
    expect(rows.map(({ found }) => found).join()).not.toContain(cookiesOf(response).link);
  });
});

describe('an account that is neither verified nor paid for', () => {
  const eventsOf = async (userId: number) => {
    const { rows } = await sql<{ type: string }>`select type from outbox
      where payload->>'userId' = ${String(userId)} order by id`.execute(auth.db);
    return rows.map(({ type }) => type);
  };

  it('[ASVS 6.8.1] is replaced by the account of the e-mail that Google has verified', async () => {
    const person = await withPassword(false);
    auth.stubbedServices.revision = 0;
    try {
      const response = await signIn(person.email);
      expect(response.headers.location).toBe('/dashboard');
      const made = await findByEmail(person.email);
      expect(made).toMatchObject({ password_hash: null, email_verified: true, first_name: 'G' });
      expect(made.id).not.toBe(person.id);
      expect(await eventsOf(person.id)).toEqual([events.UserRegistered.name, events.UserDeleted.name]);
      expect(await eventsOf(made.id)).toEqual([events.UserRegistered.name]);
      expect((await auth.ask('session', { cookie: person.cookie })).statusCode).toBe(401);
      expect((await post('/api/auth/login', credentialsOf(person))).statusCode).toBe(401);
    } finally {
      auth.stubbedServices.revision = 1;
    }
  });

  it.each([
    ['a payment was ever made', { revision: 1 }],
    ['a purchase was started and is not completed yet', { revision: 0, plan: { hasCustomer: true } }],
    ['billing does not answer', { revision: 0, billingDown: true }],
  ])('stays when %s', async (_what, state) => {
    const person = await withPassword(false);
    Object.assign(auth.stubbedServices, state);
    try {
      expect((await signIn(person.email)).headers.location).toBe(NEEDS_PASSWORD);
      expect((await findByEmail(person.email)).id).toBe(person.id);
    } finally {
      Object.assign(auth.stubbedServices, { revision: 1, billingDown: false, plan: {} });
    }
  });

  it('stays when its address was verified', async () => {
    const person = await withPassword(true);
    auth.stubbedServices.revision = 0;
    try {
      expect((await signIn(person.email)).headers.location).toBe(NEEDS_PASSWORD);
    } finally {
      auth.stubbedServices.revision = 1;
    }
  });

  it('is replaced once when several sign-ins from Google arrive at the same time', async () => {
    const person = await withPassword(false);
    auth.stubbedServices.revision = 0;
    try {
      const ways = await Promise.all([1, 2, 3].map(() => throughGoogle(person.email)));
      const answers = await Promise.all(ways.map(({ callback, cookies }) => back(callback, cookies)));
      expect(answers.map(({ headers }) => headers.location)).toEqual(Array(3).fill('/dashboard'));
      expect(await eventsOf(person.id)).toEqual([events.UserRegistered.name, events.UserDeleted.name]);
    } finally {
      auth.stubbedServices.revision = 1;
    }
  });
});

describe('signing in with Google in a cell', () => {
  const named = createReplicas({
    count: 1,
    componentNames: ['database', 'session store', 'grpc client'],
    build: (CELL: string) => buildApp({ config: { ...auth.config, CELL }, logger }),
  });
  beforeAll(() => named.rollOut('eu2'));
  afterAll(() => named.stop());

  it('has a state that begins with the cell and works once, and sets the cookie of the cell', async () => {
    const { consent, cookies } = await named.ask(({ http }) => setOut(http.app));
    expect(consent.searchParams.get('state')).toMatch(/^eu2\.[\w-]{43}$/);
    const callback = await agree(consent, newEmail());
    const state = callback.searchParams.get('state') ?? '';
    expect(state).toBe(consent.searchParams.get('state'));
    const arrive = (at: URL, browser: Cookies) => named.ask(({ http }) => back(at, browser, http.app));

    const elsewhere = new URL(callback);
    elsewhere.searchParams.set('state', state.replace('eu2.', 'us1.'));
    const planted = { ...cookies, 'google-state': state.replace('eu2.', 'us1.') };
    expect((await arrive(elsewhere, planted)).headers.location).toBe(FAILED);

    const signedIn = await arrive(callback, cookies);
    expect([signedIn.headers.location, cookieOf(signedIn, 'cell')]).toEqual(['/dashboard', 'cell=eu2']);
    expect((await arrive(callback, cookies)).headers.location).toBe(FAILED);
  });
});
