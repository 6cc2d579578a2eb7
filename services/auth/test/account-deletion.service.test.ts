import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AccountErased, events } from '@reelwright/contracts';
import { createPublisher } from '@reelwright/kafka';
import { silentLogger as logger } from '@reelwright/logger';
import { createListener } from '@reelwright/postgres';
import { eventually, tablesNaming } from '@reelwright/testing';
import { sql } from 'kysely';
import { SERVICES } from '../src/accounts/receipt.ts';
import { type Auth, cookieOf, startAuth } from './harness.ts';

let auth: Auth;
let outside: ReturnType<typeof createPublisher>;
beforeAll(async () => {
  auth = await startAuth();
  const { connection, prefix: topicPrefix } = auth.kafka;
  outside = createPublisher({ ...connection, clientId: 'neighbours', logger, topicPrefix });
});
afterAll(async () => {
  await outside.stop();
  await auth.stop();
});

/** A new signed-in user: the id, and the headers that the gateway would send. */
async function newcomer() {
  const person = { ...auth.newPerson(), lastName: randomUUID() };
  const signup = await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload: person });
  const cookie = cookieOf(signup);
  const userId: string = signup.json().id;
  return { ...person, userId, cookie, headers: { cookie, ...(await auth.identity.asUser(userId)) } };
}
type Newcomer = Awaited<ReturnType<typeof newcomer>>;

const failToSignIn = (email: string) =>
  auth.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password: 'not this one' },
    headers: { 'x-forwarded-for': '10.8.0.1' },
  });
const leave = ({ headers }: Pick<Newcomer, 'headers'>, payload?: object) =>
  auth.app.inject({ method: 'DELETE', url: '/api/auth/user', headers, ...(payload && { payload }) });
const receiptOf = (code: string) => auth.app.inject({ url: `/api/account-deletions/${code}` });

async function answer(userId: string, service: string, count: number, id?: string) {
  await announce(userId, service, [{ kind: 'plan', count }], id);
}

type Items = AccountErased['items'];
async function announce(userId: string, service: string, items: Items, id: string = randomUUID()) {
  const { codec, topic, name } = events.AccountErased;
  const erasedAt = new Date('2026-11-22T09:00:00Z');
  const value = codec.encode({ userId, service, items, erasedAt }).finish();
  const headers = { 'event-id': id, 'event-type': name, 'occurred-at': erasedAt.toISOString() };
  await outside.publish([{ topic, key: userId, value, headers }]);
}

