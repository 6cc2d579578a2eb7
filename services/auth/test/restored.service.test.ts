import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { type Auth, cookieOf, startAuth } from './harness.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

/** All events have left the outbox, and the consumers' offsets are committed. */
const settled = () =>
  eventually(async () => {
    const { rows } = await sql<{ settled: boolean }>`
      select not exists (select from outbox o where (o.xid, o.id) > (c.xid, c.id))
             and exists (select from consumer_positions) as settled
        from outbox_cursor c where checked_as is not null`.execute(auth.db);
    expect(rows[0]?.settled).toBe(true);
  });

async function signUp() {
  const person = auth.newPerson();
  const signup = await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload: person });
  return { ...person, status: signup.statusCode, id: Number(signup.json().id), cookie: cookieOf(signup) };
}

it('a restored database reuses no id, recovers new users, removes deleted ones, and ends all sessions', async () => {
  const leaver = await signUp();
  await settled();
  const backup = await auth.backUp();
  const newcomer = await signUp();
  const headers = { cookie: leaver.cookie, ...(await auth.identity.asUser(String(leaver.id))) };
  const payload = { password: leaver.password };
  expect((await auth.app.inject({ method: 'DELETE', url: '/api/auth/user', headers, payload })).statusCode).toBe(202);
  await settled();
  await backup.putBack();
  const next = await eventually(async () => {
    const person = await signUp();
    expect(person.status).toBe(201);
    return person;
  });
  expect(next.id).toBeGreaterThan(newcomer.id);
  const users = await auth.db.selectFrom('users').select(['id', 'email']).orderBy('id').execute();
  expect(users).toEqual([newcomer, next].map(({ id, email }) => ({ id, email })));
  const sessions = await auth.db.selectFrom('sessions').select('user_id').execute();
  expect(sessions.map(({ user_id: id }) => id)).toEqual([next.id]);
  await backup.drop();
});
