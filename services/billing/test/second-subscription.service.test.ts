import { paidTiers } from '@reelwright/product';
import { eventually } from '@reelwright/testing';
import { openCorrection } from '../src/corrections/correction.repository.ts';
import { refundIfLate } from '../src/corrections/end-and-refund.ts';
import type { RemoteInvoice } from '../src/stripe/payments.ts';
import { depsOf } from './deps.ts';
import { prices, useBilling } from './harness.ts';
import { openElsewhere } from './situations.ts';

const billing = useBilling();

const liveOf = async (userId: string) =>
  (await billing.stripe.subscriptions.list({ customer: await billing.customerOf(userId) })).data;
const otherTab = async (userId: string, price: string) =>
  (await openElsewhere(billing, await billing.customerOf(userId), price, { client_reference_id: userId })).url;
const endOf = async (subscriptionId: string) =>
  (await depsOf(billing).payments.findSubscription(subscriptionId))?.endedAt ?? null;
const correctionsOf = (subscriptionId: string) =>
  billing.app.db.selectFrom('corrections').selectAll().where('subscription_id', '=', subscriptionId).execute();

const buy = (userId: string, tier: string, isAnnual = false) =>
  billing.call(userId, 'POST', '/api/create-subscription', billing.choose(tier, isAnnual));
const openOf = async (userId: string) =>
  (await billing.stripe.checkout.sessions.list({ customer: await billing.customerOf(userId), status: 'open' })).data;
const canBePaid = async (url: string) => (await fetch(url, { redirect: 'manual' })).status === 200;

/** Exactly one of the answered checkouts can be paid; every other answer is a 409. */
async function expectOneCheckout(userId: string, answers: Awaited<ReturnType<typeof buy>>[]) {
  for (const { status, body } of answers) {
    if (status !== 200) expect([status, body.error]).toEqual([409, 'CHECKOUT_BUSY']);
  }
  const open = await openOf(userId);
  expect(open).toHaveLength(1);
  const urls = new Set(answers.flatMap(({ body }) => (body.checkoutUrl ? [String(body.checkoutUrl)] : [])));
  expect([...urls]).toContain(open[0]?.url);
  const payable = [];
  for (const url of urls) if (await canBePaid(url)) payable.push(url);
  expect(payable).toEqual([open[0]?.url]);
  return String(open[0]?.url);
}

