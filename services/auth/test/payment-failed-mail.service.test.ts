import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createManualClock } from '@reelwright/clock';
import { events, SubscriptionChanged } from '@reelwright/contracts';
import { createPublisher, type Publisher } from '@reelwright/kafka';
import { silentLogger as logger } from '@reelwright/logger';
import { eventually } from '@reelwright/testing';
import { composePaymentFailed } from '../src/plans/payment-failed-mail.ts';
import { type Auth, startAuth } from './harness.ts';
import { startMailbox } from './mailbox.ts';

let auth: Auth;
let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let billing: Publisher;
beforeAll(async () => {
  mailbox = await startMailbox();
  auth = await startAuth(mailbox.settings);
  const { connection, prefix } = auth.kafka;
  billing = createPublisher({ ...connection, clientId: 'billing', logger, topicPrefix: prefix });
});
afterAll(async () => {
  await billing.stop();
  await auth.stop();
  await mailbox.stop();
});

const PAID_UNTIL = new Date('2096-04-10T09:00:00Z');
const GRACE_END = new Date('2096-04-17T09:00:00Z');

async function signedUp() {
  const person = auth.newPerson();
  const response = await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload: person });
  const id: string = response.json().id;
  return { email: person.email, id, headers: await auth.identity.asUser(id) };
}
type Someone = Awaited<ReturnType<typeof signedUp>>;

/** Publishes a change from billing; resolves when auth has consumed it. */
async function publishChange(someone: Someone, change: Partial<SubscriptionChanged>) {
  const { name, topic } = events.SubscriptionChanged;
  const plan = { tier: 'pro', status: 'past_due', currentPeriodEnd: PAID_UNTIL, entitledUntil: GRACE_END };
  const payload = SubscriptionChanged.fromPartial({ userId: someone.id, videosPerMonth: 12, ...plan, ...change });
  const id = randomUUID();
  const headers = { 'event-id': id, 'event-type': name, 'occurred-at': new Date().toISOString() };
  await billing.publish([{ topic, key: someone.id, value: SubscriptionChanged.encode(payload).finish(), headers }]);
  await eventually(async () => {
    expect(await auth.db.selectFrom('inbox').select('event_id').where('event_id', '=', id).execute()).toHaveLength(1);
  });
}

const reasonsOf = async ({ id }: Someone) => {
  const rows = await auth.db.selectFrom('mails').select('reason').where('user_id', '=', Number(id)).execute();
  return rows.map(({ reason }) => reason);
};

describe('the mail about a payment that failed', () => {
  it('states what happened, how long the plan stays and what to do', async () => {
    const someone = await signedUp();
    await publishChange(someone, { revision: 5, overdueCents: 4990, overdueCurrency: 'eur' });
    const { subject, text } = await mailbox.newest(someone.email);
    expect(subject).toBe('Your payment for Reelwright did not go through');
    expect(text).toContain('the payment of €49.90 for your Pro plan');
    expect(text).toContain('due on April 10, 2096 at 09:00 (UTC),');
    expect(text).toContain('until April 17, 2096 at 09:00 (UTC).');
    expect(text).toContain('http://localhost:8080/profile\n');
    expect(text).toContain('turn off these e-mails on your profile:\nhttp://localhost:8080/profile#e-mails\n');
  });

  it('names no amount when billing knows none', async () => {
    const someone = await signedUp();
    await publishChange(someone, { revision: 5 });
    expect((await mailbox.newest(someone.email)).text).toContain('the payment for your Pro plan');
  });

  it('is sent once for each unpaid period, however many events arrive', async () => {
    const someone = await signedUp();
    await publishChange(someone, { revision: 5 });
    await mailbox.newest(someone.email);
    await publishChange(someone, { revision: 6 });
    await publishChange(someone, { revision: 7, status: 'active' });
    await publishChange(someone, { revision: 8 });
    expect(await reasonsOf(someone)).toHaveLength(1);

    const next = {
      currentPeriodEnd: new Date('2096-05-10T09:00:00Z'),
      entitledUntil: new Date('2096-05-17T09:00:00Z'),
    };
    await publishChange(someone, { revision: 9, ...next });
    await mailbox.newest(someone.email, 2);
    expect(mailbox.mailsTo(someone.email)).toHaveLength(2);
  });

  it('is not enqueued for an event older than the saved entitlement', async () => {
    const someone = await signedUp();
    await publishChange(someone, { revision: 6, status: 'active' });
    await publishChange(someone, { revision: 5 });
    expect(await reasonsOf(someone)).toEqual([]);
  });

  it('is not enqueued for a user who turned it off', async () => {
    const someone = await signedUp();
    const change = { method: 'PATCH', url: '/api/auth/user', headers: someone.headers } as const;
    const answer = await auth.app.inject({ ...change, payload: { mailPaymentProblems: false } });
    expect(answer.json()).toMatchObject({ mailPaymentProblems: false, mailPostProblems: true, firstName: 'Ada' });
    await publishChange(someone, { revision: 5 });
    expect(await reasonsOf(someone)).toEqual([]);
  });

  it('is not sent when it was paid meanwhile, or the period is over', async () => {
    const someone = await signedUp();
    const clock = createManualClock();
    const mail = {
      id: randomUUID(),
      kind: 'payment_failed',
      to: someone.email,
      userId: Number(someone.id),
      details: { paidUntil: PAID_UNTIL.toISOString() },
    } as const;
    const composed = () => auth.db.transaction().execute((trx) => composePaymentFailed('', clock)(trx, mail));
    await publishChange(someone, { revision: 5 });
    expect(await composed()).toBeDefined();
    clock.moveTo(GRACE_END);
    expect(await composed()).toBeUndefined();
    clock.moveTo(new Date());
    await publishChange(someone, { revision: 6, status: 'active', currentPeriodEnd: new Date('2096-05-10T09:00:00Z') });
    expect(await composed()).toBeUndefined();
  });
});
