import { eventually } from '@reelwright/testing';
import { useBilling } from './harness.ts';

const billing = useBilling();

const chargesOf = async (userId: string) =>
  billing.sandbox.journal.read({ act: 'charge', account: await billing.customerOf(userId) });

describe('buying a plan', () => {
  it('takes the hosted checkout and publishes the entitlement', async () => {
    const userId = billing.newUser();
    billing.people.set(userId, { email: 'lia@example.com', firstName: 'Lia', lastName: 'Rossi' });
    const { status, body } = await billing.call(userId, 'POST', '/api/create-subscription', billing.choose('pro'));
    expect(status).toBe(200);
    const paid = await billing.pay(body.checkoutUrl);
    const sessionId = billing.sessionIdIn(body.checkoutUrl);
    expect(paid.headers.get('location')).toBe(`http://localhost:1/dashboard?success=true&session_id=${sessionId}`);

    const [change] = await eventually(() => {
      const changes = billing.changesOf(userId);
      expect(changes).toHaveLength(1);
      return changes;
    });
    expect(change).toMatchObject({ tier: 'pro', isAnnual: false, status: 'active', revision: 1, expiresAt: undefined });
    await eventually(() =>
      expect(billing.paymentsOf(userId)).toMatchObject([{ amountCents: 4990, currency: 'eur', tier: 'pro' }]),
    );
    expect(await billing.entitlementOf(userId)).toMatchObject({
      tier: 'pro',
      videosPerMonth: 12,
      stripeSubscriptionId: change?.stripeSubscriptionId,
      revision: 1,
    });
    expect(await billing.stripe.customers.retrieve(await billing.customerOf(userId))).toMatchObject({
      email: 'lia@example.com',
      name: 'Lia Rossi',
      metadata: { userId },
    });
    await billing.eventsProcessed();
    expect(billing.changesOf(userId)).toHaveLength(1);
    expect(await chargesOf(userId)).toHaveLength(1);
  });

  it('[ASVS 2.2.2] charges the price shown for every plan, monthly and annual', async () => {
    for (const [tier, isAnnual, amount, videos] of [
      ['starter', true, 34680, 8],
      ['elite', false, 7990, 20],
    ] as const) {
      const userId = await billing.givenSubscriber(tier, isAnnual);
      expect(await chargesOf(userId)).toMatchObject([{ detail: { amount } }]);
      expect(await billing.entitlementOf(userId)).toMatchObject({ tier, isAnnual, videosPerMonth: videos });
    }
  });

  it('has the same answer on its second route', async () => {
    const { status, body } = await billing.call(
      billing.newUser(),
      'POST',
      '/api/create-checkout-session',
      billing.choose('starter'),
    );
    expect(status).toBe(200);
    expect(await (await fetch(body.url)).text()).toContain('Reelwright Starter');
  });

  it('opens one checkout for a double click, and closes it for another choice', async () => {
    const userId = billing.newUser();
    const buy = (tier: string) => billing.call(userId, 'POST', '/api/create-subscription', billing.choose(tier));
    const [one, other] = await Promise.all([buy('pro'), buy('pro')]);
    expect(one.body.checkoutUrl).toBe(other.body.checkoutUrl);
    const changed = await buy('elite');
    expect(changed.body.checkoutUrl).not.toBe(one.body.checkoutUrl);
    expect((await billing.pay(one.body.checkoutUrl)).status).toBe(404);
    expect((await billing.pay(changed.body.checkoutUrl)).status).toBe(303);
    expect(await chargesOf(userId)).toHaveLength(1);
  });

  it('opens a new checkout after one that has expired', async () => {
    const userId = billing.newUser();
    const buy = () => billing.call(userId, 'POST', '/api/create-subscription', billing.choose('pro'));
    const first = await buy();
    await billing.stripe.checkout.sessions.expire(billing.sessionIdIn(first.body.checkoutUrl));
    const second = await buy();
    expect(second.status).toBe(200);
    expect(second.body.checkoutUrl).not.toBe(first.body.checkoutUrl);
  });

  it('creates a new customer when Stripe no longer has the old one', async () => {
    const userId = billing.newUser();
    const buy = () => billing.call(userId, 'POST', '/api/create-subscription', billing.choose('pro'));
    await buy();
    const before = await billing.customerOf(userId);
    await billing.stripe.customers.del(before);
    const { body } = await buy();
    await billing.pay(body.checkoutUrl);
    await eventually(() => expect(billing.changesOf(userId)).toMatchObject([{ tier: 'pro' }]));
    expect(await billing.customerOf(userId)).not.toBe(before);
  });

  it('is refused to a user who has a plan at Stripe, also when its events were lost', async () => {
    await billing.listen(false);
    const userId = billing.newUser();
    const first = await billing.call(userId, 'POST', '/api/create-subscription', billing.choose('pro'));
    await billing.pay(first.body.checkoutUrl);
    for (const path of ['/api/create-subscription', '/api/create-checkout-session']) {
      const second = await billing.call(userId, 'POST', path, billing.choose('elite'));
      expect(second).toMatchObject({ status: 409, body: { error: 'SUBSCRIPTION_EXISTS' } });
    }
    expect(await chargesOf(userId)).toHaveLength(1);
  });

  it('creates one customer and one session when the answers to both were lost and it is retried', async () => {
    const userId = billing.newUser();
    const buy = () => billing.call(userId, 'POST', '/api/create-subscription', billing.choose('pro'));
    // The SDK tries each call three times; all three answers are lost after Stripe did the work.
    billing.sandbox.chaos.set('stripe', { timeoutAfterSuccess: 1, limit: 3, only: 'POST /v1/customers' });
    expect(await buy()).toMatchObject({ status: 503, body: { error: 'PAYMENTS_UNAVAILABLE' } });
    billing.sandbox.chaos.set('stripe', { timeoutAfterSuccess: 1, limit: 3, only: 'POST /v1/checkout/sessions' });
    expect(await buy()).toMatchObject({ status: 503 });
    expect((await buy()).status).toBe(200);

    const customers = await billing.stripe.customers.list({ limit: 100 });
    const own = customers.data.filter(({ metadata }) => metadata.userId === userId);
    expect(own).toHaveLength(1);
    const sessions = await billing.stripe.checkout.sessions.list({ customer: own[0]?.id ?? '' });
    expect(sessions.data).toHaveLength(1);
  }, 30_000);

  it('answers 503 when Stripe is down, and stores nothing', async () => {
    billing.sandbox.chaos.set('stripe', { error5xx: 1 });
    const userId = billing.newUser();
    expect(await billing.call(userId, 'POST', '/api/create-subscription', billing.choose('pro'))).toMatchObject({
      status: 503,
      body: { error: 'PAYMENTS_UNAVAILABLE' },
    });
    expect(await billing.customerOf(userId)).toBe('');
  }, 30_000);
});

