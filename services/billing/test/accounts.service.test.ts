import { events } from '@reelwright/contracts';
import { eventually } from '@reelwright/testing';
import { type Billing, prices, startBilling } from './harness.ts';

let billing: Billing;
beforeAll(async () => {
  billing = await startBilling();
}, 60_000);
afterAll(() => billing.stop(), 30_000);

const profile = (userId: string, email: string, revision: number) => ({
  userId,
  email,
  firstName: 'Lia',
  lastName: 'Rossi',
  revision,
});
const accountOf = (userId: string) =>
  billing.app.db.selectFrom('accounts').selectAll().where('id', '=', userId).executeTakeFirst();
const buy = (userId: string) => billing.call(userId, 'POST', '/api/create-subscription', billing.choose('pro'));

describe('a user who registered', () => {
  it('has the e-mail of the newest news at Stripe, in whatever order and however often it came', async () => {
    const userId = billing.newUser();
    const id = crypto.randomUUID();
    await billing.publish(events.UserProfileChanged, profile(userId, 'new@example.com', 2));
    await billing.publish(events.UserRegistered, profile(userId, 'old@example.com', 1), { id });
    await billing.publish(events.UserRegistered, profile(userId, 'old@example.com', 1), { id });
    await eventually(async () => expect(await accountOf(userId)).toMatchObject({ email: 'new@example.com' }));
    await buy(userId);
    const customer = await billing.stripe.customers.retrieve(await billing.customerOf(userId));
    expect(customer).toMatchObject({ email: 'new@example.com', name: 'Lia Rossi' });
  });

  it('does not keep the others waiting behind an event that nobody can read', async () => {
    const userId = billing.newUser();
    await billing.publish(events.UserRegistered, profile(userId, 'x@example.com', 1), {
      value: Buffer.from([0xff, 0xff, 0xff]),
    });
    await billing.publish(events.UserRegistered, profile(userId, 'good@example.com', 2));
    await eventually(async () => expect(await accountOf(userId)).toMatchObject({ email: 'good@example.com' }));
  });
});

describe('a user who is deleted', () => {
  it('pays no more, and is forgotten but for the books', async () => {
    const userId = await billing.givenSubscriber('pro');
    await billing.settled();
    const customer = await billing.customerOf(userId);
    const id = crypto.randomUUID();
    await billing.publish(events.UserDeleted, { userId, revision: 9 }, { id });
    await billing.publish(events.UserDeleted, { userId, revision: 9 }, { id });
    await eventually(async () => {
      const { data } = await billing.stripe.subscriptions.list({ customer, status: 'all' });
      expect(data).toMatchObject([{ status: 'canceled' }]);
      expect(await accountOf(userId)).toMatchObject({ email: null, first_name: null, closed_at: expect.any(Date) });
    });
    await billing.settled();
    const { db } = billing.app;
    expect(await db.selectFrom('subscriptions').selectAll().where('id', '=', userId).execute()).toEqual([]);
    expect(await db.selectFrom('payments').selectAll().where('user_id', '=', userId).execute()).toEqual([]);
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'free' });
    expect(await buy(userId)).toMatchObject({ status: 404, body: { error: 'ACCOUNT_CLOSED' } });
  });

  it('cannot pay a checkout that was left open, and a late registration brings nothing back', async () => {
    const userId = billing.newUser();
    const { body } = await buy(userId);
    await billing.publish(events.UserDeleted, { userId, revision: 2 });
    await eventually(async () => expect(await accountOf(userId)).toMatchObject({ closed_at: expect.any(Date) }));
    expect((await billing.pay(body.checkoutUrl)).status).toBe(404);
    await billing.publish(events.UserRegistered, profile(userId, 'late@example.com', 3));
    const after = billing.newUser();
    await billing.publish(events.UserRegistered, profile(after, 'after@example.com', 1));
    await eventually(async () => expect(await accountOf(after)).toBeDefined());
    await eventually(async () => expect(await accountOf(userId)).toMatchObject({ email: null }));
  });

  it('is not left with a plan that was bought at the very same time', async () => {
    const userId = billing.newUser();
    await buy(userId);
    const customer = await billing.customerOf(userId);
    await billing.publish(events.UserDeleted, { userId, revision: 2 });
    await eventually(async () => expect(await accountOf(userId)).toMatchObject({ closed_at: expect.any(Date) }));
    const session = await billing.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: prices.proMonthly, quantity: 1 }],
      success_url: 'http://localhost:1/',
    });
    await billing.pay(String(session.url));
    await eventually(async () => {
      const { data } = await billing.stripe.subscriptions.list({ customer, status: 'all' });
      expect(data).toMatchObject([{ status: 'canceled' }]);
    });
    expect(billing.changesOf(userId)).toEqual([]);
  });

  it('leaves everybody else’s plan alone', async () => {
    const stays = await billing.givenSubscriber('pro');
    const goes = billing.newUser();
    await billing.publish(events.UserDeleted, { userId: goes, revision: 2 });
    await eventually(async () => expect(await accountOf(goes)).toMatchObject({ closed_at: expect.any(Date) }));
    expect(await billing.entitlementOf(stays)).toMatchObject({ tier: 'pro' });
  });
});
