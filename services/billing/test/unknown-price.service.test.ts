import { events } from '@reelwright/contracts';
import { silentLogger } from '@reelwright/logger';
import { eventually } from '@reelwright/testing';
import { createPriceList } from '../src/plans/plan-catalogue.ts';
import { syncSubscription } from '../src/subscriptions/sync-subscription.ts';
import { depsOf } from './deps.ts';
import { prices, useBilling } from './harness.ts';
import { differencesOf, reconcileNext } from './reconcile-run.ts';
import { openElsewhere, paidAndReturned } from './situations.ts';

// The price of monthly elite is not in the settings of this service.
const elsewhere = prices.eliteMonthly;
const billing = useBilling({ reconciles: true, settings: { STRIPE_PRICE_ELITE_MONTHLY: 'price_of_tomorrow' } });

const day = 86_400_000;
const post = (userId: string, path: string, body?: unknown) => billing.call(userId, 'POST', path, body);
const buy = (userId: string, tier = 'pro') => post(userId, '/api/create-subscription', billing.choose(tier));
const at = (id: string) => billing.stripe.subscriptions.retrieve(id);
const chargesOf = async (userId: string) => paidAndReturned(billing, await billing.customerOf(userId));

/** A user with a customer (from an opened checkout) and a subscription to another product. */
async function givenCustomer(metadata: Record<string, string>) {
  const userId = billing.newUser();
  await buy(userId);
  const customer = await billing.customerOf(userId);
  const card = await billing.stripe.paymentMethods.attach('pm_card_visa', { customer });
  const { id } = await billing.stripe.subscriptions.create({
    customer,
    items: [{ price: elsewhere }],
    default_payment_method: card.id,
    metadata: metadata.userId === 'own' ? { userId } : metadata,
  });
  return { userId, id };
}

describe.each([
  ['without an owner', {}],
  ['owned by another user', { userId: 'somebody-else' }],
])('another product’s subscription of the same customer, %s,', (_name, metadata: Record<string, string>) => {
  it('gives no plan and does not prevent one', async () => {
    const { userId, id } = await givenCustomer(metadata);
    await billing.eventsProcessed();
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'free' });
    for (const path of ['/api/cancel-subscription', '/api/renew-subscription', '/api/billing-portal']) {
      expect(await post(userId, path)).toMatchObject({ status: 400, body: { error: 'NO_PAID_SUBSCRIPTION' } });
    }
    const preview = await post(userId, '/api/preview-subscription-change', billing.choose('pro'));
    expect(preview).toMatchObject({ status: 200, body: { kind: 'checkout', dueNowCents: 4990 } });
    expect(Object.keys((await billing.change(userId, 'pro')).body)).toEqual(['checkoutUrl']);
    expect((await billing.call(userId, 'GET', '/api/payments')).body).toEqual({ payments: [] });
    const { body } = await buy(userId);
    await billing.pay(body.checkoutUrl);
    const session = billing.sessionIdIn(body.checkoutUrl);
    expect((await billing.call(userId, 'GET', `/api/check-subscription-status/${session}`)).body).toEqual({
      success: true,
      tier: 'pro',
    });
    await billing.eventsProcessed();
    expect((await at(id)).status).toBe('active');
  });

  it('is not changed by changes of the user’s plan', async () => {
    const { userId, id } = await givenCustomer(metadata);
    await billing.pay((await buy(userId)).body.checkoutUrl);
    await eventually(() => expect(billing.changesOf(userId)).toMatchObject([{ tier: 'pro' }]));
    expect(await buy(userId)).toMatchObject({ status: 409, body: { error: 'SUBSCRIPTION_EXISTS' } });
    expect((await post(userId, '/api/cancel-subscription')).body).toEqual({ cancelAtPeriodEnd: true });
    expect((await post(userId, '/api/renew-subscription')).body).toEqual({ success: true, tier: 'pro' });
    expect((await billing.change(userId, 'starter')).body).toMatchObject({ tier: 'pro', nextTier: 'starter' });
    expect((await billing.change(userId, 'pro', true)).body).toEqual({ tier: 'pro' });
    expect(differencesOf(await reconcileNext(billing), userId)).toEqual([]);
    expect(await at(id)).toMatchObject({ status: 'active', cancel_at: null, schedule: null });
    expect((await chargesOf(userId)).map(([, back]) => back)).toEqual([0, 0, 0]);
    const { body } = await billing.call(userId, 'GET', '/api/payments');
    expect(body.payments.map(({ tier }: { tier: string }) => tier)).toEqual(['pro', 'pro']);
  }, 40_000);

  it('is neither voided nor refunded when it ends overdue and is paid later', async () => {
    const { userId, id } = await givenCustomer(metadata);
    await billing.eventsProcessed();
    await billing.useCard(userId, 'pm_card_chargeCustomerFail');
    await billing.goTo((await billing.periodEndOf(userId)) + 60_000);
    const invoice = String((await at(id)).latest_invoice);
    await billing.stripe.subscriptions.cancel(id);
    await billing.eventsProcessed();
    expect(differencesOf(await reconcileNext(billing), userId)).toEqual([]);
    await billing.listen(true);
    const { status, hosted_invoice_url: url } = await billing.stripe.invoices.retrieve(invoice);
    expect(status).toBe('open');
    expect((await billing.pay(String(url))).status).toBe(200);
    await billing.eventsProcessed();
    expect(await chargesOf(userId)).toEqual([
      [7990, 0],
      [7990, 0],
    ]);
  }, 60_000);

  it('ends with its customer when its user is deleted, and is not refunded', async () => {
    const leftAt = billing.clock.now();
    const { userId, id } = await givenCustomer(metadata);
    const customer = await billing.customerOf(userId);
    await billing.publish(events.UserDeleted, { userId, revision: 9 }, { occurredAt: leftAt });
    await eventually(async () => expect((await at(id)).status).toBe('canceled'));
    await billing.eventsProcessed();
    const { data } = await billing.stripe.charges.list({ customer });
    expect(data.map(({ amount_refunded: back }) => back)).toEqual([0]);
  });
});