describe('the page after checkout', () => {
  it('activates the plan before any webhook, which then changes nothing', async () => {
    await billing.listen(false);
    const userId = billing.newUser();
    const { body } = await billing.call(userId, 'POST', '/api/create-subscription', billing.choose('elite'));
    const sessionId = billing.sessionIdIn(body.checkoutUrl);
    const check = () => billing.call(userId, 'GET', `/api/check-subscription-status/${sessionId}`);
    expect(await check()).toEqual({ status: 200, body: { success: false, tier: 'free' } });
    await billing.pay(body.checkoutUrl);
    expect(await check()).toEqual({ status: 200, body: { success: true, tier: 'elite' } });
    expect(await check()).toEqual({ status: 200, body: { success: true, tier: 'elite' } });
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'elite', revision: 1 });

    await billing.listen(true);
    const { subscription } = await billing.stripe.checkout.sessions.retrieve(sessionId);
    await billing.stripe.subscriptions.update(String(subscription), { metadata: { noted: 'yes' } });
    await billing.eventsProcessed();
    await eventually(() => expect(billing.paymentsOf(userId)).toHaveLength(1));
    expect(billing.changesOf(userId)).toHaveLength(1);
  });

  it('[ASVS 8.2.2] shows neither another user’s checkout nor one that does not exist', async () => {
    const userId = billing.newUser();
    const { body } = await billing.call(userId, 'POST', '/api/create-subscription', billing.choose('pro'));
    const sessionId = billing.sessionIdIn(body.checkoutUrl);
    await billing.pay(body.checkoutUrl);
    const nosy = billing.newUser();
    for (const id of [sessionId, 'cs_test_nothing']) {
      expect(await billing.call(nosy, 'GET', `/api/check-subscription-status/${id}`)).toMatchObject({
        status: 404,
        body: { error: 'SESSION_NOT_FOUND' },
      });
    }
    expect(await billing.entitlementOf(nosy)).toMatchObject({ tier: 'free' });
    expect(await billing.customerOf(nosy)).toBe('');
  });
});

