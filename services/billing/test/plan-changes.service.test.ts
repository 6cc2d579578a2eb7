import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { syncSubscription } from '../src/subscriptions/sync-subscription.ts';
import { depsOf } from './deps.ts';
import { useBilling } from './harness.ts';

const billing = useBilling();

const change = (userId: string, tier: string, isAnnual = false) =>
  billing.call(userId, 'POST', '/api/change-subscription', billing.choose(tier, isAnnual));
const chargesOf = async (userId: string) =>
  billing.sandbox.journal
    .read({ act: 'charge', account: await billing.customerOf(userId) })
    .map(({ detail }) => detail);
const subscriptionOf = async (userId: string) => {
  const { data } = await billing.stripe.subscriptions.list({
    customer: await billing.customerOf(userId),
    status: 'all',
  });
  expect(data).toHaveLength(1);
  const [subscription] = data;
  if (!subscription) throw new Error('no subscription');
  return subscription;
};
const lastChange = (userId: string) => billing.changesOf(userId).at(-1);

/** Reads a user's plan as the service does, but holds Stripe's first answer until `release` is called. */
function readSlowly(userId: string) {
  const deps = depsOf(billing);
  const answered = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const payments = {
    ...deps.payments,
    listSubscriptions: async (customerId: string) => {
      const answer = await deps.payments.listSubscriptions(customerId);
      answered.resolve();
      await release.promise;
      return answer;
    },
  };
  const done = syncSubscription({ ...deps, payments }, userId);
  return { done, answered: answered.promise, release: release.resolve };
}

describe('cancelling and renewing', () => {
  it('stops the renewal, keeps the plan, and publishes it once even when repeated', async () => {
    const userId = await billing.givenSubscriber('pro');
    for (let i = 0; i < 2; i++) {
      expect(await billing.call(userId, 'POST', '/api/cancel-subscription', {})).toEqual({
        status: 200,
        body: { cancelAtPeriodEnd: true },
      });
    }
    const { cancel_at_period_end: ends, items } = await subscriptionOf(userId);
    expect(ends).toBe(true);
    await billing.eventsProcessed();
    expect(billing.changesOf(userId)).toHaveLength(2);
    expect(lastChange(userId)).toMatchObject({
      tier: 'pro',
      status: 'cancelling',
      cancelledAt: expect.any(Date),
      expiresAt: new Date((items.data[0]?.current_period_end ?? 0) * 1000),
    });
  });

  it('answers that the change was made when Stripe made it and only saving it fails', async () => {
    const userId = await billing.givenSubscriber('pro');
    await billing.eventsProcessed();
    const { db } = billing.app;
    await sql`alter table subscriptions rename to subscriptions_away`.execute(db);
    try {
      expect(await billing.call(userId, 'POST', '/api/cancel-subscription')).toMatchObject({
        status: 503,
        body: { error: 'CHANGE_SHOWN_LATER', message: expect.stringContaining('was changed') },
      });
    } finally {
      await sql`alter table subscriptions_away rename to subscriptions`.execute(db);
    }
    expect((await subscriptionOf(userId)).cancel_at_period_end).toBe(true);
    await eventually(() => expect(lastChange(userId)).toMatchObject({ status: 'cancelling' }), { timeoutMs: 20_000 });
  });

  it('renews a cancelled plan, also one that was cancelled by date in the portal', async () => {
    const userId = await billing.givenSubscriber('pro');
    await billing.call(userId, 'POST', '/api/cancel-subscription');
    expect(await billing.call(userId, 'POST', '/api/renew-subscription')).toEqual({
      status: 200,
      body: { success: true, tier: 'pro' },
    });
    await billing.stripe.subscriptions.update((await subscriptionOf(userId)).id, { cancel_at: 'max_period_end' });
    await eventually(() => expect(lastChange(userId)).toMatchObject({ status: 'cancelling' }));
    expect((await billing.call(userId, 'POST', '/api/renew-subscription')).body).toEqual({
      success: true,
      tier: 'pro',
    });
    expect(await subscriptionOf(userId)).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
    await eventually(() => expect(lastChange(userId)).toMatchObject({ status: 'active', expiresAt: undefined }));
  });

  it('cancels when the free plan is chosen', async () => {
    const userId = await billing.givenSubscriber('starter');
    expect((await change(userId, 'free')).body).toMatchObject({
      tier: 'starter',
      nextTier: 'free',
      effectiveAt: expect.any(String),
    });
    await eventually(() => expect(lastChange(userId)).toMatchObject({ status: 'cancelling' }));
  });
});

