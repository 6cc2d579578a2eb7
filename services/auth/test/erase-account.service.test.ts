import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { events } from '@reelwright/contracts';
import { eventually, tablesNaming } from '@reelwright/testing';
import { sql } from 'kysely';
import { finishPart } from '../src/accounts/receipt.repository.ts';
import { SERVICES } from '../src/accounts/receipt.ts';
import { type Auth, cookieOf, startAuth } from './harness.ts';

const COMMAND = join(import.meta.dirname, '../src/accounts/erase-account-command.ts');

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

/** Runs the command to its end. @returns its exit code, and the one line that it prints */
async function erase(account: Record<string, string>, logLevel = 'info') {
  const { DATABASE_URL, PUBLIC_URL } = auth.config;
  const env = { PATH: process.env.PATH, DATABASE_URL, PUBLIC_URL, LOG_LEVEL: logLevel, ...account };
  const child = spawn(process.execPath, [COMMAND], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [[code], printed, stderr] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  expect(stderr).toBe('');
  return { code, printed, line: JSON.parse(printed) };
}

/** A user with a session, a key and failures at the login. */
async function newcomer() {
  const person = { ...auth.newPerson(), lastName: randomUUID() };
  const { email } = person;
  const signup = await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload: person });
  const userId: string = signup.json().id;
  const headers = await auth.identity.asUser(userId);
  const { apiKey } = (await auth.app.inject({ method: 'POST', url: '/api/generate-api-key', headers })).json();
  await auth.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password: 'not this one' } });
  return { ...person, userId, apiKey, cookie: cookieOf(signup) };
}

const withoutTimes = (receipt: object) =>
  JSON.parse(JSON.stringify(receipt, (name, value) => (name.endsWith('At') ? value && 'a time' : value)));
const receiptOf = async (code: string) => (await auth.app.inject({ url: `/api/account-deletions/${code}` })).json();
const reasonOf = async (userId: string) =>
  auth.db.selectFrom('account_deletions').select('reason').where('user_id', '=', userId).execute();
async function deletionsOf(userId: string) {
  const { rows } = await sql<{ topic: string; payload: object }>`
    select topic, payload from outbox where type = ${events.UserDeleted.name} and key = ${userId}`.execute(auth.db);
  return rows;
}