describe('a refused request', () => {
  const posts = ['/api/create-subscription', '/api/create-checkout-session', '/api/change-subscription'];
  const commands = ['/api/cancel-subscription', '/api/renew-subscription'];

  it('[ASVS 8.2.1] answers 401 without a session, on every route', async () => {
    for (const path of posts) {
      expect(await billing.call(undefined, 'POST', path, billing.choose('pro'))).toMatchObject({ status: 401 });
    }
    for (const path of commands) expect(await billing.call(undefined, 'POST', path)).toMatchObject({ status: 401 });
    expect(await billing.call(undefined, 'GET', '/api/check-subscription-status/cs_test_1')).toMatchObject({
      status: 401,
    });
  });

  it('[ASVS 15.3.3] refuses an invalid body, and writes nothing', async () => {
    const userId = billing.newUser();
    const good = billing.choose('pro');
    const bad = [
      {},
      null,
      [],
      'pro',
      { ...good, tier: 'grow' },
      { ...good, tier: null },
      { ...good, isAnnual: 'yes please' },
      { tier: 'pro', isAnnual: true },
      { ...good, price: 1 },
      { ...good, tier: { $gt: '' } },
    ];
    for (const path of posts) {
      for (const body of bad) {
        const reply = await billing.call(userId, 'POST', path, body);
        expect([path, body, reply.status]).toEqual([path, body, 400]);
        expect(reply.body).toMatchObject({ error: expect.any(String), message: expect.any(String) });
      }
    }
    for (const path of commands) {
      for (const body of [{ now: true }, [1], 'x']) {
        expect((await billing.call(userId, 'POST', path, body)).status).toBe(400);
      }
    }
    for (const id of ['x', 'cs_test_%00', `cs_${'a'.repeat(190)}`, '..%2F..%2Fcustomers', 'cs_ümlaut']) {
      const { status } = await billing.call(userId, 'GET', `/api/check-subscription-status/${id}`);
      expect([id, status >= 400 && status < 500]).toEqual([id, true]);
    }
    expect(await billing.customerOf(userId)).toBe('');
    expect(await billing.app.db.selectFrom('operations').select('id').where('user_id', '=', userId).execute()).toEqual(
      [],
    );
  });

  it('refuses a plan below 1080p, a checkout of the free plan, and changes without a plan', async () => {
    const userId = billing.newUser();
    for (const path of posts) {
      expect(await billing.call(userId, 'POST', path, { ...billing.choose('pro'), is1080p: false })).toMatchObject({
        status: 400,
        body: { error: 'NO_SUCH_PRICE' },
      });
    }
    expect((await billing.call(userId, 'POST', '/api/create-subscription', billing.choose('free'))).status).toBe(400);
    for (const path of commands) {
      expect(await billing.call(userId, 'POST', path, {})).toMatchObject({
        status: 400,
        body: { error: 'NO_PAID_SUBSCRIPTION' },
      });
    }
  });

  it('answers entitlements to the services that may ask; an unknown user is free with one video', async () => {
    expect(await billing.entitlementOf('nobody')).toMatchObject({
      userId: 'nobody',
      tier: 'free',
      videosPerMonth: 1,
      revision: 0,
    });
    await expect(billing.entitlementAskedByStranger('nobody')).rejects.toMatchObject({ kind: 'PERMISSION_DENIED' });
    await expect(billing.entitlementOf('')).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
  });
});
