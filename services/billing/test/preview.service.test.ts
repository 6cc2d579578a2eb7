import { useBilling } from './harness.ts';
import { change, day, forward, hour, preview } from './previews.ts';

const billing = useBilling();

describe('the preview of a change', () => {
  it('shows the next charge and its day, also when an annual credit lasts for months', async () => {
    for (const [from, to] of [
      [
        { tier: 'starter', isAnnual: false },
        { tier: 'elite', isAnnual: false },
      ],
      [
        { tier: 'pro', isAnnual: false },
        { tier: 'pro', isAnnual: true },
      ],
      [
        { tier: 'starter', isAnnual: true },
        { tier: 'pro', isAnnual: false },
      ],
      [
        { tier: 'elite', isAnnual: false },
        { tier: 'pro', isAnnual: false },
      ],
    ] as const) {
      const userId = await billing.givenSubscriber(from.tier, from.isAnnual);
      forward(billing, 9 * day + 77_000);
      const { body: shown } = await preview(billing, userId, to);
      await change(billing, userId, to, shown.prorationDate);
      const before = (await billing.chargesOf(userId)).length;
      billing.clock.moveTo(new Date(Date.parse(shown.nextChargeAt) + 60_000));
      await billing.stripe.customers.retrieve(await billing.customerOf(userId)); // makes Stripe apply the new time
      const charged = (await billing.chargesOf(userId)).slice(before).reduce((sum, amount) => sum + amount, 0);
      expect([from, to, charged]).toEqual([from, to, shown.nextChargeCents]);
    }
  }, 60_000);

  it('shows the cost of buying, cancelling, staying and renewing', async () => {
    const visitor = billing.newUser();
    expect((await preview(billing, visitor, { tier: 'pro', isAnnual: true })).body).toMatchObject({
      kind: 'checkout',
      dueNowCents: 51480,
      currency: 'eur',
      nextChargeCents: 51480,
      effectiveAt: null,
      prorationDate: null,
    });
    expect(await billing.customerOf(visitor)).toBe('');
    const none = { kind: 'none', dueNowCents: 0, nextChargeCents: null, nextChargeAt: null, prorationDate: null };
    expect((await preview(billing, visitor, { tier: 'free', isAnnual: false })).body).toMatchObject(none);

    const userId = await billing.givenSubscriber('pro');
    const end = (await billing.entitlementOf(userId)).currentPeriodEnd?.toISOString();
    expect((await preview(billing, userId, { tier: 'pro', isAnnual: false })).body).toMatchObject({
      kind: 'none',
      nextChargeCents: 4990,
      nextChargeAt: end,
    });
    const cancel = { kind: 'cancel', dueNowCents: 0, nextChargeCents: null, nextChargeAt: null, effectiveAt: end };
    expect((await preview(billing, userId, { tier: 'free', isAnnual: false })).body).toMatchObject(cancel);
    await billing.call(userId, 'POST', '/api/cancel-subscription');
    expect((await preview(billing, userId, { tier: 'pro', isAnnual: false })).body).toMatchObject({
      kind: 'resume',
      dueNowCents: 0,
      nextChargeCents: 4990,
      nextChargeAt: end,
    });
  });

  it('is valid for an hour within the current period', async () => {
    const userId = await billing.givenSubscriber('starter');
    const elite = { tier: 'elite', isAnnual: false };
    const { body: shown } = await preview(billing, userId, elite);
    const expired = { status: 400, body: { error: 'PREVIEW_EXPIRED' } };
    expect(await change(billing, userId, elite, shown.prorationDate + 3600)).toMatchObject(expired);
    forward(billing, hour + 2_000);
    expect(await change(billing, userId, elite, shown.prorationDate)).toMatchObject(expired);
    const end = Number((await billing.entitlementOf(userId)).currentPeriodEnd);
    billing.clock.moveTo(new Date(end - 60_000));
    const { body: late } = await preview(billing, userId, elite);
    billing.clock.moveTo(new Date(end + 60_000));
    expect(await change(billing, userId, elite, late.prorationDate)).toMatchObject(expired);
    expect(await billing.chargesOf(userId)).toEqual([3390, 3390]);
  });

  it('is refused like the change while a payment is overdue, and offers to pay it', async () => {
    const userId = await billing.givenSubscriber('pro');
    const end = Number((await billing.entitlementOf(userId)).currentPeriodEnd);
    billing.sandbox.chaos.set('stripe', { refusal: 1 });
    billing.clock.moveTo(new Date(end + 60_000));
    await billing.stripe.subscriptions.list({ customer: await billing.customerOf(userId) });
    billing.sandbox.chaos.set('stripe', { refusal: 0 });
    for (const ask of [preview, change]) {
      expect(await ask(billing, userId, { tier: 'elite', isAnnual: false })).toMatchObject({
        status: 400,
        body: { error: 'PAYMENT_OVERDUE' },
      });
    }
    const current = { tier: 'pro', isAnnual: false };
    expect((await preview(billing, userId, current)).body).toMatchObject({ kind: 'checkout', dueNowCents: 4990 });
    const { body } = await change(billing, userId, current);
    expect((await billing.pay(body.checkoutUrl)).status).toBe(200);
    expect(await billing.chargesOf(userId)).toEqual([4990, 4990]);
  });

  it('answers 401 without a session, and refuses an invalid body', async () => {
    const path = '/api/preview-subscription-change';
    expect(await billing.call(undefined, 'POST', path, billing.choose('pro'))).toMatchObject({ status: 401 });
    const userId = billing.newUser();
    const good = billing.choose('pro');
    for (const body of [
      {},
      null,
      [],
      { ...good, tier: 'grow' },
      { ...good, prorationDate: 1 },
      { ...good, is1080p: 1 },
    ]) {
      const { status } = await billing.call(userId, 'POST', path, body);
      expect([body, status]).toEqual([body, 400]);
    }
    for (const prorationDate of [-1, 1.5, '1', 1e20, null, {}]) {
      const body = { ...good, prorationDate };
      const { status } = await billing.call(userId, 'POST', '/api/change-subscription', body);
      expect([body, status]).toEqual([body, 400]);
    }
  });
});
