import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { realClock } from '@reelwright/clock';
import { silentLogger as logger } from '@reelwright/logger';
import { recordOf } from '@reelwright/product';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { type ComposeMail, MAIL_KINDS, type MailKind, type Message } from '../src/mail/mail.ts';
import { createMailer } from '../src/mail/mailer.ts';
import { MailRejected } from '../src/mail/smtp.ts';
import { type Auth, startAuth } from './harness.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth(); // without a mail server: the mailers below send the mails
});
afterAll(() => auth.stop());

const compose: ComposeMail = async (_trx, { to }) => ({ to, subject: 'Hello', text: 'Hello.' });

/** A mailer with the given answers of its mail server, and the mails it sent. */
function mailerWith(answer: (attempt: number) => Promise<void> | void) {
  const handed: { message: Message; id: string }[] = [];
  const smtp = {
    async send(message: Message, id: string) {
      handed.push({ message, id });
      await answer(handed.length);
    },
    close() {},
  };
  const composers = recordOf(MAIL_KINDS, () => compose);
  return { handed, mailer: createMailer({ db: auth.db, clock: realClock, logger, smtp, composers }) };
}

const statesOf = async (to: string) => {
  const rows = await auth.db.selectFrom('mails').select(['state', 'attempts']).where('to_address', '=', to).execute();
  return rows.map(({ state, attempts }) => `${state} after ${attempts}`);
};
const makeDue = (to: string) =>
  sql`update mails set due_at = clock_timestamp() - interval '1 second', leased_until = null where to_address = ${to}`.execute(
    auth.db,
  );

describe('a mail', () => {
  it('is retried after a server error, under the same id', async () => {
    const to = auth.newPerson().email;
    const { mailer, handed } = mailerWith((attempt) => {
      if (attempt === 1) throw Object.assign(new Error('451 later'), { responseCode: 451 });
    });
    await mailer.enqueue(auth.db, { kind: 'password_changed', to });
    mailer.start();
    await eventually(async () => expect(await statesOf(to)).toEqual(['waiting after 1']));
    await makeDue(to);
    mailer.nudge();
    await eventually(async () => expect(await statesOf(to)).toEqual(['sent after 1']));
    await mailer.stop();
    const ids = handed.filter(({ message }) => message.to === to).map(({ id }) => id);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  it('under way is sent to its end while the mailer drains, and no other one is begun', async () => {
    const [first, second] = [auth.newPerson().email, auth.newPerson().email];
    const accepted = Promise.withResolvers<void>();
    const { mailer, handed } = mailerWith(() => accepted.promise);
    await mailer.enqueue(auth.db, { kind: 'password_changed', to: first });
    mailer.start();
    await eventually(() => expect(handed.map(({ message }) => message.to)).toContain(first));
    const drained = mailer.drain();
    await mailer.enqueue(auth.db, { kind: 'password_changed', to: second });
    mailer.nudge();
    accepted.resolve();
    await drained;
    expect([await statesOf(first), await statesOf(second)]).toEqual([['sent after 0'], ['waiting after 0']]);
  });

  it('that the server refuses permanently is not retried', async () => {
    const to = auth.newPerson().email;
    const { mailer, handed } = mailerWith(() => {
      throw new MailRejected(550);
    });
    await mailer.enqueue(auth.db, { kind: 'password_changed', to });
    mailer.start();
    await eventually(async () => expect(await statesOf(to)).toEqual(['failed after 0']));
    await mailer.stop();
    expect(handed.filter(({ message }) => message.to === to)).toHaveLength(1);
  });

  it('is sent after any outage shorter than its retry period', async () => {
    const kinds = {
      password_reset: 0.9,
      password_changed: 29,
      payment_failed: 29,
      post_problems: 6.9,
      connection_ends: 6.9,
      contact: 29,
    } satisfies Record<MailKind, number>;
    const { mailer } = mailerWith(() => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' });
    });
    const people = new Map<string, string>();
    for (const [kind, days] of Object.entries(kinds)) {
      const to = auth.newPerson().email;
      people.set(kind, to);
      await mailer.enqueue(auth.db, { kind: kind as keyof typeof kinds, to });
      await sql`update mails set created_at = clock_timestamp() - interval '1 day' * ${days}, attempts = 500
        where to_address = ${to}`.execute(auth.db);
    }
    mailer.start();
    for (const to of people.values())
      await eventually(async () => expect(await statesOf(to)).toEqual(['waiting after 501']));
    const late = people.get('password_reset') ?? '';
    await sql`update mails set created_at = clock_timestamp() - interval '25 hours' where to_address = ${late}`.execute(
      auth.db,
    );
    await makeDue(late);
    mailer.nudge();
    await eventually(async () => expect(await statesOf(late)).toEqual(['failed after 501']));
    await mailer.stop();
  });

  it('to the operator is kept while their mailbox refuses it', async () => {
    const to = auth.newPerson().email;
    const { mailer } = mailerWith(() => {
      throw new MailRejected(552);
    });
    await mailer.enqueue(auth.db, { kind: 'contact', to });
    mailer.start();
    await eventually(async () => expect(await statesOf(to)).toEqual(['waiting after 1']));
    await mailer.stop();
  });

  it('whose process died is sent by another process, once', async () => {
    const to = auth.newPerson().email;
    const [first, second] = [mailerWith(() => {}), mailerWith(() => {})];
    await first.mailer.enqueue(auth.db, { kind: 'password_changed', to });
    await sql`update mails set lease_token = 1, leased_until = clock_timestamp() - interval '1 second'
      where to_address = ${to}`.execute(auth.db);
    first.mailer.start();
    second.mailer.start();
    await eventually(async () => expect(await statesOf(to)).toEqual(['sent after 0']));
    await Promise.all([first.mailer.stop(), second.mailer.stop()]);
    expect([...first.handed, ...second.handed].filter(({ message }) => message.to === to)).toHaveLength(1);
  });

  it('with the same reason is enqueued once', async () => {
    const to = auth.newPerson().email;
    const { mailer } = mailerWith(() => {});
    const mail = { kind: 'password_changed', to, reason: `once ${to}` } as const;
    await Promise.all([1, 2, 3].map(() => mailer.enqueue(auth.db, mail)));
    expect(await statesOf(to)).toHaveLength(1);
  });
});
