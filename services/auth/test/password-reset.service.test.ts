import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@reelwright/testing';
import { sql, type Transaction } from 'kysely';
import type { AuthDatabase } from '../src/database.ts';
import { type Auth, cookieOf, startAuth } from './harness.ts';
import { startMailbox, tokenIn } from './mailbox.ts';

let auth: Auth;
let mailbox: Awaited<ReturnType<typeof startMailbox>>;
beforeAll(async () => {
  mailbox = await startMailbox();
  auth = await startAuth(mailbox.settings);
});
afterAll(async () => {
  await auth.stop();
  await mailbox.stop();
});

const NEW = 'a whole new passphrase';
let asked = 0;
const post = (url: string, payload: object, address?: string) =>
  auth.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'x-forwarded-for': address ?? `10.6.${Math.floor(++asked / 250)}.${asked % 250}` },
  });
const forgotten = (email: string, address?: string) => post('/api/auth/password/forgotten', { email }, address);
const reset = (token: string, password = NEW) => post('/api/auth/password/reset', { token, password });
const login = (email: string, password: string) => post('/api/auth/login', { email, password });

async function signedUp() {
  const person = auth.newPerson();
  const response = await post('/api/auth/signup', person);
  return { ...person, id: Number(response.json().id), cookie: cookieOf(response) };
}

/** Requests a link and reads it from the mailbox. */
async function tokenFor(email: string, count = 1): Promise<string> {
  expect((await forgotten(email)).statusCode).toBe(204);
  return tokenIn((await mailbox.newest(email, count)).text);
}

const noMailWaits = () =>
  eventually(async () => {
    expect(await auth.db.selectFrom('mails').select('id').where('state', '=', 'waiting').execute()).toEqual([]);
  });

describe('a forgotten password', () => {
  it('is reset with the link from the mail, and its owner gets a notice', async () => {
    const someone = await signedUp();
    expect((await auth.app.inject({ url: '/api/auth/options' })).json()).toEqual({
      passwordReset: true,
      contactForm: false,
    });
    const token = await tokenFor(someone.email.toUpperCase().toLowerCase());
    expect((await reset(token)).statusCode).toBe(204);
    expect((await login(someone.email, NEW)).statusCode).toBe(200);
    expect((await login(someone.email, someone.password)).statusCode).toBe(401);
    expect((await mailbox.newest(someone.email, 2)).subject).toContain('password was changed');
  });

  it('[ASVS 7.4.3] is reset and every session ends', async () => {
    const someone = await signedUp();
    const token = await tokenFor(someone.email);
    expect((await auth.ask('session', { cookie: someone.cookie })).statusCode).toBe(200);
    await reset(token);
    expect((await auth.ask('session', { cookie: someone.cookie })).statusCode).toBe(401);
  });

  it('is reset, the address counts as verified, and an earlier API key ends', async () => {
    const someone = await signedUp();
    const headers = await auth.identity.asUser(String(someone.id));
    const { apiKey } = (await auth.app.inject({ method: 'POST', url: '/api/generate-api-key', headers })).json();
    const token = await tokenFor(someone.email);
    expect((await auth.ask('api_key', { 'x-api-key': apiKey })).statusCode).toBe(200);
    await reset(token);
    expect((await auth.ask('api_key', { 'x-api-key': apiKey })).statusCode).toBe(401);
    const user = (await auth.app.inject({ url: '/api/auth/user', headers })).json();
    expect(user).toMatchObject({ emailVerified: true });
    expect((await auth.app.inject({ url: '/api/api-key-status', headers })).json()).toMatchObject({ hasKey: false });
  });

  it('[ASVS 6.4.3] is set once with each link', async () => {
    const someone = await signedUp();
    const token = await tokenFor(someone.email);
    const both = await Promise.all([reset(token, 'first of two passwords'), reset(token, 'second of two passwords')]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([204, 400]);
    expect((await reset(token)).json()).toMatchObject({ error: 'RESET_LINK_INVALID' });
  });

  it('[ASVS 6.4.3] is not set with a link older than an hour', async () => {
    const someone = await signedUp();
    const token = await tokenFor(someone.email);
    const { rows } = await sql<{ seconds: number }>`select extract(epoch from expires_at - created_at)::int as seconds
      from password_resets where user_id = ${someone.id}`.execute(auth.db);
    expect(rows).toEqual([{ seconds: 3600 }]);
    await sql`update password_resets set expires_at = clock_timestamp() - interval '1 second'
      where user_id = ${someone.id}`.execute(auth.db);
    expect((await reset(token)).json()).toMatchObject({ error: 'RESET_LINK_INVALID' });
    expect((await login(someone.email, someone.password)).statusCode).toBe(200);
  });

  it('[ASVS 6.4.3] is set with the newest link alone', async () => {
    const someone = await signedUp();
    const first = await tokenFor(someone.email);
    const second = await tokenFor(someone.email, 2);
    expect((await reset(first)).json()).toMatchObject({ error: 'RESET_LINK_INVALID' });
    expect((await reset(second)).statusCode).toBe(204);
  });

  it('cannot be set to one that the rule refuses, and the link stays valid', async () => {
    const someone = await signedUp();
    const token = await tokenFor(someone.email);
    expect((await reset(token, 'iloveyou1')).json()).toMatchObject({ error: 'PASSWORD_COMMON' });
    expect((await reset(token, someone.email)).json()).toMatchObject({ error: 'PASSWORD_COMMON' });
    expect((await reset(token, 'x'.repeat(129))).json()).toMatchObject({ error: 'PASSWORD_TOO_LONG' });
    expect((await reset(token)).statusCode).toBe(204);
  });

  it('cannot be reset with a link from before its owner changed it', async () => {
    const someone = await signedUp();
    const token = await tokenFor(someone.email);
    const headers = { cookie: someone.cookie, ...(await auth.identity.asUser(String(someone.id))) };
    const payload = { currentPassword: someone.password, newPassword: NEW };
    expect(
      (await auth.app.inject({ method: 'POST', url: '/api/auth/password/change', payload, headers })).statusCode,
    ).toBe(204);
    expect((await reset(token, 'yet another passphrase')).json()).toMatchObject({ error: 'RESET_LINK_INVALID' });
  });

  it.each(['', 'x', 'A'.repeat(43), 'é'.repeat(43), '__proto__'])('is not set with the token "%s"', async (token) => {
    const answer = await reset(token);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: 'RESET_LINK_INVALID' });
  });
});

