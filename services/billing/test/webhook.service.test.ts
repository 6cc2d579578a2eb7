import { createHmac } from 'node:crypto';
import { LeaseLost } from '@reelwright/leases';
import { credentials } from '@reelwright/sandbox';
import { eventually } from '@reelwright/testing';
import { markDone } from '../src/webhooks/stripe-event.repository.ts';
import { nextWebhookSecret, prices, useBilling } from './harness.ts';
import { openElsewhere } from './situations.ts';

const { webhookSecret } = credentials.stripe;
const day = 86_400_000;

const billing = useBilling();

const signed = (body: string, secret: string = webhookSecret, at = Math.floor(Date.now() / 1000)) =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
const send = (body: string, headers: Record<string, string>) =>
  fetch(billing.webhookUrl, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
const rows = async () => (await billing.app.db.selectFrom('stripe_events').select('id').execute()).length;
const subscriptionOf = async (userId: string) => {
  const { data } = await billing.stripe.subscriptions.list({
    customer: await billing.customerOf(userId),
    status: 'all',
  });
  const [subscription] = data;
  if (!subscription) throw new Error('no subscription');
  return subscription;
};
const periodEndOf = async (userId: string) =>
  ((await subscriptionOf(userId)).items.data[0]?.current_period_end ?? 0) * 1000;

describe('an event', () => {
  it('[ASVS 9.1.1] is accepted only with Stripe’s recent signature over its bytes', async () => {
    const body = JSON.stringify({ id: 'evt_forged', object: 'event', type: 'invoice.paid', data: { object: {} } });
    const before = await rows();
    for (const headers of [
      {},
      { 'stripe-signature': 'nonsense' },
      { 'stripe-signature': signed(body, 'whsec_of_somebody_else') },
      { 'stripe-signature': signed(`${body} `) },
      { 'stripe-signature': signed(body, webhookSecret, Math.floor(Date.now() / 1000) - 3600) },
    ] as Record<string, string>[]) {
      const reply = await send(body, headers);
      expect([reply.status, await reply.json()]).toMatchObject([400, { error: 'INVALID_SIGNATURE' }]);
    }
    expect(await rows()).toBe(before);
  });

  it('is accepted with either secret of the endpoint, and with both signatures, which Stripe sends while it rolls one', async () => {
    const body = JSON.stringify({ id: 'evt_rolled', object: 'event', type: 'invoice.paid', data: { object: {} } });
    const [old, next] = [signed(body), signed(body, nextWebhookSecret)];
    for (const signature of [old, next, `${old},${next.split(',')[1]}`, `${next},${old.split(',')[1]}`]) {
      const reply = await send(body, { 'stripe-signature': signature });
      expect([reply.status, await reply.json()]).toEqual([200, { received: true }]);
    }
  });

  it('of any type that Stripe signs is accepted', async () => {
    for (const body of ['', 'not json', '[]', 'null', '{"id":"evt_x1","object":"event"}']) {
      const reply = await send(body, { 'stripe-signature': signed(body) });
      expect(reply.status).toBeLessThan(500);
    }
    expect((await send('{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await send('x'.repeat(2 * 1024 * 1024), {})).status).toBe(413);
    expect((await fetch(billing.webhookUrl)).status).toBe(404);
  });

  it('of a customer that is not ours is stored and changes nothing', async () => {
    const customer = await billing.stripe.customers.create({ email: 'elsewhere@example.com' });
    const { url } = await openElsewhere(billing, customer.id, prices.proMonthly);
    await billing.pay(url);
    await billing.eventsProcessed();
    expect(
      await billing.app.db.selectFrom('accounts').selectAll().where('stripe_customer_id', '=', customer.id).execute(),
    ).toEqual([]);
  });

  it('takes effect once, in any order and when Stripe repeats it', async () => {
    billing.sandbox.chaos.set('stripe', { duplicateEvents: 1, reorderedEvents: 1 });
    const userId = await billing.givenSubscriber('pro');
    await billing.call(userId, 'POST', '/api/cancel-subscription');
    await billing.call(userId, 'POST', '/api/renew-subscription');
    await billing.eventsProcessed();
    expect(billing.changesOf(userId).map(({ status, revision }) => [status, revision])).toEqual([
      ['active', 1],
      ['cancelling', 2],
      ['active', 3],
    ]);
    expect(billing.paymentsOf(userId)).toHaveLength(1);
  });

  it('is retried until Stripe answers, and then processed', async () => {
    const userId = billing.newUser();
    const { body } = await billing.call(userId, 'POST', '/api/create-subscription', billing.choose('starter'));
    billing.sandbox.chaos.set('stripe', { error5xx: 1, limit: 6, only: 'GET /v1/' });
    await billing.pay(body.checkoutUrl);
    await eventually(() => expect(billing.changesOf(userId)).toMatchObject([{ tier: 'starter' }]), {
      timeoutMs: 25_000,
    });
  }, 40_000);

  it('is marked as processed only by the worker that holds it, and with none of the others when one was lost', async () => {
    const { db } = billing.app;
    const later = new Date(Date.now() + 3_600_000);
    for (const id of ['evt_held', 'evt_lost']) {
      await db.insertInto('stripe_events').values({ id, type: 'x', due_at: later, leased_until: later }).execute();
    }
    const claimed = await db.selectFrom('stripe_events').selectAll().where('due_at', '=', later).execute();
    const openOf = async () => {
      const open = db.selectFrom('stripe_events').select('id').where('due_at', '=', later).where('done_at', 'is', null);
      return (await open.orderBy('id').execute()).map(({ id }) => id);
    };
    await db.updateTable('stripe_events').set({ lease_token: 7 }).where('id', '=', 'evt_lost').execute();
    await expect(markDone(db, claimed, new Date())).rejects.toThrow(LeaseLost);
    expect(await openOf()).toEqual(['evt_held', 'evt_lost']);
    await markDone(
      db,
      claimed.filter(({ id }) => id === 'evt_held'),
      new Date(),
    );
    expect(await openOf()).toEqual(['evt_lost']);
    await db.deleteFrom('stripe_events').where('due_at', '=', later).execute();
  });

  it('finds its user by the customer’s metadata when the customer was never linked', async () => {
    const userId = billing.newUser();
    const { body } = await billing.call(userId, 'POST', '/api/create-subscription', billing.choose('pro'));
    await billing.app.db.updateTable('accounts').set({ stripe_customer_id: null }).where('id', '=', userId).execute();
    await billing.pay(body.checkoutUrl);
    await eventually(() => expect(billing.changesOf(userId)).toMatchObject([{ tier: 'pro' }]));
  });
});

describe('a refund', () => {
  it('is published with the newly refunded amount', async () => {
    const userId = await billing.givenSubscriber('pro');
    const [charge] = (await billing.stripe.charges.list({ customer: await billing.customerOf(userId) })).data;
    const refund = (amount: number) => billing.stripe.refunds.create({ charge: charge?.id ?? '', amount });
    await refund(1000);
    await eventually(() => expect(billing.refundsOf(userId)).toMatchObject([{ amountCents: 1000, currency: 'eur' }]));
    await refund(3990);
    await eventually(() =>
      expect(billing.refundsOf(userId).map(({ amountCents }) => amountCents)).toEqual([1000, 3990]),
    );
    expect(billing.refundsOf(userId)[0]?.paymentId).toBe(billing.paymentsOf(userId)[0]?.paymentId);
  });
});

// These tests move the shared clock of service and sandbox, so each reads its dates from the subscription.
describe('as time goes by', () => {
  it('renews: a new period, another payment, the same billing month', async () => {
    const userId = await billing.givenSubscriber('starter');
    const [first] = billing.changesOf(userId);
    billing.clock.moveTo(new Date((await periodEndOf(userId)) + 60_000));
    await eventually(() =>
      expect(billing.paymentsOf(userId).map(({ amountCents }) => amountCents)).toEqual([3390, 3390]),
    );
    await eventually(() => expect(billing.changesOf(userId)).toHaveLength(2));
    const [, second] = billing.changesOf(userId);
    expect(second).toMatchObject({ tier: 'starter', status: 'active', monthAnchor: first?.monthAnchor });
    expect(second?.currentPeriodStart).toEqual(first?.currentPeriodEnd);
  });

  it('ends a cancelled plan exactly with its period', async () => {
    const userId = await billing.givenSubscriber('pro');
    await billing.call(userId, 'POST', '/api/cancel-subscription');
    const end = await periodEndOf(userId);
    billing.clock.moveTo(new Date(end - 3_600_000));
    expect(await billing.entitlementOf(userId)).toMatchObject({
      tier: 'pro',
      status: 'cancelling',
      expiresAt: new Date(end),
      entitledUntil: new Date(end),
    });
    billing.clock.moveTo(new Date(end + 1000));
    expect(await billing.entitlementOf(userId)).toMatchObject({
      tier: 'free',
      videosPerMonth: 1,
      status: 'none',
      entitledUntil: undefined,
    });
    await eventually(() =>
      expect(billing.changesOf(userId).at(-1)).toMatchObject({ tier: 'free', stripeSubscriptionId: '' }),
    );
    // The user can buy again.
    expect((await billing.call(userId, 'POST', '/api/create-subscription', billing.choose('pro'))).status).toBe(200);
  });

  it('keeps a plan whose renewal failed for seven days; then the user is free until it is paid', async () => {
    const userId = await billing.givenSubscriber('elite');
    const end = await periodEndOf(userId);
    billing.sandbox.chaos.set('stripe', { refusal: 1 });
    billing.clock.moveTo(new Date(end + 60_000));
    await eventually(() =>
      expect(billing.changesOf(userId).at(-1)).toMatchObject({ tier: 'elite', status: 'past_due' }),
    );
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'elite', currentPeriodEnd: new Date(end) });
    billing.clock.moveTo(new Date(end + 7 * day + 60_000));
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'free' });
    await eventually(() => expect(billing.changesOf(userId).at(-1)).toMatchObject({ tier: 'free' }));

    // This read makes Stripe process due renewals before the card works again.
    const { latest_invoice: open } = await subscriptionOf(userId);
    billing.sandbox.chaos.set('stripe', { refusal: 0 });
    await billing.stripe.invoices.pay(String(open));
    await eventually(() => expect(billing.changesOf(userId).at(-1)).toMatchObject({ tier: 'elite', status: 'active' }));
  });

  it('reads a renewal whose events were all lost from Stripe instead of ending the plan', async () => {
    const userId = await billing.givenSubscriber('pro');
    await billing.eventsProcessed();
    const end = await periodEndOf(userId);
    await billing.listen(false);
    billing.clock.moveTo(new Date(end + 8 * day));
    await eventually(
      async () => {
        expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'pro', status: 'active' });
        expect(billing.changesOf(userId).at(-1)?.currentPeriodStart).toEqual(new Date(end));
      },
      { timeoutMs: 20_000 },
    );
  }, 40_000);

  it('ends the plan when events are lost and Stripe does not respond', async () => {
    const userId = await billing.givenSubscriber('pro');
    await billing.call(userId, 'POST', '/api/cancel-subscription');
    const end = await periodEndOf(userId);
    await billing.listen(false);
    billing.sandbox.chaos.set('stripe', { error5xx: 1 });
    billing.clock.moveTo(new Date(end + 1000));
    await eventually(() => expect(billing.changesOf(userId).at(-1)).toMatchObject({ tier: 'free' }), {
      timeoutMs: 20_000,
    });
  }, 40_000);
});
