import { eventually } from '@reelwright/testing';
import { useBilling } from './harness.ts';

const billing = useBilling();

const hour = 3_600_000;
/** A card whose bank requires authentication at every payment. */
const ASKS = '4000002760003184';
const lastChange = (userId: string) => billing.changesOf(userId).at(-1);
const invoicesOf = async (userId: string) =>
  (await billing.stripe.invoices.list({ customer: await billing.customerOf(userId) })).data;

/** A subscriber whose upgrade waits for authentication. */
async function givenWaitingUpgrade(before: (userId: string) => Promise<unknown> = async () => undefined) {
  const userId = await billing.givenSubscriber('starter');
  await before(userId);
  await billing.useCard(userId, 'pm_card_authenticationRequired');
  const { status, body } = await billing.change(userId, 'elite');
  expect([status, Object.keys(body)]).toEqual([200, ['checkoutUrl']]);
  return { userId, url: body.checkoutUrl as string };
}

describe('an upgrade that needs authentication', () => {
  it('keeps the old plan when it is abandoned, expires, and another change is possible', async () => {
    const { userId, url } = await givenWaitingUpgrade();
    expect(await (await billing.pay(url, ASKS)).text()).toContain('Is this you?');
    expect(await (await billing.pay(url, ASKS, 'abandon')).text()).toContain('unable to authenticate');
    // A repeated request is answered with the same open invoice.
    expect((await billing.change(userId, 'elite')).body).toEqual({ checkoutUrl: url });
    await billing.eventsProcessed();
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'starter', status: 'active' });

    await billing.goTo(billing.clock.now().getTime() + 24 * hour);
    await billing.eventsProcessed();
    expect((await invoicesOf(userId)).map(({ status }) => status)).toEqual(['void', 'paid']);
    expect(await billing.subscriptionOf(userId)).toMatchObject({ status: 'active', pending_update: null });
    expect((await billing.pay(url)).status).not.toBe(200);
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'starter', status: 'active' });
    expect(await billing.chargesOf(userId)).toEqual([3390]);
    expect(
      await billing.app.db
        .selectFrom('operations')
        .selectAll()
        .where('user_id', '=', userId)
        .where('kind', '=', 'change')
        .where('closed_at', 'is', null)
        .execute(),
    ).toEqual([]);

    await billing.useCard(userId, 'pm_card_visa');
    expect((await billing.change(userId, 'pro')).body).toEqual({ tier: 'pro' });
    expect(await billing.chargesOf(userId)).toHaveLength(2);
  });

  it('undoes a cancellation made before the payment, and not one made during it', async () => {
    const cancel = (userId: string) => billing.call(userId, 'POST', '/api/cancel-subscription');
    const { userId, url } = await givenWaitingUpgrade(cancel);
    await billing.eventsProcessed();
    const faults = () => billing.sandbox.journal.read({ act: 'fault' }).length;
    const before = faults();
    billing.sandbox.chaos.set('stripe', { error5xx: 1, only: 'POST /v1/subscriptions/' });
    await billing.pay(url, ASKS);
    expect((await billing.pay(url, ASKS, 'authenticate')).status).toBe(200);
    // The worker has received the event and is undoing the cancellation.
    await eventually(() => expect(faults()).toBeGreaterThan(before), { everyMs: 5 });
    const answer = cancel(userId);
    billing.sandbox.chaos.set('stripe', { error5xx: 0, only: '' });
    expect(await answer).toEqual({ status: 200, body: { cancelAtPeriodEnd: true } });
    await billing.eventsProcessed();
    expect(await billing.subscriptionOf(userId)).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'elite', status: 'cancelling' });
  });

  it('uses a new key after the first request of the same upgrade has expired', async () => {
    const { userId, url } = await givenWaitingUpgrade();
    await billing.listen(false);
    await billing.goTo(billing.clock.now().getTime() + 24 * hour);
    const { body } = await billing.change(userId, 'elite');
    expect(body.checkoutUrl).not.toBe(url);
    await billing.listen(true);
    await billing.pay(body.checkoutUrl, ASKS);
    expect((await billing.pay(body.checkoutUrl, ASKS, 'authenticate')).status).toBe(200);
    await eventually(() => expect(lastChange(userId)).toMatchObject({ tier: 'elite' }));
    expect(await billing.chargesOf(userId)).toHaveLength(2);
  });

  it('takes effect when the card’s owner approves, and undoes the cancellation', async () => {
    const { userId, url } = await givenWaitingUpgrade((user) => billing.call(user, 'POST', '/api/cancel-subscription'));
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'starter', status: 'cancelling' });
    await billing.pay(url, ASKS);
    expect((await billing.pay(url, ASKS, 'authenticate')).status).toBe(200);
    await eventually(() => expect(lastChange(userId)).toMatchObject({ tier: 'elite', status: 'active' }));
    expect(await billing.subscriptionOf(userId)).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
  });

  it('leaves a planned downgrade as it was until it is paid', async () => {
    const userId = await billing.givenSubscriber('pro');
    await billing.change(userId, 'starter');
    await billing.useCard(userId, 'pm_card_authenticationRequired');
    const { body } = await billing.change(userId, 'elite');
    await billing.eventsProcessed();
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'pro', nextTier: 'starter' });
    expect((await billing.change(userId, 'elite')).body).toEqual(body);

    await billing.pay(body.checkoutUrl, ASKS);
    await billing.pay(body.checkoutUrl, ASKS, 'authenticate');
    await eventually(() => expect(lastChange(userId)).toMatchObject({ tier: 'elite', status: 'active', nextTier: '' }));
    expect(await billing.subscriptionOf(userId)).toMatchObject({ schedule: null });
  });

  it('keeps the planned downgrade when it is abandoned until the period ends', async () => {
    const userId = await billing.givenSubscriber('pro');
    await billing.change(userId, 'starter');
    await billing.useCard(userId, 'pm_card_authenticationRequired');
    const end = await billing.periodEndOf(userId);
    await billing.goTo(end - 2 * hour);
    await billing.change(userId, 'elite');
    await billing.useCard(userId, 'pm_card_visa');
    await billing.goTo(end + 60_000);
    await eventually(() => expect(lastChange(userId)).toMatchObject({ tier: 'starter', status: 'active' }));
    expect(await billing.chargesOf(userId)).toEqual([4990, 3390]);
  });

  it('is cancelled by a cancellation, a downgrade or a request for the current plan', async () => {
    for (const [change, expected] of [
      [(user: string) => billing.call(user, 'POST', '/api/cancel-subscription'), { status: 'cancelling' }],
      [(user: string) => billing.change(user, 'starter'), { status: 'active' }],
      [(user: string) => billing.call(user, 'POST', '/api/renew-subscription'), { status: 'active' }],
    ] as const) {
      const { userId, url } = await givenWaitingUpgrade();
      expect((await change(userId)).status).toBe(200);
      expect((await billing.pay(url)).status).toBe(404);
      expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'starter', ...expected });
      expect(await billing.subscriptionOf(userId)).toMatchObject({ pending_update: null });
      expect(await billing.chargesOf(userId)).toEqual([3390]);
    }
  });
});

