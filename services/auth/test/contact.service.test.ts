import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger, silentLogger } from '@reelwright/logger';
import { createDatabase } from '@reelwright/postgres';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { sweep } from '../src/housekeeping.ts';
import { type Auth, cookieOf, startAuth } from './harness.ts';
import { startMailbox } from './mailbox.ts';

const CONTACT_EMAIL = 'support@reelwright.test';
const lines: string[] = [];
const log = new Writable({
  write(line, _encoding, done) {
    lines.push(String(line));
    done();
  },
});

let auth: Auth;
let mailbox: Awaited<ReturnType<typeof startMailbox>>;
beforeAll(async () => {
  mailbox = await startMailbox();
  const logger = createLogger({ service: 'auth', level: 'trace' }, log);
  auth = await startAuth({ ...mailbox.settings, CONTACT_EMAIL }, logger);
});
afterAll(async () => {
  await auth.stop();
  await mailbox.stop();
});
beforeEach(() => sql`delete from contact_attempts`.execute(auth.db));

/** A unique message. */
const message = (change: object = {}) => ({
  id: randomUUID(),
  name: 'Ada Byron',
  email: 'ada@example.com',
  topic: 'takedown',
  message: `My song is in one of your videos. ${randomUUID()}`,
  ...change,
});
const send = (payload: object, headers: Record<string, string> = { 'x-forwarded-for': '203.0.113.7' }) =>
  auth.app.inject({ method: 'POST', url: '/api/contact', payload, headers });
const arrived = (text: string) => mailbox.mailsTo(CONTACT_EMAIL).filter((mail) => mail.text.includes(text));
const rowsOf = async (text: string) =>
  (
    await sql<{ id: string }>`select id from mails where kind = 'contact' and details->>'message' = ${text}`.execute(
      auth.db,
    )
  ).rows;

/**
 * Sends `count` requests that all wait for a lock before the first continues. Must be fewer than the connections of the
 * service's pool.
 */
async function allAtOnce<Answer>(count: number, request: () => Promise<Answer>): Promise<Answer[]> {
  const holder = createDatabase({ url: auth.config.DATABASE_URL, logger: silentLogger, applicationName: 'holder' });
  const requests = await holder.db.transaction().execute(async (trx) => {
    await sql`lock table contact_attempts in share mode`.execute(trx);
    const begun = Array.from({ length: count }, request);
    await eventually(async () => {
      const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(holder.db);
      expect(rows[0]?.waiting).toBe(count);
    });
    return begun;
  });
  await holder.stop();
  return Promise.all(requests);
}

async function signedUp() {
  const person = auth.newPerson();
  const response = await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload: person });
  const userId = String(response.json().id);
  return { ...person, userId, cookie: cookieOf(response), headers: await auth.identity.asUser(userId) };
}

