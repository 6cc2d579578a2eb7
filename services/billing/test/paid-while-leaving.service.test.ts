import { events } from '@reelwright/contracts';
import { eventually, tablesNaming } from '@reelwright/testing';
import { sql } from 'kysely';
import { prices, useBilling } from './harness.ts';
import { reconcileNext } from './reconcile-run.ts';
import { openElsewhere, paidAndReturned } from './situations.ts';

const billing = useBilling({ reconciles: true });

const accountOf = (userId: string) =>
  billing.app.db.selectFrom('accounts').selectAll().where('id', '=', userId).executeTakeFirst();
const isDeleted = (userId: string) => billing.publish(events.UserDeleted, { userId, revision: 9 });
const isClosed = (userId: string) =>
  eventually(
    async () => {
      // Skips the closer's delay after a failure.
      await sql`update accounts set leased_until = null where id = ${userId} and closed_at is null`.execute(
        billing.app.db,
      );
      expect(await accountOf(userId)).toMatchObject({ closed_at: expect.any(Date), stripe_customer_id: null });
    },
    { timeoutMs: 15_000, everyMs: 300 },
  );
const buy = async (userId: string) =>
  String((await billing.call(userId, 'POST', '/api/create-subscription', billing.choose('pro'))).body.checkoutUrl);
const boughtWith = async (url: string) => {
  const { subscription } = await billing.stripe.checkout.sessions.retrieve(billing.sessionIdIn(url));
  return billing.stripe.subscriptions.retrieve(String(subscription));
};
const correctionsOf = (subscriptionId: string) =>
  billing.app.db
    .selectFrom('corrections')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('payment_id', 'is not', null)
    .execute();

describe('a checkout of a user whose account is being deleted', () => {
  it('that is paid while Stripe does not respond is ended and refunded once, with a correction without a customer', async () => {
    const userId = billing.newUser();
    const url = await buy(userId);
    const customer = await billing.customerOf(userId);
    await billing.listen(false);
    billing.sandbox.chaos.set('stripe', { error5xx: 1, only: '/v1/' });
    await isDeleted(userId);
    await eventually(async () => expect(await accountOf(userId)).toMatchObject({ close_due_at: expect.any(Date) }));
    expect((await billing.pay(url)).status).toBe(303);
    billing.sandbox.chaos.set('stripe', { error5xx: 0, only: '' });
    await isClosed(userId);
    const bought = await boughtWith(url);
    expect(bought.status).toBe('canceled');
    expect(await paidAndReturned(billing, customer)).toEqual([[4990, 4990]]);
    expect(await correctionsOf(bought.id)).toMatchObject([
      { reason: 'paid_after_end', amount_cents: 4990, customer_id: null, done_at: expect.any(Date) },
    ]);
    expect(await tablesNaming(billing.app.db, [`"${userId}"`])).toEqual(['accounts']);
  }, 40_000);

  it('that was paid and processed before the deletion arrived is refunded, also in its payment record', async () => {
    const userId = billing.newUser();
    const leftAt = billing.clock.now();
    await billing.pay(await buy(userId));
    await eventually(() => expect(billing.changesOf(userId)).toMatchObject([{ tier: 'pro' }]));
    await billing.eventsProcessed();
    const customer = await billing.customerOf(userId);
    const { latest_invoice: invoice } = await billing.subscriptionOf(userId);
    await billing.publish(events.UserDeleted, { userId, revision: 9 }, { occurredAt: leftAt });
    await isClosed(userId);
    expect(await paidAndReturned(billing, customer)).toEqual([[4990, 4990]]);
    const payment = billing.app.db.selectFrom('payments').selectAll().where('id', '=', String(invoice));
    expect(await payment.executeTakeFirst()).toMatchObject({ user_id: null, refunded_cents: 4990 });
  }, 40_000);

  it('that was paid for an unlinked customer is refunded by the nightly run when its events are lost', async () => {
    const userId = billing.newUser();
    await isDeleted(userId);
    await eventually(async () => expect(await accountOf(userId)).toMatchObject({ closed_at: expect.any(Date) }));
    await billing.listen(false);
    const { id: customer } = await billing.stripe.customers.create({ metadata: { userId } });
    const { url } = await openElsewhere(billing, customer, prices.proMonthly);
    expect((await billing.pay(url)).status).toBe(303);
    await reconcileNext(billing);
    expect(await paidAndReturned(billing, customer)).toEqual([[4990, 4990]]);
    expect((await boughtWith(url)).status).toBe('canceled');
    expect(await billing.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
  }, 60_000);
});

it('a renewal that is charged before the deletion arrives is refunded, and the period before it is not', async () => {
  const userId = await billing.givenSubscriber('pro');
  await billing.eventsProcessed();
  const customer = await billing.customerOf(userId);
  const { items } = await billing.subscriptionOf(userId);
  const periodEnd = Number(items.data[0]?.current_period_end) * 1_000;
  const leftAt = new Date(periodEnd - 3_600_000);
  await billing.goTo(periodEnd + 7_200_000);
  await eventually(async () => expect(await paidAndReturned(billing, customer)).toHaveLength(2));
  await billing.publish(events.UserDeleted, { userId, revision: 9 }, { occurredAt: leftAt });
  await isClosed(userId);
  expect((await paidAndReturned(billing, customer)).toSorted(([, one = 0], [, other = 0]) => one - other)).toEqual([
    [4990, 0],
    [4990, 4990],
  ]);
}, 40_000);

it('a plan bought before the deletion request is not refunded', async () => {
  const userId = await billing.givenSubscriber('pro');
  await billing.eventsProcessed();
  const customer = await billing.customerOf(userId);
  await billing.goTo(billing.clock.now().getTime() + 2_000);
  await isDeleted(userId);
  await isClosed(userId);
  expect(await paidAndReturned(billing, customer)).toEqual([[4990, 0]]);
}, 40_000);