describe('an upgrade', () => {
  it('takes effect now and charges the difference', async () => {
    const userId = await billing.givenSubscriber('starter');
    expect(await change(userId, 'elite')).toEqual({ status: 200, body: { tier: 'elite' } });
    const { items } = await subscriptionOf(userId);
    expect(items.data).toHaveLength(1);
    await eventually(() =>
      expect(lastChange(userId)).toMatchObject({ tier: 'elite', videosPerMonth: 20, status: 'active' }),
    );
    const [, difference] = await chargesOf(userId);
    expect(difference).toMatchObject({ reason: 'subscription_update' });
    expect(Math.abs(Number(difference?.amount) - 4600)).toBeLessThanOrEqual(1);
    await eventually(() => expect(billing.paymentsOf(userId)).toMatchObject([{ tier: 'starter' }, { tier: 'elite' }]));
  });

  it('charges once for a double click', async () => {
    const userId = await billing.givenSubscriber('starter');
    const replies = await Promise.all([change(userId, 'pro'), change(userId, 'pro')]);
    for (const { status } of replies) expect([200, 400]).toContain(status);
    await billing.eventsProcessed();
    expect(await chargesOf(userId)).toHaveLength(2);
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'pro' });
  });

  it('to the same plan, billed annually, begins the annual period now', async () => {
    const userId = await billing.givenSubscriber('pro');
    expect(await change(userId, 'pro', true)).toEqual({ status: 200, body: { tier: 'pro' } });
    await eventually(() => expect(lastChange(userId)).toMatchObject({ tier: 'pro', isAnnual: true }));
    const { currentPeriodStart, currentPeriodEnd, entitledUntil } = await billing.entitlementOf(userId);
    expect(Number(currentPeriodEnd) - Number(currentPeriodStart)).toBeGreaterThanOrEqual(365 * 86_400_000);
    // The grace: a late renewal downgrades nobody.
    expect(Number(entitledUntil) - Number(currentPeriodEnd)).toBe(7 * 86_400_000);
    expect(lastChange(userId)).toMatchObject({ entitledUntil });
  });

  it('undoes a cancellation when it is paid', async () => {
    const userId = await billing.givenSubscriber('starter');
    await billing.call(userId, 'POST', '/api/cancel-subscription');
    expect(await change(userId, 'pro')).toMatchObject({ status: 200, body: { tier: 'pro' } });
    await eventually(() =>
      expect(lastChange(userId)).toMatchObject({ tier: 'pro', status: 'active', expiresAt: undefined }),
    );
  });

  it('leaves plan and cancellation as they were when the card is declined, and takes effect once it is paid', async () => {
    const userId = await billing.givenSubscriber('starter');
    await billing.call(userId, 'POST', '/api/cancel-subscription');
    billing.sandbox.chaos.set('stripe', { refusal: 1 });
    const { status, body } = await change(userId, 'elite');
    expect([status, Object.keys(body)]).toEqual([200, ['checkoutUrl']]);
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'starter', status: 'cancelling' });
    billing.sandbox.chaos.set('stripe', { refusal: 0 });
    expect((await billing.pay(body.checkoutUrl)).status).toBe(200);
    await eventually(() => expect(lastChange(userId)).toMatchObject({ tier: 'elite' }));
  });

  it('charges once when Stripe’s answer was lost and it is retried', async () => {
    const userId = await billing.givenSubscriber('starter');
    await billing.eventsProcessed();
    await billing.listen(false);
    billing.sandbox.chaos.set('stripe', { timeoutAfterSuccess: 1, limit: 3, only: 'POST /v1/subscriptions/' });
    expect((await change(userId, 'elite')).status).toBe(503);
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'starter' });
    expect(await change(userId, 'elite')).toEqual({ status: 200, body: { tier: 'elite' } });
    expect(await chargesOf(userId)).toHaveLength(2);
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'elite' });
    await billing.listen(true);
  }, 30_000);
});

