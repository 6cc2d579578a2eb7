import { createHmac } from 'node:crypto';
import { credentials } from '@reelwright/sandbox';
import { eventually } from '@reelwright/testing';
import { useBilling } from './harness.ts';
import { reconcileNext } from './reconcile-run.ts';

const billing = useBilling();

const day = 86_400_000;
const ASKS = '4000002760003184';
type StripeEvent = Awaited<ReturnType<typeof eventsOf>>[number];

/** Buys, plans a downgrade, cancels, renews, upgrades with 3-D Secure, gets a refund, and is renewed. */
async function live(): Promise<string> {
  const userId = billing.newUser();
  const { body } = await billing.call(userId, 'POST', '/api/create-subscription', billing.choose('pro'));
  await billing.pay(body.checkoutUrl);
  await billing.call(userId, 'GET', `/api/check-subscription-status/${billing.sessionIdIn(body.checkoutUrl)}`);
  await billing.change(userId, 'starter');
  await billing.call(userId, 'POST', '/api/cancel-subscription');
  await billing.call(userId, 'POST', '/api/renew-subscription');
  await billing.useCard(userId, 'pm_card_authenticationRequired');
  const { body: waiting } = await billing.change(userId, 'elite');
  await billing.pay(waiting.checkoutUrl, ASKS);
  await billing.pay(waiting.checkoutUrl, ASKS, 'authenticate');
  const [charge] = (await billing.stripe.charges.list({ customer: await billing.customerOf(userId) })).data;
  await billing.stripe.refunds.create({ charge: String(charge?.id), amount: 1000 });
  await billing.useCard(userId, 'pm_card_visa');
  await billing.goTo((await billing.periodEndOf(userId)) + 60_000);
  return userId;
}

/** Expects the same end state for every order of events. */
async function expectEndState(userId: string) {
  await billing.eventsProcessed();
  const end = new Date(await billing.periodEndOf(userId));
  expect(await billing.entitlementOf(userId)).toMatchObject({
    tier: 'elite',
    status: 'active',
    nextTier: '',
    currentPeriodEnd: end,
    expiresAt: undefined,
  });
  const charged = await billing.chargesOf(userId);
  expect(charged).toHaveLength(3);
  await eventually(() =>
    expect(
      billing
        .paymentsOf(userId)
        .map(({ amountCents }) => amountCents)
        .sort(),
    ).toEqual([...charged].sort()),
  );
  await eventually(() => expect(billing.refundsOf(userId)).toMatchObject([{ amountCents: 1000 }]));
  const changes = billing.changesOf(userId);
  expect(changes.map(({ revision }) => revision)).toEqual(changes.map((_, index) => index + 1));
  const { body } = await billing.call(userId, 'GET', '/api/payments');
  expect(body.payments).toHaveLength(3);
  return { changes: changes.length };
}

async function eventsOf(userId: string) {
  const customer = await billing.customerOf(userId);
  const all = [];
  for await (const event of billing.stripe.events.list({ limit: 100 })) {
    const object = event.data.object as { id?: string; customer?: string };
    if (object.customer === customer || object.id === customer) all.push(event);
  }
  return all; // newest first
}
async function send(event: object, { secret = credentials.stripe.webhookSecret as string, secondsAgo = 0 } = {}) {
  const body = JSON.stringify(event);
  const at = Math.floor(Date.now() / 1000) - secondsAgo;
  const v1 = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${v1}` };
  return (await fetch(billing.webhookUrl, { method: 'POST', body, headers })).status;
}
const sendAll = async (events: readonly StripeEvent[], options?: Parameters<typeof send>[1]) => {
  const statuses = new Set<number>();
  for (const event of events) statuses.add(await send(event, options));
  return [...statuses];
};

describe('the same changes end in the same state', () => {
  it('when events arrive in order', async () => {
    await expectEndState(await live());
  }, 30_000);

  it('when every event arrives twice and in another order', async () => {
    billing.sandbox.chaos.set('stripe', { duplicateEvents: 1, reorderedEvents: 1 });
    await expectEndState(await live());
  }, 30_000);

  it('when all events arrive at the end, in reverse order', async () => {
    await billing.listen(false);
    const userId = await live();
    expect(await sendAll(await eventsOf(userId))).toEqual([200]);
    await expectEndState(userId);
  }, 30_000);

  it('when events are sent again three days later, also under other ids', async () => {
    const userId = await live();
    const before = await expectEndState(userId);
    const events = await eventsOf(userId);
    await billing.goTo(billing.clock.now().getTime() + 3 * day);
    // The original signature is too old; Stripe signs a repeated delivery again.
    expect(await sendAll(events, { secondsAgo: 3 * 86_400 })).toEqual([400]);
    expect(await sendAll(events)).toEqual([200]);
    const renamed = events.map((event) => ({ ...event, id: `${event.id}_again` }));
    expect(await sendAll(renamed)).toEqual([200]);
    expect(await expectEndState(userId)).toEqual(before);
  }, 30_000);

  it('when only forged events arrive, after the next nightly run', async () => {
    await billing.listen(false);
    const userId = await live();
    expect(await sendAll(await eventsOf(userId), { secret: 'whsec_of_somebody_else' })).toEqual([400]);
    expect(await billing.entitlementOf(userId)).not.toMatchObject({ tier: 'elite' });
    billing.app.reconciler.start();
    try {
      await reconcileNext(billing);
    } finally {
      await billing.app.reconciler.stop();
    }
    await expectEndState(userId);
    await billing.listen(true);
    expect(await sendAll(await eventsOf(userId))).toEqual([200]);
    await expectEndState(userId);
  }, 60_000);
});