describe('POST /api/contact', () => {
  it('accepts 4,000 characters of any script, also when each is escaped', async () => {
    const text = '一'.repeat(4_000);
    const escaped = JSON.stringify(message({ message: text })).replaceAll('一', '\\u4e00');
    expect(escaped.length).toBeGreaterThan(24_000);
    const response = await auth.app.inject({
      method: 'POST',
      url: '/api/contact',
      payload: escaped,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
    });
    expect([response.statusCode, response.json()]).toEqual([202, { ok: true }]);
    expect(await rowsOf(text)).toHaveLength(1);
  });

  it('mails a message to the operator, with the sender as Reply-To', async () => {
    expect((await auth.app.inject({ url: '/api/auth/options' })).json()).toMatchObject({ contactForm: true });
    const sent = message();
    const response = await send(sent);
    expect([response.statusCode, response.json()]).toEqual([202, { ok: true }]);
    const [mail] = await eventually(async () => {
      const found = arrived(sent.message);
      expect(found).toHaveLength(1);
      return found;
    });
    expect(mail).toMatchObject({
      to: CONTACT_EMAIL,
      from: 'hello@reelwright.test',
      replyTo: 'ada@example.com',
      subject: 'Contact: Takedown request',
    });
    expect(mail?.text).toContain('From: Ada Byron <ada@example.com>');
    expect(mail?.text).toContain('not signed in');
    // Nothing is sent to the sender, whose address is not verified.
    expect(mailbox.mailsTo('ada@example.com')).toEqual([]);
  });

  it('sends a repeated submission once, also when both come at the same time', async () => {
    const sent = message();
    const answers = await Promise.all([send(sent), send(sent), send(sent)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202]);
    expect(await rowsOf(sent.message)).toHaveLength(1);
    for (let times = 0; times < 4; times += 1) expect((await send(sent)).statusCode).toBe(202);
    expect((await send(message())).statusCode).toBe(202);
  });

  it('[ASVS 1.3.11] lets no sender inject headers by address or name', async () => {
    const injected = 'ada@example.com\r\nBcc: victim@example.com';
    for (const email of [injected, 'ada@example.com, victim@example.com', 'A <ada@example.com>']) {
      const refused = await send(message({ email }));
      expect([refused.statusCode, refused.json().error]).toEqual([400, 'INVALID_EMAIL']);
    }
    const sent = message({ name: 'Ada\r\nBcc: victim@example.com' });
    expect((await send(sent)).statusCode).toBe(202);
    await eventually(() => expect(arrived(sent.message)).toHaveLength(1));
    expect(mailbox.mailsTo('victim@example.com')).toEqual([]);
  });

  it('names the missing field, and refuses an unknown topic', async () => {
    const codeOf = async (change: object) => (await send(message(change))).json().error;
    expect(await codeOf({ message: 'Too short.' })).toBe('MESSAGE_TOO_SHORT');
    expect(await codeOf({ message: 'a'.repeat(4_001) })).toBe('MESSAGE_TOO_LONG');
    expect(await codeOf({ name: ' ' })).toBe('NAME_MISSING');
    expect(await codeOf({ topic: 'toString' })).toBe('VALIDATION_FAILED');
    expect(await codeOf({ id: 'x' })).toBe('VALIDATION_FAILED');
  });

  it('answers a filled-in hidden field as if the message had been sent', async () => {
    const sent = message({ website: 'https://spam.example' });
    expect((await send(sent)).statusCode).toBe(202);
    expect(await rowsOf(sent.message)).toEqual([]);
  });

  it('[ASVS 2.4.1] accepts five messages an hour from one network', async () => {
    const from = (address: string) => send(message(), { 'x-forwarded-for': address });
    for (let host = 1; host <= 5; host += 1) expect((await from(`2001:db8:1:2::${host}`)).statusCode).toBe(202);
    const sixth = await from('2001:db8:1:2:ffff::1');
    expect([sixth.statusCode, sixth.json().error]).toEqual([429, 'TOO_MANY_MESSAGES']);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(3_500);
    expect(sixth.json().message).toContain('wait 60 minutes');
    expect((await from('2001:db8:1:3::1')).statusCode).toBe(202);
    await sql`update contact_attempts set sent_at = sent_at - interval '61 minutes'`.execute(auth.db);
    expect((await from('2001:db8:1:2::1')).statusCode).toBe(202);
  });

  it('[ASVS 2.4.1] accepts no more when they arrive at the same time', async () => {
    const answers = await allAtOnce(8, () => send(message()));
    expect(answers.filter(({ statusCode }) => statusCode === 202)).toHaveLength(5);
  });

  it('[ASVS 2.4.1] accepts two hundred messages a day in total', async () => {
    await sql`insert into contact_attempts (network, sent_at)
      select 'n' || n, now() - interval '20 hours' from generate_series(1, 200) as n`.execute(auth.db);
    const refused = await send(message());
    expect([refused.statusCode, refused.json().error]).toEqual([429, 'TOO_MANY_MESSAGES']);
    expect(refused.json().message).toContain('wait 4 hours');
    await sql`delete from contact_attempts where network = 'n1'`.execute(auth.db);
    expect((await send(message())).statusCode).toBe(202);
  });

  it('[ASVS 16.2.5] writes neither the message nor its sender to the log', async () => {
    const sent = message({ email: `quiet-${randomUUID()}@example.com` });
    await send(sent);
    await send({ ...sent, id: randomUUID(), message: 'short' });
    await eventually(() => expect(arrived(sent.message)).toHaveLength(1));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => line.includes(sent.message) || line.includes(sent.email))).toEqual([]);
  });
});