describe('a downgrade', () => {
  it('waits for the end of the paid period, and then charges the lower price', async () => {
    const userId = await billing.givenSubscriber('elite');
    const { items } = await subscriptionOf(userId);
    const end = new Date((items.data[0]?.current_period_end ?? 0) * 1000);
    expect(await change(userId, 'starter')).toEqual({
      status: 200,
      body: { tier: 'elite', nextTier: 'starter', effectiveAt: end.toISOString() },
    });
    await eventually(() => expect(lastChange(userId)).toMatchObject({ tier: 'elite', status: 'downgrade_pending' }));
    expect(await chargesOf(userId)).toHaveLength(1);

    billing.clock.moveTo(new Date(end.getTime() + 60_000));
    await eventually(() => expect(lastChange(userId)).toMatchObject({ tier: 'starter', status: 'active' }));
    expect((await chargesOf(userId)).map((detail) => detail?.amount)).toEqual([7990, 3390]);
  });

  it('can be replaced, undone, and cancelled', async () => {
    const userId = await billing.givenSubscriber('elite');
    await change(userId, 'starter');
    expect((await change(userId, 'pro')).body).toMatchObject({ tier: 'elite', nextTier: 'pro' });
    expect((await change(userId, 'elite')).body).toEqual({ tier: 'elite' });
    expect(await subscriptionOf(userId)).toMatchObject({ schedule: null });
    await change(userId, 'starter');
    expect((await billing.call(userId, 'POST', '/api/cancel-subscription')).body).toEqual({ cancelAtPeriodEnd: true });
    // A downgrade of a cancelled plan also undoes the cancellation.
    expect((await change(userId, 'starter')).body).toMatchObject({ tier: 'elite', nextTier: 'starter' });
    expect((await subscriptionOf(userId)).cancel_at).toBeNull();
  });

  it('is planned once when one of Stripe’s answers was lost', async () => {
    const userId = await billing.givenSubscriber('pro');
    billing.sandbox.chaos.set('stripe', { timeoutAfterSuccess: 1, limit: 3, only: 'POST /v1/subscription_schedules' });
    expect((await change(userId, 'starter')).status).toBe(503);
    expect((await change(userId, 'starter')).body).toMatchObject({ tier: 'pro', nextTier: 'starter' });
    const { data } = await billing.stripe.subscriptionSchedules.list({ customer: await billing.customerOf(userId) });
    expect(data).toHaveLength(1);
  }, 30_000);
});

describe('a change to the current plan', () => {
  it('is refused, and without a plan opens a checkout', async () => {
    const userId = await billing.givenSubscriber('pro');
    await billing.eventsProcessed();
    expect(await change(userId, 'pro')).toMatchObject({ status: 400, body: { error: 'ALREADY_ON_PLAN' } });
    const visitor = billing.newUser();
    expect((await change(visitor, 'free')).body).toMatchObject({ error: 'ALREADY_ON_PLAN' });
    const { body } = await change(visitor, 'starter');
    await billing.pay(body.checkoutUrl);
    await eventually(() => expect(lastChange(visitor)).toMatchObject({ tier: 'starter' }));
  });

  it('[ASVS 8.2.2] changes no other user’s subscription', async () => {
    const owner = await billing.givenSubscriber('pro');
    const other = billing.newUser();
    for (const path of ['/api/cancel-subscription', '/api/renew-subscription']) {
      expect((await billing.call(other, 'POST', path)).status).toBe(400);
    }
    expect(await subscriptionOf(owner)).toMatchObject({ cancel_at_period_end: false });
  });
});

it('an earlier read from Stripe is never saved over a later one', async () => {
  const userId = await billing.givenSubscriber('pro');
  await billing.eventsProcessed();
  await billing.listen(false);
  const earlier = readSlowly(userId);
  await earlier.answered;
  expect((await billing.change(userId, 'elite')).body).toMatchObject({ tier: 'elite' });
  earlier.release();
  expect(await earlier.done).toMatchObject({ tier: 'elite' });
  expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'elite' });
  await billing.eventsProcessed();
  expect(billing.changesOf(userId).map(({ tier }) => tier)).toEqual(['pro', 'elite']);
});