describe('an owner who deletes the account', () => {
  it('is signed out everywhere, the API key ends, and all rows of the user are erased', async () => {
    const person = await newcomer();
    const elsewhere = await auth.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: person.email, password: person.password },
    });
    const { apiKey } = (
      await auth.app.inject({ method: 'POST', url: '/api/generate-api-key', headers: person.headers })
    ).json();
    // From another address, because the right password resets the failures of its own.
    await failToSignIn(person.email);
    for (const cookie of [person.cookie, cookieOf(elsewhere)]) {
      expect((await auth.ask('session', { cookie })).statusCode).toBe(200);
    }
    expect((await auth.ask('api_key', { 'x-api-key': apiKey })).statusCode).toBe(200);

    const left = await leave(person, { password: person.password });
    expect(left.statusCode).toBe(202);
    expect(left.json()).toEqual({ receiptCode: expect.stringMatching(/^[\w-]{22}$/) });
    expect(String(left.headers['set-cookie'])).toMatch(/^sid=;/);
    expect((await auth.ask('api_key', { 'x-api-key': apiKey })).statusCode).toBe(401);
    for (const cookie of [person.cookie, cookieOf(elsewhere)]) {
      await eventually(async () => expect((await auth.ask('session', { cookie })).statusCode).toBe(401));
    }
    expect(await tablesNaming(auth.db, [person.email, person.lastName])).toEqual([]);
    const payload = { ...auth.newPerson(), email: person.email };
    const again = await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload });
    expect(again.statusCode).toBe(201);
  });

  it('[ASVS 7.4.2] ends every session in every other process', async () => {
    const person = await newcomer();
    const { rows } = await sql<{ sid: string }>`select sid from sessions where user_id = ${person.userId}`.execute(
      auth.db,
    );
    const received: string[] = [];
    const line = createListener({
      url: auth.config.DATABASE_URL,
      channel: 'session_ended',
      name: 'another process',
      logger,
      onMessage: (sid) => received.push(sid),
      onUp: () => undefined,
      onDown: () => undefined,
    });
    await line.start();
    await leave(person, { password: person.password });
    await eventually(() => expect(received).toEqual(rows.map(({ sid }) => sid)));
    await line.stop();
  });

  it('publishes UserDeleted once, in the transaction that erases', async () => {
    const person = await newcomer();
    await leave(person, { password: person.password });
    const { rows } = await sql<{ payload: object }>`
      select payload from outbox where type = ${events.UserDeleted.name} and key = ${person.userId}`.execute(auth.db);
    expect(rows).toEqual([{ payload: { userId: person.userId, revision: 2 } }]);
    expect((await leave(person, { password: person.password })).json()).toMatchObject({ error: 'SIGNED_OUT' });
  });

  it.each([
    ['a wrong password', { password: 'not this one' }, 'WRONG_PASSWORD'],
    ['no password', {}, 'WRONG_PASSWORD'],
    ['no body', undefined, 'WRONG_PASSWORD'],
    ['a password that is no string', { password: { $ne: '' } }, 'VALIDATION_FAILED'],
    ['somebody else’s id', { password: 'correct horse battery', userId: '1' }, 'VALIDATION_FAILED'],
  ])('is refused with %s, and the account stays', async (_what, payload, code) => {
    const person = await newcomer();
    const refused = await leave(person, payload);
    expect([refused.statusCode, refused.json().error]).toEqual([400, code]);
    expect((await auth.ask('session', { cookie: person.cookie })).statusCode).toBe(200);
  });

  it('[ASVS 2.4.1] is throttled after wrong passwords like a login', async () => {
    const person = await newcomer();
    await sql`delete from failed_attempts`.execute(auth.db);
    const guess = () => leave(person, { password: randomUUID() });
    for (let tries = 0; tries < 5; tries += 1) expect((await guess()).statusCode).toBe(400);
    expect((await guess()).json()).toMatchObject({ error: 'TOO_MANY_ATTEMPTS' });
    await sql`delete from failed_attempts`.execute(auth.db);
  });

  it('does not wait for failures of others at the same address', async () => {
    const person = await newcomer();
    for (let accounts = 0; accounts < 20; accounts += 1) await failToSignIn(auth.newPerson().email);
    expect((await failToSignIn(auth.newPerson().email)).statusCode).toBe(429);
    const headers = { ...person.headers, 'x-forwarded-for': '10.8.0.1' };
    expect((await leave({ headers }, { password: person.password })).statusCode).toBe(202);
    await sql`delete from failed_attempts`.execute(auth.db);
  });

  it('[ASVS 7.5.1] without a password must have signed in within ten minutes', async () => {
    const person = await newcomer();
    await sql`update users set password_hash = null, google_sub = ${randomUUID()} where id = ${person.userId}`.execute(
      auth.db,
    );
    await sql`update sessions set sess = sess || jsonb_build_object('signedInAt', clock_timestamp() - interval '11 minutes')
      where user_id = ${person.userId}`.execute(auth.db);
    await eventually(async () => {
      const refused = await leave(person);
      expect([refused.statusCode, refused.json().error]).toEqual([403, 'SIGN_IN_AGAIN']);
    });
    await sql`update sessions set sess = sess || jsonb_build_object('signedInAt', clock_timestamp())
      where user_id = ${person.userId}`.execute(auth.db);
    await failToSignIn(person.email);
    await eventually(async () => expect((await leave(person)).statusCode).toBe(202));
    expect(await tablesNaming(auth.db, [person.email, person.lastName])).toEqual([]);
  });

  it('[ASVS 8.2.2] deletes no other account', async () => {
    const [goes, stays] = [await newcomer(), await newcomer()];
    await leave(goes, { password: goes.password });
    expect((await auth.ask('session', { cookie: stays.cookie })).statusCode).toBe(200);
    // The gateway's header identifies the caller; another user's cookie proves no recent sign-in.
    await sql`update users set password_hash = null, google_sub = ${randomUUID()} where id = ${stays.userId}`.execute(
      auth.db,
    );
    const thief = await newcomer();
    const headers = { ...(await auth.identity.asUser(stays.userId)), cookie: thief.cookie };
    expect((await leave({ headers })).json()).toMatchObject({ error: 'SIGNED_OUT' });
  });

  it('[ASVS 3.5.1] cannot be triggered by another site', async () => {
    const person = await newcomer();
    const headers = { ...person.headers, 'sec-fetch-site': 'cross-site' };
    expect((await leave({ headers }, { password: person.password })).statusCode).toBe(403);
    expect((await auth.ask('session', { cookie: person.cookie })).statusCode).toBe(200);
  });
});