/** A subscription of ours with a price that is no longer in the settings. */
async function givenUnknown() {
  const { userId, id } = await givenCustomer({ userId: 'own' });
  await billing.eventsProcessed();
  return { userId, id };
}

describe('a subscription of ours at a price that is no longer in the settings', () => {
  /** The plan that was stored while the settings had its price. */
  async function givenElite() {
    const { userId, id } = await givenUnknown();
    expect(await syncSubscription(depsOf(billing), userId)).toMatchObject({ tier: 'elite', status: 'active' });
    return { userId, id };
  }

  it('keeps its plan through events, renewals and nightly runs, which report it', async () => {
    const { userId, id } = await givenElite();
    const end = await billing.periodEndOf(userId);
    await billing.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await eventually(() =>
      expect(billing.changesOf(userId).at(-1)).toMatchObject({ tier: 'elite', status: 'cancelling' }),
    );
    await billing.stripe.subscriptions.update(id, { cancel_at_period_end: false });
    await billing.goTo(end + 60_000);
    await eventually(() =>
      expect(billing.changesOf(userId).at(-1)).toMatchObject({
        tier: 'elite',
        status: 'active',
        currentPeriodStart: new Date(end),
      }),
    );
    for (let night = 0; night < 2; night++) {
      const report = await reconcileNext(billing);
      expect(differencesOf(report, userId)).toEqual([
        { userId, what: 'unknown_price', before: { subscription: id, price: elsewhere }, did: 'nothing' },
      ]);
      await billing.listen(true);
    }
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'elite', status: 'active' });
    expect((await at(id)).status).toBe('active');
    expect((await chargesOf(userId)).map(([, back]) => back)).toEqual([0, 0]);
  }, 60_000);

  it('can be cancelled, renewed and changed as its known plan, and no second plan is bought', async () => {
    const { userId, id } = await givenElite();
    expect(await buy(userId)).toMatchObject({ status: 409, body: { error: 'SUBSCRIPTION_EXISTS' } });
    expect((await post(userId, '/api/billing-portal')).status).toBe(200);
    expect((await post(userId, '/api/cancel-subscription')).body).toEqual({ cancelAtPeriodEnd: true });
    expect((await post(userId, '/api/renew-subscription')).body).toEqual({ success: true, tier: 'elite' });
    const preview = await post(userId, '/api/preview-subscription-change', billing.choose('starter'));
    expect(preview).toMatchObject({ status: 200, body: { kind: 'downgrade' } });
    expect((await billing.change(userId, 'starter')).body).toMatchObject({ tier: 'elite', nextTier: 'starter' });
    expect((await billing.change(userId, 'elite', true)).body).toEqual({ tier: 'elite' });
    expect((await at(id)).items.data[0]?.price.id).toBe(prices.eliteAnnual);
  });

  it('is neither ended nor refunded beside another plan', async () => {
    const { userId, id } = await givenElite();
    const { url } = await openElsewhere(billing, await billing.customerOf(userId), prices.proMonthly, {
      client_reference_id: userId,
      subscription_data: { metadata: { userId } },
    });
    await billing.pay(url);
    await billing.eventsProcessed();
    await reconcileNext(billing);
    expect((await at(id)).status).toBe('active');
    expect(await chargesOf(userId)).toEqual([
      [4990, 0],
      [7990, 0],
    ]);
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'pro' });
  }, 40_000);

  it('is not ended after its grace, and no other plan is sold meanwhile', async () => {
    const { userId, id } = await givenElite();
    await billing.useCard(userId, 'pm_card_chargeCustomerFail');
    await billing.goTo((await billing.periodEndOf(userId)) + 60_000);
    await eventually(() => expect(billing.changesOf(userId).at(-1)).toMatchObject({ status: 'past_due' }));
    await billing.goTo((await billing.periodEndOf(userId)) - 22 * day);
    await eventually(() => expect(billing.changesOf(userId).at(-1)).toMatchObject({ tier: 'free' }));
    await billing.eventsProcessed();
    expect(await buy(userId)).toMatchObject({ status: 409, body: { error: 'SUBSCRIPTION_EXISTS' } });
    expect((await at(id)).status).toBe('past_due');
  }, 40_000);

  it('without a known plan gives no entitlement; it can be cancelled, and a change is refused', async () => {
    const { userId, id } = await givenUnknown();
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'free', status: 'none' });
    expect(await buy(userId)).toMatchObject({ status: 409, body: { error: 'SUBSCRIPTION_EXISTS' } });
    for (const path of ['/api/change-subscription', '/api/preview-subscription-change']) {
      expect(await post(userId, path, billing.choose('pro'))).toMatchObject({
        status: 400,
        body: { error: 'UNKNOWN_PRICE' },
      });
    }
    expect((await post(userId, '/api/renew-subscription')).status).toBe(200);
    expect((await post(userId, '/api/cancel-subscription')).status).toBe(200);
    expect(await at(id)).toMatchObject({ status: 'active', cancel_at_period_end: true });
  });

  it('is logged with its id and its price', async () => {
    const { userId, id } = await givenUnknown();
    const logged: unknown[] = [];
    const { starterMonthly, starterAnnual, proMonthly, proAnnual, eliteAnnual } = prices;
    await syncSubscription(
      {
        ...depsOf(billing),
        logger: Object.assign(Object.create(silentLogger), { error: (about: unknown) => logged.push(about) }),
        prices: createPriceList({
          starter: { monthly: starterMonthly, annual: starterAnnual },
          pro: { monthly: proMonthly, annual: proAnnual },
          elite: { monthly: 'price_of_tomorrow', annual: eliteAnnual },
        }),
      },
      userId,
    );
    expect(logged).toEqual([{ userId, subscriptionId: id, priceId: elsewhere }]);
  });
});
