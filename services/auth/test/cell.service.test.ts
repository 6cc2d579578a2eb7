import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { silentLogger as logger } from '@reelwright/logger';
import { createReplicas } from '@reelwright/testing';
import { buildApp } from '../src/app.ts';
import type { Config } from '../src/config.ts';
import { type Auth, cookieOf, startAuth } from './harness.ts';

let auth: Auth;
/** Other processes on the same database. */
const [withoutCell, secure] = [another(), another()];
beforeAll(async () => {
  auth = await startAuth({ CELL: 'eu2' });
  const { CELL: _, ...first } = auth.config;
  await withoutCell.rollOut(first);
  await secure.rollOut({ ...auth.config, PUBLIC_URL: 'https://reelwright.example' });
});
afterAll(async () => {
  await withoutCell.stop();
  await secure.stop();
  await auth.stop();
});

function another() {
  return createReplicas({
    count: 1,
    componentNames: ['database', 'session store', 'grpc client'],
    build: (config: Config) => buildApp({ config, logger }),
  });
}

async function signedUp() {
  const response = await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload: auth.newPerson() });
  return auth.identity.asUser(response.json().id);
}
const https = { 'x-forwarded-proto': 'https' };
const linesOf = (response: { headers: Record<string, unknown> }, cookie: string) =>
  [response.headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .filter((line) => line.startsWith(`${cookie}=`));
const newKey = (headers: Record<string, string>) =>
  ({ method: 'POST', url: '/api/generate-api-key', headers }) as const;

describe('an API key', () => {
  it('of a cell has its name, also where its owner sees the beginning, and passes the check of a process without a cell', async () => {
    const headers = await signedUp();
    const { apiKey } = (await auth.app.inject(newKey(headers))).json();
    expect(apiKey).toMatch(/^rw_live_eu2_[0-9A-Za-z]{36}$/);
    const status = await auth.app.inject({ url: '/api/api-key-status', headers });
    expect(status.json().prefix).toBe(apiKey.slice(0, 'rw_live_eu2_1234'.length));
    expect((await auth.ask('api_key', { 'x-api-key': apiKey })).statusCode).toBe(200);
    expect(await checkWithoutCell(apiKey)).toBe(200);
  });

  it('that was made before its cell had a name stays valid', async () => {
    const headers = await signedUp();
    const { apiKey } = (await withoutCell.ask(({ http }) => http.app.inject(newKey(headers)))).json();
    expect(apiKey).toMatch(/^rw_live_[0-9A-Za-z]{36}$/);
    expect((await auth.ask('api_key', { 'x-api-key': apiKey })).statusCode).toBe(200);
    expect(await checkWithoutCell(apiKey)).toBe(200);
  });

  it('with the name of another cell is refused', async () => {
    const { apiKey } = (await auth.app.inject(newKey(await signedUp()))).json();
    for (const other of ['_us1_', '_']) {
      const answer = await auth.ask('api_key', { 'x-api-key': apiKey.replace('_eu2_', other) });
      expect([answer.statusCode, answer.json().error]).toEqual([401, 'API_KEY_INVALID']);
    }
  });

  async function checkWithoutCell(apiKey: string): Promise<number> {
    const headers = { 'x-api-key': apiKey, 'x-auth-audience': 'billing' };
    const asked = { url: '/check/api_key/api/x', headers };
    return (await withoutCell.ask(({ check }) => check.app.inject(asked))).statusCode;
  }
});

describe('the cookie that names the cell', () => {
  const MAX_AGE = 30 * 86_400;
  const login = ({ email, password }: { email: string; password: string }, at: Auth['app'], cookie = '') =>
    at.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password }, headers: { cookie, ...https } });

  it('is set at each sign-up and sign-in for as long as a session may last', async () => {
    const person = auth.newPerson();
    const signUp = await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload: person });
    for (const response of [signUp, await login(person, auth.app)]) {
      expect(linesOf(response, 'cell')).toEqual([`cell=eu2; Max-Age=${MAX_AGE}; Path=/; HttpOnly; SameSite=Lax`]);
    }
  });

  it('[ASVS 3.3.1] is Secure and bound to the host over https', async () => {
    const person = auth.newPerson();
    await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload: person });
    const response = await secure.ask(({ http }) => login(person, http.app));
    expect(linesOf(response, '__Host-cell')).toEqual([
      `__Host-cell=eu2; Max-Age=${MAX_AGE}; Path=/; HttpOnly; Secure; SameSite=Lax`,
    ]);
  });

  it('stays when the person signs out, and signs nobody in', async () => {
    const signUp = await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload: auth.newPerson() });
    const cookie = `${cookieOf(signUp)}; ${cookieOf(signUp, 'cell')}`;
    const signOut = await auth.app.inject({ method: 'POST', url: '/api/auth/logout', headers: { cookie } });
    expect([signOut.statusCode, linesOf(signOut, 'cell')]).toEqual([204, []]);
    expect((await auth.ask('session', { cookie: cookieOf(signUp, 'cell') })).json().error).toBe('SIGNED_OUT');
  });

  it('is not read: a session is checked and a person signs in whatever cell it names', async () => {
    const person = auth.newPerson();
    const signUp = await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload: person });
    const elsewhere = `cell=us1; ${cookieOf(signUp)}`;
    expect((await auth.ask('session', { cookie: elsewhere })).statusCode).toBe(200);
    const response = await login(person, auth.app, elsewhere);
    expect([response.statusCode, cookieOf(response, 'cell')]).toEqual([200, 'cell=eu2']);
  });

  it('is not set without a cell, nor when the password is wrong', async () => {
    const person = auth.newPerson();
    const signUp = { method: 'POST', url: '/api/auth/signup', payload: person } as const;
    const response = await withoutCell.ask(({ http }) => http.app.inject(signUp));
    expect([response.statusCode, linesOf(response, 'cell')]).toEqual([201, []]);
    const wrong = await login({ ...person, password: 'a wrong password' }, auth.app);
    expect([wrong.statusCode, linesOf(wrong, 'cell')]).toEqual([401, []]);
  });
});