describe('the receipt', () => {
  it('lists every service, finished when its event arrives, in any order and also twice', async () => {
    const person = await newcomer();
    const { receiptCode } = (await leave(person, { password: person.password })).json();
    const open = (await receiptOf(receiptCode)).json();
    expect(open).toMatchObject({ finishedAt: null });
    expect(open.parts.map(({ service }: { service: string }) => service)).toEqual([...SERVICES]);
    expect(open.parts[0]).toMatchObject({ service: 'auth', finishedAt: expect.any(String) });
    expect(open.parts[0].erased).toContainEqual({ kind: 'session', count: 1, text: '1 sign-in' });

    const others = SERVICES.filter((service) => service !== 'auth').reverse();
    const id = randomUUID();
    await answer(person.userId, 'billing', 3, id);
    await answer(person.userId, 'billing', 3, id);
    await answer(person.userId, 'billing', 0); // a second event under another id; the first one counts
    await answer(person.userId, 'nobody', 1);
    for (const [index, service] of others.entries())
      if (service !== 'billing') await answer(person.userId, service, index);
    await eventually(async () => {
      expect((await receiptOf(receiptCode)).json()).toMatchObject({ finishedAt: '2026-11-22T09:00:00.000Z' });
    });
    const { parts } = (await receiptOf(receiptCode)).json();
    expect(parts).toHaveLength(SERVICES.length);
    expect(parts[1]).toEqual({
      service: 'billing',
      finishedAt: '2026-11-22T09:00:00.000Z',
      erased: [{ kind: 'plan', count: 3, text: '3 plans' }],
    });
  });

  it('counts kinds that it does not know together, in its own language', async () => {
    const person = await newcomer();
    const { receiptCode } = (await leave(person, { password: person.password })).json();
    await announce(person.userId, 'generation', [
      { kind: 'hologram', count: 4 },
      { kind: 'video_file', count: 12 },
      { kind: '', count: 1 }, // from a version that sent a text
    ]);
    await eventually(async () => {
      const receipt = await receiptOf(receiptCode);
      expect(receipt.json().parts[3]).toMatchObject({
        service: 'generation',
        erased: [
          { kind: 'other_record', count: 5, text: '5 other records' },
          { kind: 'video_file', count: 12, text: '12 video files' },
        ],
      });
      expect(receipt.headers['content-language']).toBe('en-US');
    });
  });

  it('holds no personal data and not its code; once all parts are finished, not even the user’s id', async () => {
    const person = await newcomer();
    const { receiptCode } = (await leave(person, { password: person.password })).json();
    expect(await tablesNaming(auth.db, [receiptCode, person.email, person.lastName])).toEqual([]);
    for (const service of SERVICES) await answer(person.userId, service, 0);
    await eventually(async () => {
      const rows = auth.db.selectFrom('account_deletions').select('user_id').where('user_id', '=', person.userId);
      expect(await rows.execute()).toEqual([]);
    });
    expect(Object.keys((await receiptOf(receiptCode)).json()).sort()).toEqual(['finishedAt', 'parts', 'requestedAt']);
  });

  it.each(['AAAAAAAAAAAAAAAAAAAAAA', 'x', '__proto__', '%F0%9F%90%A1', "'%20or%201=1--"])(
    'is not found for the code %s',
    async (code) => {
      const reply = await receiptOf(code);
      expect([reply.statusCode, reply.json().error]).toEqual([404, 'RECEIPT_NOT_FOUND']);
    },
  );
});