describe('authentication outside an upgrade', () => {
  it('abandoned at the first checkout leaves the free plan and the checkout open', async () => {
    const userId = billing.newUser();
    const { body } = await billing.call(userId, 'POST', '/api/create-subscription', billing.choose('pro'));
    await billing.pay(body.checkoutUrl, ASKS);
    await billing.pay(body.checkoutUrl, ASKS, 'abandon');
    const check = `/api/check-subscription-status/${billing.sessionIdIn(body.checkoutUrl)}`;
    expect((await billing.call(userId, 'GET', check)).body).toEqual({ success: false, tier: 'free' });
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'free' });
    expect(await billing.chargesOf(userId)).toEqual([]);
    await billing.pay(body.checkoutUrl, ASKS);
    expect((await billing.pay(body.checkoutUrl, ASKS, 'authenticate')).status).toBe(303);
    expect((await billing.call(userId, 'GET', check)).body).toEqual({ success: true, tier: 'pro' });
  });

  it('required at a renewal makes the plan past due, and paying the open invoice restores it', async () => {
    const userId = await billing.givenSubscriber('pro');
    await billing.useCard(userId, 'pm_card_authenticationRequired');
    const end = await billing.periodEndOf(userId);
    await billing.goTo(end + 60_000);
    await eventually(() => expect(lastChange(userId)).toMatchObject({ tier: 'pro', status: 'past_due' }));
    const { body } = await billing.change(userId, 'pro');
    await billing.pay(body.checkoutUrl, ASKS);
    expect((await billing.pay(body.checkoutUrl, ASKS, 'authenticate')).status).toBe(200);
    await eventually(() =>
      expect(lastChange(userId)).toMatchObject({ status: 'active', currentPeriodStart: new Date(end) }),
    );
    expect(await billing.chargesOf(userId)).toEqual([4990, 4990]);
  });
});