describe('a second checkout', () => {
  it('paid in another tab is ended and refunded in full automatically; the first plan stays', async () => {
    const userId = billing.newUser();
    const { body } = await billing.call(userId, 'POST', '/api/create-subscription', billing.choose('starter'));
    await billing.listen(false);
    const second = await otherTab(userId, prices.eliteMonthly);
    expect((await billing.pay(body.checkoutUrl)).status).toBe(303);
    await billing.listen(true);
    expect((await billing.pay(second)).status).toBe(303);

    await eventually(() => expect(billing.refundsOf(userId)).toMatchObject([{ amountCents: 7990, currency: 'eur' }]));
    await billing.eventsProcessed();
    const live = await liveOf(userId);
    expect(live.map(({ items }) => items.data[0]?.price.id)).toEqual([prices.starterMonthly]);
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'starter', stripeSubscriptionId: live[0]?.id });
    const { data } = await billing.stripe.charges.list({ customer: await billing.customerOf(userId) });
    expect(data.map(({ amount, amount_refunded: back }) => amount - back).sort()).toEqual([0, 3390]);
    const ended = await billing.subscriptionOf(userId);
    expect(ended.id).toBe(live[0]?.id);
    const { data: all } = await billing.stripe.subscriptions.list({
      customer: await billing.customerOf(userId),
      status: 'canceled',
    });
    expect(await correctionsOf(String(all[0]?.id))).toMatchObject([
      { reason: 'second_subscription', done_at: expect.any(Date) },
      { reason: 'second_subscription', done_at: expect.any(Date) },
    ]);
    // The ended subscription and the refund.
    const metrics = await billing.metrics();
    expect(metrics).toMatch(/billing_corrections_total\{[^}]*reason="second_subscription"[^}]*\} 2$/m);
    expect(metrics).toMatch(/billing_refunded_cents_total\{[^}]*\} 7990$/m);
  });

  it('that is still open when the first is paid is closed', async () => {
    const userId = billing.newUser();
    const { body } = await billing.call(userId, 'POST', '/api/create-subscription', billing.choose('pro'));
    const second = await otherTab(userId, prices.proAnnual);
    await billing.pay(body.checkoutUrl);
    await billing.eventsProcessed();
    expect((await billing.pay(second)).status).toBe(404);
    expect(await billing.chargesOf(userId)).toEqual([4990]);
  });

  it('is refunded once when some of Stripe’s answers are lost', async () => {
    const userId = await billing.givenSubscriber('pro');
    await billing.eventsProcessed();
    const second = await otherTab(userId, prices.proMonthly);
    billing.sandbox.chaos.set('stripe', { timeoutAfterSuccess: 1, limit: 3, only: 'POST /v1/refunds' });
    await billing.pay(second);
    await eventually(() => expect(billing.refundsOf(userId)).toMatchObject([{ amountCents: 4990 }]), {
      timeoutMs: 20_000,
    });
    await billing.eventsProcessed();
    const customer = await billing.customerOf(userId);
    expect(billing.sandbox.journal.read({ act: 'refund', account: customer })).toHaveLength(1);
    expect(await liveOf(userId)).toHaveLength(1);
    // The next attempt after a lost answer finds the refund and records its amount.
    const { data } = await billing.stripe.subscriptions.list({ customer, status: 'canceled' });
    const amounts = (await correctionsOf(String(data[0]?.id))).map(({ amount_cents: cents }) => cents);
    expect(amounts.sort()).toEqual([0, 4990]);
  }, 40_000);

  it('is refunded after a crash between its end and its refund', async () => {
    const userId = await billing.givenSubscriber('pro');
    await billing.eventsProcessed();
    await billing.listen(false);
    const second = await otherTab(userId, prices.starterMonthly);
    await billing.pay(second);
    const [surplus] = await liveOf(userId);
    const subscriptionId = String(surplus?.id);
    // The row of a process that died in between.
    await billing.app.db
      .insertInto('corrections')
      .values({
        reason: 'second_subscription',
        customer_id: await billing.customerOf(userId),
        subscription_id: subscriptionId,
        payment_id: null,
        amount_cents: 0,
        opened_at: billing.clock.now(),
      })
      .execute();
    await billing.stripe.subscriptions.cancel(subscriptionId);
    await billing.listen(true);
    const nudge = await otherTab(userId, prices.starterMonthly);
    await billing.stripe.checkout.sessions.expire(billing.sessionIdIn(nudge));
    const customer = await billing.customerOf(userId);
    const [charge] = (await billing.stripe.charges.list({ customer })).data;
    expect(charge?.amount).toBe(3390);
    await billing.pay(await otherTab(userId, prices.eliteMonthly));
    await eventually(async () => {
      const { data } = await billing.stripe.charges.list({ customer });
      expect(data.map(({ amount, amount_refunded: back }) => [amount, back])).toEqual([
        [7990, 7990],
        [3390, 3390],
        [4990, 0],
      ]);
    });
  });

  it('is recorded as such, too, when its payment is read after it was ended in the same second', async () => {
    const userId = await billing.givenSubscriber('pro');
    await billing.eventsProcessed();
    await billing.listen(false);
    await billing.pay(await otherTab(userId, prices.starterMonthly));
    const surplus = (await liveOf(userId)).find(({ items }) => items.data[0]?.price.id === prices.starterMonthly);
    const subscriptionId = String(surplus?.id);
    const deps = depsOf(billing);
    await openCorrection(deps.db, {
      reason: 'second_subscription',
      customerId: await billing.customerOf(userId),
      subscriptionId,
      paymentId: null,
      amountCents: 0,
      now: deps.clock.now(),
    });
    await deps.payments.cancelNow(subscriptionId);
    const [invoice] = await deps.payments.listInvoices(subscriptionId);
    await refundIfLate(deps, userId, { ...(invoice as RemoteInvoice), paidAt: await endOf(subscriptionId) });
    const reasons = (await correctionsOf(subscriptionId)).map(({ reason }) => reason);
    expect(reasons).toEqual(['second_subscription', 'second_subscription']);
    await billing.listen(true);
  });
});

describe('two checkouts started at the same time', () => {
  it('for two plans leave exactly one that can be paid, and it buys its plan', async () => {
    for (let i = 0; i < 10; i++) {
      const userId = billing.newUser();
      const answers = await Promise.all([buy(userId, 'pro'), buy(userId, 'elite')]);
      const url = await expectOneCheckout(userId, answers);
      expect((await billing.pay(url)).status).toBe(303);
      expect(await billing.chargesOf(userId)).toHaveLength(1);
    }
  }, 40_000);

  it('while another is open leave exactly one, for every pair of requests', async () => {
    for (let i = 0; i < 5; i++) {
      const userId = billing.newUser();
      const first = await buy(userId, 'starter', true);
      const answers = await Promise.all(paidTiers.flatMap((tier) => [buy(userId, tier), buy(userId, tier, true)]));
      await expectOneCheckout(userId, [first, ...answers]);
    }
  }, 40_000);

  it('of each of fifty users leave one per user', async () => {
    const users = Array.from({ length: 50 }, () => billing.newUser());
    const answers = await Promise.all(
      users.map((userId) => Promise.all([buy(userId, 'pro'), billing.change(userId, 'elite')])),
    );
    for (const [index, userId] of users.entries()) {
      const given = answers[index] ?? [];
      expect(given.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
      const [open, ...others] = await openOf(userId);
      expect(others).toEqual([]);
      expect(given.map(({ body }) => body.checkoutUrl)).toContain(open?.url);
    }
  }, 60_000);
});
