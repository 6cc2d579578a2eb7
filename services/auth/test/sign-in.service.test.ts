import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { events } from '@reelwright/contracts';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { type Auth, cookieOf, startAuth } from './harness.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const post = (url: string, payload?: object, headers: Record<string, string> = {}) =>
  auth.app.inject({ method: 'POST', url, ...(payload && { payload }), headers });

describe('signing up', () => {
  it('opens a session that the gateway accepts and names the user in a signed token', async () => {
    const person = auth.newPerson();
    const response = await post('/api/auth/signup', person);
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({ email: person.email, firstName: 'Ada' });

    const check = await auth.ask('session', { cookie: cookieOf(response), 'x-auth-audience': 'auth' });
    expect(check.statusCode).toBe(200);
    const user = await auth.app.inject({
      url: '/api/auth/user',
      headers: { 'x-auth-identity': String(check.headers['x-auth-identity']) },
    });
    expect(user.json()).toMatchObject({ email: person.email, subscriptionTier: 'free', videosUsedThisMonth: 1 });
  });

  it('publishes UserRegistered once, in the same transaction as the account', async () => {
    const person = auth.newPerson();
    await post('/api/auth/signup', person);
    const { rows } = await sql<{ payload: { email: string } }>`
      select payload from outbox where type = ${events.UserRegistered.name} and payload->>'email' = ${person.email}`.execute(
      auth.db,
    );
    expect(rows).toHaveLength(1);
  });

  it('publishes the event to Kafka', async () => {
    const person = auth.newPerson();
    const seen: string[] = [];
    const consumer = auth.kafka.kafka.consumer({ groupId: `${auth.kafka.prefix}reader` });
    await consumer.connect();
    await consumer.subscribe({ topic: auth.kafka.prefix + events.UserRegistered.topic, fromBeginning: true });
    await consumer.run({
      eachMessage: async ({ message }) => {
        if (message.value) seen.push(events.UserRegistered.codec.decode(message.value).email);
      },
    });
    await post('/api/auth/signup', person);
    await eventually(() => expect(seen).toContain(person.email));
    await consumer.disconnect();
  });

  it('refuses an e-mail that has an account, ignoring case', async () => {
    const person = auth.newPerson();
    await post('/api/auth/signup', person);
    const other = { ...person, email: person.email.toUpperCase(), password: 'another good password' };
    const again = await post('/api/auth/signup', other);
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({ error: 'EMAIL_TAKEN' });
  });

  it('signs in a user who signs up again because the first answer was lost', async () => {
    const person = auth.newPerson();
    const first = await post('/api/auth/signup', person);
    const again = await post('/api/auth/signup', person);
    expect([first.statusCode, first.json().isNew]).toEqual([201, true]);
    expect([again.statusCode, again.json()]).toEqual([200, { ...first.json(), isNew: false }]);
    expect((await auth.ask('session', { cookie: cookieOf(again) })).statusCode).toBe(200);
    const { rows } = await sql`select 1 from users where email = ${person.email}`.execute(auth.db);
    expect(rows).toHaveLength(1);
  });

  it('[ASVS 6.3.1] is throttled like a login', async () => {
    const person = auth.newPerson();
    await post('/api/auth/signup', person);
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess++)
      statuses.push((await post('/api/auth/signup', { ...person, password: `a wrong password ${guess}` })).statusCode);
    expect(statuses).toEqual([409, 409, 409, 409, 409, 429]);
  });

  it.each([
    ['a short password', { password: 'short' }, 'PASSWORD_TOO_SHORT'],
    ['an e-mail without a host', { email: 'ada@' }, 'INVALID_EMAIL'],
    ['a comma in an e-mail', { email: 'x,1@example.com' }, 'INVALID_EMAIL'],
    ['a first name with direction marks', { firstName: 'Ada\u202ex' }, 'INVALID_FIRST_NAME'],
    ['a last name of two lines', { lastName: 'By\u2028ron' }, 'INVALID_LAST_NAME'],
    ['a field it does not know', { subscriptionTier: 'elite' }, 'VALIDATION_FAILED'],
    ['a number for a name', { firstName: 7 }, 'VALIDATION_FAILED'],
    ['a null byte in a name', { firstName: 'a\u0000b' }, 'BROKEN_TEXT'],
    ['an unpaired surrogate in a name', { lastName: '\ud800' }, 'BROKEN_TEXT'],
  ])('refuses %s and writes nothing', async (_what, change, code) => {
    const person = { ...auth.newPerson(), ...change };
    const response = await post('/api/auth/signup', person);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: code, message: expect.any(String) });
    const rows = await auth.db.selectFrom('users').select('id').where('email', '=', String(person.email)).execute();
    expect(rows).toHaveLength(0);
  });

  it('[ASVS 11.4.2] keeps neither the password nor the session id in the database', async () => {
    const person = auth.newPerson();
    const response = await post('/api/auth/signup', person);
    const sid = decodeURIComponent(cookieOf(response).slice(4)).split('.')[0] ?? 'none';
    const { rows } = await sql<{ found: string }>`
      select u::text as found from users u union all select s::text from sessions s`.execute(auth.db);
    const everything = rows.map((row) => row.found).join('\n');
    expect(everything).not.toContain(person.password);
    expect(everything).not.toContain(sid);
  });
});