describe('a message of a signed-in user', () => {
  it('names the account, is exported, and is deleted with the account', async () => {
    const person = await signedUp();
    const sent = message({ email: person.email });
    expect((await send(sent, person.headers)).statusCode).toBe(202);
    await eventually(() => expect(arrived(sent.message)[0]?.text).toContain(`signed in, user ${person.userId}`));
    const { data } = (await auth.app.inject({ url: '/api/account-data/account', headers: person.headers })).json();
    expect(data.mails).toMatchObject([
      { kind: 'contact', to: CONTACT_EMAIL, written: { topic: 'takedown', message: sent.message } },
    ]);
    const anonymous = message({ email: person.email });
    await send(anonymous);
    await sql`update users set email_verified = true where email = ${person.email}`.execute(auth.db);
    const deleted = await auth.app.inject({
      method: 'DELETE',
      url: '/api/auth/user',
      headers: { ...person.headers, cookie: person.cookie },
      payload: { password: person.password },
    });
    expect(deleted.statusCode).toBe(202);
    expect([...(await rowsOf(sent.message)), ...(await rowsOf(anonymous.message))]).toEqual([]);
  });

  it('has the plan in its subject, as plans differ in their support', async () => {
    const person = await signedUp();
    const subjectOf = async () => {
      const sent = message({ email: person.email });
      await send(sent, person.headers);
      await eventually(() => expect(arrived(sent.message)).toHaveLength(1));
      return arrived(sent.message)[0]?.subject;
    };
    expect(await subjectOf()).toBe('Contact (plan not known): Takedown request');
    auth.stubbedServices.tier = 'elite';
    try {
      await auth.app.inject({ url: '/api/auth/user', headers: person.headers });
    } finally {
      auth.stubbedServices.tier = 'free';
    }
    expect(await subjectOf()).toBe('Contact (elite): Takedown request');
  });

  it('leaves messages from an address that the account never verified', async () => {
    const person = await signedUp();
    const others = message({ email: person.email });
    await send(others);
    const deleted = await auth.app.inject({
      method: 'DELETE',
      url: '/api/auth/user',
      headers: { ...person.headers, cookie: person.cookie },
      payload: { password: person.password },
    });
    expect([deleted.statusCode, await rowsOf(others.message)]).toEqual([202, [expect.anything()]]);
  });

  it('is deleted a month after it was sent', async () => {
    const [kept, over] = [message(), message()];
    for (const sent of [kept, over]) await send(sent);
    await sql`update mails set state = 'sent', ended_at = now() - interval '29 days'
      where details->>'message' = ${kept.message}`.execute(auth.db);
    await sql`update mails set state = 'sent', ended_at = now() - interval '31 days'
      where details->>'message' = ${over.message}`.execute(auth.db);
    await sweep(auth.db);
    expect([await rowsOf(kept.message), await rowsOf(over.message)]).toEqual([[expect.anything()], []]);
  });

  it('is sent without an account when the account was just deleted', async () => {
    const sent = message();
    expect((await send(sent, await auth.identity.asUser('999999'))).statusCode).toBe(202);
    expect(await rowsOf(sent.message)).toHaveLength(1);
  });
});

describe('the contact form without a mailbox or mail server', () => {
  it.each([
    ['without a mail server', { CONTACT_EMAIL }],
    ['without a mailbox', { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Reelwright <hello@reelwright.test>' }],
  ])('does not exist: %s', async (_name, settings) => {
    const other = await startAuth(settings);
    const post = await other.app.inject({ method: 'POST', url: '/api/contact', payload: message() });
    expect([post.statusCode, post.json().error]).toEqual([404, 'CONTACT_OFF']);
    expect((await other.app.inject({ url: '/api/auth/options' })).json()).toMatchObject({ contactForm: false });
    await other.stop();
  });
});
