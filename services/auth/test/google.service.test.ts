import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RunningSandbox, startSandbox } from '@reelwright/sandbox';
import { credentials } from '@reelwright/sandbox/credentials';
import { type Auth, cookieOf, startAuth } from './harness.ts';

const dir = mkdtempSync(join(tmpdir(), 'sandbox-'));
let sandbox: RunningSandbox;
let auth: Auth;
beforeAll(async () => {
  sandbox = await startSandbox({ ports: 0, dir });
  auth = await startAuth({
    GOOGLE_CLIENT_ID: credentials.google.clientId,
    GOOGLE_CLIENT_SECRET: credentials.google.clientSecret,
    GOOGLE_ACCOUNTS_URL: sandbox.origins.server('google'),
    GOOGLE_OAUTH_URL: sandbox.origins.server('google'),
    GOOGLE_USERINFO_URL: sandbox.origins.server('google'),
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

/** Goes to Google as a browser would and agrees there as `email`; returns the way back and the state cookies. */
async function throughGoogle(email: string): Promise<{ callback: URL; cookies: Cookies }> {
  const start = await auth.app.inject({ url: '/api/auth/google' });
  const consent = new URL(String(start.headers.location));
  // What the consent page's form sends when 'Allow' is pressed.
  const form = new URLSearchParams([...consent.searchParams, ['account', email], ['decision', 'allow']]);
  const agreed = await fetch(consent.origin + consent.pathname, { method: 'POST', body: form, redirect: 'manual' });
  return { callback: new URL(agreed.headers.get('location') ?? ''), cookies: cookiesOf(start) };
}

async function signIn(email: string) {
  const { callback, cookies } = await throughGoogle(email);
  return auth.app.inject({ url: callback.pathname + callback.search, headers: { cookie: header(cookies) } });
}

describe('signing in with Google', () => {
  it('makes an account at the first sign-in and finds it at the second', async () => {
    const email = `g-${randomUUID().slice(0, 8)}@gmail.com`;
    const first = await signIn(email);
    expect(first.headers.location).toBe('/dashboard');
    const check = await auth.ask('session', { cookie: cookieOf(first) });
    expect(check.statusCode).toBe(200);

    await signIn(email);
    const rows = await auth.db.selectFrom('users').selectAll().where('email', '=', email).execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ password_hash: null, email_verified: true });
  });

  it('never opens an account that has a password', async () => {
    const person = { ...auth.newPerson(), email: `g-${randomUUID().slice(0, 8)}@gmail.com` };
    await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload: person });
    const response = await signIn(person.email);
    expect(response.headers.location).toBe('/auth/login?error=google&reason=GOOGLE_LINK_NEEDS_PASSWORD');
    expect(() => cookieOf(response)).toThrow();
  });

  it('goes back to login when the person says no', async () => {
    const response = await auth.app.inject({ url: '/api/auth/google/callback?error=access_denied' });
    expect(response.headers.location).toBe('/auth/login?error=google&reason=GOOGLE_CANCELLED');
  });

  it('refuses a way back that this browser did not begin', async () => {
    const { callback } = await throughGoogle(`g-${randomUUID().slice(0, 8)}@gmail.com`);
    const response = await auth.app.inject({ url: callback.pathname + callback.search });
    expect(response.headers.location).toContain('/auth/login?error=google');
    expect(() => cookieOf(response)).toThrow();
  });

  it('refuses a state that this browser was not given, also with a code that is its own', async () => {
    const { callback, cookies } = await throughGoogle(`g-${randomUUID().slice(0, 8)}@gmail.com`);
    callback.searchParams.set('state', `${callback.searchParams.get('state')}x`);
    const response = await auth.app.inject({
      url: callback.pathname + callback.search,
      headers: { cookie: header(cookies) },
    });
    expect(response.headers.location).toBe('/auth/login?error=google&reason=GOOGLE_FAILED');
    expect(() => cookieOf(response)).toThrow();
  });

  it('takes each code once', async () => {
    const { callback, cookies } = await throughGoogle(`g-${randomUUID().slice(0, 8)}@gmail.com`);
    const again = () =>
      auth.app.inject({ url: callback.pathname + callback.search, headers: { cookie: header(cookies) } });
    expect((await again()).headers.location).toBe('/dashboard');
    expect((await again()).headers.location).toContain('/auth/login?error=google');
  });
});