describe('signing in', () => {
  it('[ASVS 7.2.4] starts a new session and ends the old one', async () => {
    const person = auth.newPerson();
    const before = cookieOf(await post('/api/auth/signup', person));
    const response = await post(
      '/api/auth/login',
      { email: person.email, password: person.password },
      { cookie: before },
    );
    expect(response.statusCode).toBe(200);
    expect(cookieOf(response)).not.toBe(before);
    expect((await auth.ask('session', { cookie: before })).statusCode).toBe(401);
    expect((await auth.ask('session', { cookie: cookieOf(response) })).statusCode).toBe(200);
  });

  it('limits its cookie by Max-Age, whatever the clocks show', async () => {
    const begun = await post('/api/auth/signup', auth.newPerson());
    expect([begun.headers['set-cookie']].flat()).toContainEqual(
      expect.stringMatching(/^sid=[^;]+;.*; Max-Age=2592000$/),
    );
    const ended = await post('/api/auth/logout', undefined, { cookie: cookieOf(begun) });
    expect(String(ended.headers['set-cookie'] ?? '')).not.toContain('Max-Age=2592000');
  });

  it.each([
    ['nope', 'whatever it is', 'INVALID_EMAIL', 'Please enter a valid e-mail address.'],
    ['', 'whatever it is', 'INVALID_EMAIL', 'Please enter a valid e-mail address.'],
    [undefined, 'whatever it is', 'VALIDATION_FAILED', 'email is required.'],
    ['ada@example.com', '', 'VALIDATION_FAILED', 'password is required.'],
    ['ada@example.com', undefined, 'VALIDATION_FAILED', 'password is required.'],
    ['ada@example.com', 7, 'VALIDATION_FAILED', 'password must be text.'],
  ])('asks for an e-mail address and a password: %j with %j', async (email, password, error, message) => {
    const response = await post('/api/auth/login', { email, password });
    expect([response.statusCode, response.json()]).toMatchObject([400, { error, message }]);
  });

  it('[ASVS 6.3.8] gives the same answer for a wrong password and an unknown account', async () => {
    const person = auth.newPerson();
    await post('/api/auth/signup', person);
    const wrong = await post('/api/auth/login', { email: person.email, password: 'not this one' });
    const unknown = await post('/api/auth/login', { email: auth.newPerson().email, password: 'not this one' });
    expect(wrong.statusCode).toBe(401);
    expect(Object.assign(wrong.json(), { requestId: '' })).toEqual(Object.assign(unknown.json(), { requestId: '' }));
  });
});

describe('signing out', () => {
  it('[ASVS 7.4.1] ends the session before the next request', async () => {
    const cookie = cookieOf(await post('/api/auth/signup', auth.newPerson()));
    expect((await auth.ask('session', { cookie })).statusCode).toBe(200);
    expect((await post('/api/auth/logout', undefined, { cookie })).statusCode).toBe(204);
    const after = await auth.ask('session', { cookie });
    expect(after.statusCode).toBe(401);
    expect(after.json()).toMatchObject({ error: 'SIGNED_OUT' });
  });

  it('[ASVS 3.5.3] does not follow a link on another site', async () => {
    const cookie = cookieOf(await post('/api/auth/signup', auth.newPerson()));
    await auth.app.inject({ url: '/api/logout', headers: { cookie, 'sec-fetch-site': 'cross-site' } });
    expect((await auth.ask('session', { cookie })).statusCode).toBe(200);
  });

  it('[ASVS 3.5.1] is refused when another site posts it', async () => {
    const cookie = cookieOf(await post('/api/auth/signup', auth.newPerson()));
    const response = await post('/api/auth/logout', undefined, { cookie, 'sec-fetch-site': 'cross-site' });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ error: 'CROSS_SITE_REQUEST' });
    expect((await auth.ask('session', { cookie })).statusCode).toBe(200);
  });
});

describe('the gateway check', () => {
  it('distinguishes an expired session from a missing one', async () => {
    const cookie = cookieOf(await post('/api/auth/signup', auth.newPerson()));
    await sql`update sessions set expire = clock_timestamp() - interval '1 second'`.execute(auth.db);
    const ended = await auth.ask('session', { cookie });
    expect(ended.statusCode).toBe(401);
    expect(ended.json()).toMatchObject({ error: 'SESSION_EXPIRED' });
  });

  it.each(['sid=', 'sid=abc', 'sid=abc.def', 'sid=%E0%A4%A', 'other=1'])(
    '[ASVS 7.2.1] refuses the cookie %s',
    async (cookie) => {
      const response = await auth.ask('session', { cookie });
      expect(response.statusCode).toBe(401);
      expect(response.headers['x-auth-identity']).toBeUndefined();
    },
  );

  it('lets a visitor pass where a session is optional, without an identity', async () => {
    const response = await auth.ask('optional', {});
    expect(response.statusCode).toBe(200);
    expect(response.headers['x-auth-identity']).toBeUndefined();
  });

  it('answers an unreadable address with its own error', async () => {
    const response = await auth.check.app.inject({ url: '/check/session/api/%ff' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({
      error: 'BAD_REQUEST',
      message: 'The request is not valid.',
      requestId: expect.any(String),
    });
  });

  it('refuses a policy it does not know', async () => {
    expect((await auth.ask('everyone', {})).statusCode).toBe(403);
  });
});