describe('requesting a link', () => {
  it('does not deadlock with a deletion, which locks the account and then its mails', async () => {
    const someone = await signedUp();
    await auth.db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', someone.id).forUpdate().execute();
      await forgotten(someone.email);
      await eventually(async () => {
        const { rows } = await sql`select 1 from pg_locks l join pg_stat_activity a using (pid)
          where not l.granted and a.datname = current_database()`.execute(auth.db);
        expect(rows).toHaveLength(1); // the mailer waits for the account
      });
      await sql`set local lock_timeout = '500ms'`.execute(trx);
      await trx.deleteFrom('mails').where('to_address', '=', someone.email).execute();
    });
    await noMailWaits();
    expect(mailbox.mailsTo(someone.email)).toEqual([]);
  });

  it('[ASVS 6.3.8] has the same answer and the same work with and without an account', async () => {
    const someone = await signedUp();
    const stranger = auth.newPerson().email;
    const [known, unknown] = [await forgotten(someone.email), await forgotten(stranger)];
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
    expect(known.statusCode).toBe(204);
    await mailbox.newest(someone.email);
    await noMailWaits();
    expect(mailbox.mailsTo(stranger)).toEqual([]);
    const kept = await auth.db.selectFrom('mails').select('id').where('to_address', '=', stranger).execute();
    expect(kept).toEqual([]);
  });

  it('sends at most three mails an hour to an account, with the same answer', async () => {
    const someone = await signedUp();
    for (let index = 1; index <= 5; index += 1) {
      expect((await forgotten(someone.email)).statusCode).toBe(204);
      if (index <= 3) await mailbox.newest(someone.email, index);
    }
    await noMailWaits();
    expect(mailbox.mailsTo(someone.email)).toHaveLength(3);
    const newest = mailbox.mailsTo(someone.email)[0]?.text ?? '';
    expect((await reset(tokenIn(newest))).statusCode).toBe(204);
  });

  it('[ASVS 2.4.1] makes an address wait after several requests', async () => {
    const answers: number[] = [];
    for (let index = 0; index < 6; index += 1) {
      answers.push((await forgotten(auth.newPerson().email, '10.7.0.1')).statusCode);
    }
    expect(answers).toEqual([204, 204, 204, 204, 204, 429]);
  });

  it('[ASVS 2.4.1] counts an IPv6 network as one, and answers with Retry-After', async () => {
    for (let host = 1; host <= 5; host += 1) await forgotten(auth.newPerson().email, `2001:db8:6:6::${host}`);
    const refused = await forgotten(auth.newPerson().email, '2001:db8:6:6:ffff::1');
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await forgotten(auth.newPerson().email, '2001:db8:6:7::1')).statusCode).toBe(204);
  });

  it('is refused for an invalid e-mail', async () => {
    const answer = await forgotten('ada@');
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: 'INVALID_EMAIL' });
  });

  it('[ASVS 14.2.1] puts the secret into the fragment, and stores only its hash', async () => {
    const someone = await signedUp();
    const token = await tokenFor(someone.email);
    const { text } = await mailbox.newest(someone.email);
    expect(text).toContain(`http://localhost:8080/auth/reset-password#token=${token}`);
    const { rows } = await sql<{ found: string }>`select m::text as found from mails m
      union all select r::text from password_resets r`.execute(auth.db);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ found }) => found).join('\n')).not.toContain(token);
  });
});

describe('a sign-in with the old password while a new one is being set', () => {
  /** Changes the user in a transaction that commits once a sign-in waits for it. */
  async function signInDuring(change: (trx: Transaction<AuthDatabase>, userId: number) => Promise<void>) {
    const someone = await signedUp();
    return auth.db.transaction().execute(async (trx) => {
      await sql`select 1 from users where id = ${someone.id} for update`.execute(trx);
      await change(trx, someone.id);
      const answer = login(someone.email, someone.password);
      await eventually(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(auth.db);
        expect(rows).not.toEqual([]);
      });
      return { someone, answer };
    });
  }

  it('[ASVS 7.4.3] starts no session that outlives the change', async () => {
    const { someone, answer } = await signInDuring(async (trx, id) => {
      await sql`update users set password_hash = 'another' where id = ${id}`.execute(trx);
      await sql`delete from sessions where user_id = ${id}`.execute(trx);
    });
    expect((await answer).statusCode).toBe(401);
    expect([(await answer).headers['set-cookie'] ?? []].flat().filter((line) => /^sid=[^;]/.test(line))).toEqual([]);
    expect(await auth.db.selectFrom('sessions').select('sid').where('user_id', '=', someone.id).execute()).toEqual([]);
  });

  it('is refused when the account is deleted meanwhile', async () => {
    const { answer } = await signInDuring(async (trx, id) => {
      await sql`delete from users where id = ${id}`.execute(trx);
    });
    expect((await answer).statusCode).toBe(401);
  });
});