describe('the command that erases an account', () => {
  it('does what its owner’s own deletion does, with the same event and receipt', async () => {
    const [leaving, writing] = [await newcomer(), await newcomer()];
    const left = await auth.app.inject({
      method: 'DELETE',
      url: '/api/auth/user',
      headers: { cookie: leaving.cookie, ...(await auth.identity.asUser(leaving.userId)) },
      payload: { password: leaving.password },
    });
    const { code, line } = await erase({ ACCOUNT_ID: writing.userId });
    const { receiptCode } = line;
    expect([code, line]).toEqual([
      0,
      {
        userId: writing.userId,
        receiptCode: expect.stringMatching(/^[\w-]{22}$/),
        receiptUrl: `http://localhost:8080/data-deletion?receipt=${receiptCode}`,
      },
    ]);
    const receipt = await receiptOf(receiptCode);
    expect(receipt.parts.map(({ service }: { service: string }) => service)).toEqual([...SERVICES]);
    expect(withoutTimes(receipt)).toEqual(withoutTimes(await receiptOf(left.json().receiptCode)));
    expect(await reasonOf(writing.userId)).toEqual(await reasonOf(leaving.userId));
    const { topic } = events.UserDeleted;
    for (const { userId } of [leaving, writing]) {
      expect(await deletionsOf(userId)).toEqual([{ topic, payload: { userId, revision: 2 } }]);
    }
    expect(await tablesNaming(auth.db, [writing.email, writing.lastName, receiptCode])).toEqual([]);
  });

  it('ends the sessions and the key in the service that runs, and the address is free again', async () => {
    const { userId, email, cookie, apiKey } = await newcomer();
    const asked = async () => [
      (await auth.ask('session', { cookie })).statusCode,
      (await auth.ask('api_key', { 'x-api-key': apiKey })).statusCode,
    ];
    expect(await asked()).toEqual([200, 200]);
    expect(await erase({ ACCOUNT_ID: userId })).toMatchObject({ code: 0 });
    await eventually(async () => expect(await asked()).toEqual([401, 401]));
    const payload = { ...auth.newPerson(), email };
    const again = await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload });
    expect(again.statusCode).toBe(201);
  });

  it('finds the account by its address as a login does, prints its id and not the address, at any log level', async () => {
    const { userId, email } = await newcomer();
    const { code, printed, line } = await erase({ ACCOUNT_EMAIL: ` ${email.toUpperCase()} ` }, 'silent');
    expect([code, line]).toEqual([0, expect.objectContaining({ userId })]);
    expect(printed.toLowerCase()).not.toContain(email);
  });

  it('is refused by no plan, as the owner’s own deletion is not', async () => {
    Object.assign(auth.stubbedServices, { tier: 'elite', billingDown: true });
    const { userId } = await newcomer();
    expect(await erase({ ACCOUNT_ID: userId })).toMatchObject({ code: 0 });
    Object.assign(auth.stubbedServices, { tier: 'free', billingDown: false });
    expect(await deletionsOf(userId)).toHaveLength(1);
  });

  it('deletes no other account', async () => {
    const [goes, stays] = [await newcomer(), await newcomer()];
    await erase({ ACCOUNT_ID: goes.userId });
    expect((await auth.ask('session', { cookie: stays.cookie })).statusCode).toBe(200);
    expect(await deletionsOf(stays.userId)).toEqual([]);
  });

  it('says while services erase the data that this is under way, and afterwards that there is no such account', async () => {
    const { userId, email } = await newcomer();
    const runs = await Promise.all([erase({ ACCOUNT_ID: userId }), erase({ ACCOUNT_ID: userId })]);
    expect(runs.map(({ code }) => code).sort()).toEqual([0, 1]);
    const others = SERVICES.filter((service) => service !== 'auth');
    const finish = (service: string) =>
      auth.db.transaction().execute((trx) => finishPart(trx, { userId, service, erased: [], at: new Date() }));
    for (const service of others.filter((name) => name !== 'drive' && name !== 'billing')) await finish(service);
    expect(await erase({ ACCOUNT_ID: userId })).toMatchObject({
      code: 1,
      line: {
        level: 'fatal',
        code: 'ERASURE_UNDER_WAY',
        msg: expect.stringMatching(
          /^This account was deleted at 20\S+Z\. Services that have not erased its data yet: billing, drive\.$/,
        ),
      },
    });
    for (const service of others) await finish(service);
    for (const account of [{ ACCOUNT_ID: userId }, { ACCOUNT_EMAIL: email }]) {
      expect(await erase(account)).toMatchObject({ code: 1, line: { code: 'NO_SUCH_ACCOUNT' } });
    }
    expect(await deletionsOf(userId)).toHaveLength(1);
  });

  const email = 'nobody@example.com';
  const either = 'ACCOUNT_ID (set either this or ACCOUNT_EMAIL)';
  it.each([
    ['neither an id nor an address', {}, 'SETTINGS_WRONG', `missing settings: ${either}`],
    ['both empty', { ACCOUNT_ID: '', ACCOUNT_EMAIL: '' }, 'SETTINGS_WRONG', `missing settings: ${either}`],
    ['both', { ACCOUNT_ID: '1', ACCOUNT_EMAIL: email }, 'SETTINGS_WRONG', `bad settings: ${either}`],
    ['an id that is no number', { ACCOUNT_ID: '1 or 1=1' }, 'SETTINGS_WRONG', 'bad settings: ACCOUNT_ID'],
    ['an id of nobody', { ACCOUNT_ID: '999999999999999' }, 'NO_SUCH_ACCOUNT', 'There is no such account.'],
    ['an address of nobody', { ACCOUNT_EMAIL: email }, 'NO_SUCH_ACCOUNT', 'There is no such account.'],
    ['what is no address', { ACCOUNT_EMAIL: 'nobody' }, 'INVALID_EMAIL', 'Please enter a valid e-mail address.'],
  ])('ends with 1 and one line of why for %s', async (_what, account, code, words) => {
    const ended = await erase(account);
    expect(ended).toMatchObject({ code: 1, line: { level: 'fatal', service: 'auth', code } });
    expect(ended.line.msg).toContain(words);
    expect(ended.printed).not.toMatch(/nobody|1=1|stack/);
  });
});
