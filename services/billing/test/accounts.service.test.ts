import { events } from '@reelwright/contracts';
import { eventually, tablesNaming } from '@reelwright/testing';
import { sql } from 'kysely';
import { ensureCustomer } from '../src/accounts/customer.ts';
import { depsOf } from './deps.ts';
import { prices, useBilling } from './harness.ts';
import { openElsewhere } from './situations.ts';

const billing = useBilling();

const profile = (userId: string, email: string, revision: number) => ({
  userId,
  email,
  firstName: 'Lia',
  lastName: 'Rossi',
  revision,
});
const accountOf = (userId: string) =>
  billing.app.db.selectFrom('accounts').selectAll().where('id', '=', userId).executeTakeFirst();
const erasedOf = async (userId: string) => {
  const { rows } = await sql<{ payload: object }>`
    select payload from outbox where key = ${userId} and type = ${events.AccountErased.name}`.execute(billing.app.db);
  return rows.map(({ payload }) => payload);
};
const buy = (userId: string) => billing.call(userId, 'POST', '/api/create-subscription', billing.choose('pro'));

describe('a user who registered', () => {
  it('has the e-mail of the newest event at Stripe, in any order of events and when they repeat', async () => {
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

  it('is processed after an unreadable event', async () => {
    const userId = billing.newUser();
    await billing.publish(events.UserRegistered, profile(userId, 'x@example.com', 1), {
      value: Buffer.from([0xff, 0xff, 0xff]),
    });
    await billing.publish(events.UserRegistered, profile(userId, 'good@example.com', 2));
    await eventually(async () => expect(await accountOf(userId)).toMatchObject({ email: 'good@example.com' }));
  });
});

describe('a user who is deleted', () => {
  it('is no longer charged, and is erased except for the payment records', async () => {
    const userId = await billing.givenSubscriber('pro');
    await billing.eventsProcessed();
    const customer = await billing.customerOf(userId);
    const bought = await billing.app.db
      .selectFrom('subscriptions')
      .selectAll()
      .where('id', '=', userId)
      .executeTakeFirst();
    const found = (whose: string) => ({ userId: whose, what: 'plan', did: 'nothing' });
    const report = JSON.stringify({ checked: {}, differences: [found(userId), found('somebody-else')] });
    await sql`insert into reconcile_runs (id, due_at, report) values ('2020-01-01', now(), ${report})`.execute(
      billing.app.db,
    );
    // A minute later, because a plan bought in the same second would be refunded.
    const delivery = { id: crypto.randomUUID(), occurredAt: new Date(billing.clock.now().getTime() + 60_000) };
    await billing.publish(events.UserDeleted, { userId, revision: 9 }, delivery);
    await billing.publish(events.UserDeleted, { userId, revision: 9 }, delivery);
    await eventually(async () => {
      const subscription = await billing.stripe.subscriptions.retrieve(bought?.stripe_subscription_id ?? '');
      expect(subscription.status).toBe('canceled');
      expect(await billing.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
      expect(await accountOf(userId)).toMatchObject({ email: null, first_name: null, closed_at: expect.any(Date) });
    });
    await billing.eventsProcessed();
    const { db } = billing.app;
    expect(await tablesNaming(db, [`"${userId}"`, 'Rossi', String(bought?.stripe_subscription_id)])).toEqual([
      'accounts',
    ]);
    expect(await tablesNaming(db, ['somebody-else'])).toEqual(['reconcile_runs']);
    expect(await tablesNaming(db, [customer])).toEqual(['stripe_events']); // for ninety days; Stripe has deleted it
    expect(await erasedOf(userId)).toEqual([
      expect.objectContaining({
        service: 'billing',
        items: expect.arrayContaining([
          { kind: 'plan', count: 1 },
          { kind: 'stripe_customer', count: 1 },
          { kind: 'payment_kept_without_name', count: 1 },
        ]),
      }),
    ]);
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'free' });
    expect(await buy(userId)).toMatchObject({ status: 404, body: { error: 'ACCOUNT_CLOSED' } });
  });

  it('cannot pay an open checkout, and a late UserRegistered restores nothing', async () => {
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

  it('keeps no customer that a checkout was creating when the deletion came', async () => {
    const userId = billing.newUser();
    const deps = depsOf(billing);
    let customer = '';
    const payments: typeof deps.payments = {
      ...deps.payments,
      async createCustomer(...given) {
        customer = await deps.payments.createCustomer(...given);
        await billing.publish(events.UserDeleted, { userId, revision: 2 });
        await eventually(async () => expect(await accountOf(userId)).toMatchObject({ closed_at: expect.any(Date) }));
        return customer;
      },
    };
    const auth = { getUser: () => Promise.reject(new Error('not asked for the name')) };
    await expect(ensureCustomer({ ...deps, payments, auth }, userId)).rejects.toMatchObject({ code: 'ACCOUNT_CLOSED' });
    expect(await billing.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
    expect(await accountOf(userId)).toMatchObject({ stripe_customer_id: null });
  });

  it('keeps neither a plan bought at the same time nor a customer', async () => {
    const userId = billing.newUser();
    await billing.publish(events.UserDeleted, { userId, revision: 2 });
    await eventually(async () => expect(await accountOf(userId)).toMatchObject({ closed_at: expect.any(Date) }));
    // As if a process had created the customer and died before it linked it.
    const { id: customer } = await billing.stripe.customers.create({ email: 'late@example.com', metadata: { userId } });
    const session = await openElsewhere(billing, customer, prices.proMonthly);
    await billing.pay(session.url);
    await eventually(async () => {
      expect(await billing.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
    });
    const bought = await billing.stripe.checkout.sessions.retrieve(session.id);
    const subscription = await billing.stripe.subscriptions.retrieve(String(bought.subscription));
    expect(subscription.status).toBe('canceled');
    await billing.eventsProcessed();
    expect(await accountOf(userId)).toMatchObject({ stripe_customer_id: null });
    expect(billing.changesOf(userId)).toEqual([]);
  });

  it('is reported as erased once, when Stripe answers again', async () => {
    const userId = await billing.givenSubscriber('pro');
    await billing.eventsProcessed();
    const customer = await billing.customerOf(userId);
    billing.sandbox.chaos.set('stripe', { error5xx: 1 });
    await billing.publish(events.UserDeleted, { userId, revision: 9 });
    await eventually(async () => expect(await accountOf(userId)).toMatchObject({ lease_token: 1 }));
    expect(await erasedOf(userId)).toEqual([]);
    billing.sandbox.chaos.set('stripe', { error5xx: 0 });
    // Deleted at Stripe, but the process died before it recorded that.
    await billing.stripe.customers.del(customer);
    await eventually(
      async () => {
        await sql`update accounts set leased_until = null where id = ${userId}`.execute(billing.app.db);
        expect(await erasedOf(userId)).toHaveLength(1);
      },
      { timeoutMs: 15_000, everyMs: 500 },
    );
    expect(await accountOf(userId)).toMatchObject({ closed_at: expect.any(Date), stripe_customer_id: null });
  }, 30_000);

  it('is no longer named in billing’s corrections', async () => {
    const userId = await billing.givenSubscriber('pro');
    const customer = await billing.customerOf(userId);
    await sql`insert into corrections (reason, customer_id, subscription_id, amount_cents, opened_at, done_at)
      values ('second_subscription', ${customer}, 'sub_of_one_who_left', 0, now(), now())`.execute(billing.app.db);
    await billing.publish(events.UserDeleted, { userId, revision: 2 });
    await eventually(async () => expect(await accountOf(userId)).toMatchObject({ closed_at: expect.any(Date) }));
    const kept = billing.app.db.selectFrom('corrections').select('customer_id');
    expect(await kept.where('subscription_id', '=', 'sub_of_one_who_left').execute()).toEqual([{ customer_id: null }]);
  });

  it('changes no other user’s plan', async () => {
    const stays = await billing.givenSubscriber('pro');
    const goes = billing.newUser();
    await billing.publish(events.UserDeleted, { userId: goes, revision: 2 });
    await eventually(async () => expect(await accountOf(goes)).toMatchObject({ closed_at: expect.any(Date) }));
    expect(await billing.entitlementOf(stays)).toMatchObject({ tier: 'pro' });
  });
});
