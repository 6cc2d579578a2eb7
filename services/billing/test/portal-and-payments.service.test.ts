import { eventually } from '@reelwright/testing';
import { useBilling } from './harness.ts';

const billing = useBilling();

const list = (userId: string | undefined) => billing.call(userId, 'GET', '/api/payments');

/** A subscriber whose first payment is disputed. */
async function givenDisputed() {
  const userId = await billing.givenSubscriber('pro', false, '4000000000000259');
  const { data } = await billing.stripe.disputes.list();
  const customer = await billing.customerOf(userId);
  for (const dispute of data) {
    const charge = await billing.stripe.charges.retrieve(String(dispute.charge));
    if (charge.customer === customer) return { userId, dispute, charge };
  }
  throw new Error('no dispute');
}
const shown = async (userId: string) => (await billing.call(userId, 'GET', '/api/payments')).body.payments;
const kept = (id: string) => billing.app.db.selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirst();

describe('the portal', () => {
  it('accepts a new card, which is charged from then on, and returns to the profile', async () => {
    const userId = await billing.givenSubscriber('pro');
    const { status, body } = await billing.call(userId, 'POST', '/api/billing-portal', {});
    expect(status).toBe(200);
    expect(await (await fetch(body.url)).text()).toContain('Payment method');
    const saved = await billing.pay(body.url, '5555555555554444');
    expect(saved.headers.get('location')).toBe('http://localhost:1/profile');
    const customer = await billing.customerOf(userId);
    const { data } = await billing.stripe.subscriptions.list({ customer, expand: ['data.default_payment_method'] });
    expect(data).toMatchObject([{ default_payment_method: { card: { last4: '4444' } } }]);
  });

  it('is for users with a paid plan, and answers 401 without a session', async () => {
    expect(await billing.call(undefined, 'POST', '/api/billing-portal')).toMatchObject({ status: 401 });
    expect(await billing.call(billing.newUser(), 'POST', '/api/billing-portal')).toMatchObject({
      status: 400,
      body: { error: 'NO_PAID_SUBSCRIPTION' },
    });
    for (const body of [{ return_url: 'https://elsewhere.example' }, [1], 'x']) {
      expect((await billing.call(billing.newUser(), 'POST', '/api/billing-portal', body)).status).toBe(400);
    }
  });
});

describe('the payments of a user', () => {
  it('are listed newest first, with interval, refund and receipt', async () => {
    const userId = await billing.givenSubscriber('starter');
    billing.clock.moveTo(new Date(billing.clock.now().getTime() + 60_000));
    await billing.call(userId, 'POST', '/api/change-subscription', billing.choose('pro', true));
    await billing.eventsProcessed();
    const [charge] = (await billing.stripe.charges.list({ customer: await billing.customerOf(userId) })).data;
    await billing.stripe.refunds.create({ charge: charge?.id ?? '', amount: 1000 });
    const payments = await eventually(async () => {
      const { status, body } = await list(userId);
      expect([status, body.payments[0]?.refundedCents]).toEqual([200, 1000]);
      return body.payments;
    });
    expect(payments).toEqual([
      {
        id: expect.stringMatching(/^in_/),
        amountCents: charge?.amount,
        refundedCents: 1000,
        disputed: false,
        currency: 'eur',
        tier: 'pro',
        isAnnual: true,
        kind: 'upgrade',
        paidAt: expect.stringMatching(/^\d{4}-.*Z$/),
        receiptUrl: expect.stringContaining('/i/in_'),
      },
      expect.objectContaining({ tier: 'starter', isAnnual: false, kind: 'purchase', amountCents: 3390 }),
    ]);
  });

  it('have a kind: purchase, switch to annual, upgrade, renewal', async () => {
    const userId = await billing.givenSubscriber('starter');
    const forward = async (ms: number) => billing.goTo(billing.clock.now().getTime() + ms);
    await forward(60_000);
    await billing.change(userId, 'starter', true);
    await forward(60_000);
    await billing.change(userId, 'pro', true);
    await billing.change(userId, 'starter');
    await billing.goTo((await billing.periodEndOf(userId)) + 60_000);
    await billing.eventsProcessed();
    await billing.goTo((await billing.periodEndOf(userId)) + 60_000);
    await billing.eventsProcessed();
    const { payments } = (await list(userId)).body;
    const shown = payments.map(({ kind, tier, isAnnual }: Record<string, unknown>) => [kind, tier, isAnnual]);
    expect(shown.toReversed()).toEqual([
      ['purchase', 'starter', false],
      ['switch', 'starter', true],
      ['upgrade', 'pro', true],
      ['renewal', 'starter', false],
      ['renewal', 'starter', false],
    ]);
  });

  it('are shown without a kind when they were recorded without one', async () => {
    const userId = await billing.givenSubscriber('starter');
    await billing.app.db.updateTable('payments').set({ kind: null }).where('user_id', '=', userId).execute();
    expect((await list(userId)).body.payments).toMatchObject([{ tier: 'starter', kind: null }]);
  });

  it('are shown without receipts while Stripe does not respond', async () => {
    const userId = await billing.givenSubscriber('starter');
    await billing.eventsProcessed();
    billing.sandbox.chaos.set('stripe', { error5xx: 1 });
    expect((await list(userId)).body.payments).toMatchObject([{ amountCents: 3390, receiptUrl: null }]);
  });

  it('[ASVS 8.2.2] are shown to no other user', async () => {
    await billing.givenSubscriber('elite');
    expect((await list(billing.newUser())).body).toEqual({ payments: [] });
    expect(await list(undefined)).toMatchObject({ status: 401 });
  });
});

describe('a disputed payment', () => {
  it('is shown as disputed and counted, and does not change the plan', async () => {
    const { userId, dispute } = await givenDisputed();
    await eventually(async () =>
      expect(await shown(userId)).toMatchObject([{ amountCents: 4990, refundedCents: 0, disputed: true }]),
    );
    expect(await kept(dispute.id)).toMatchObject({
      amount_cents: 4990,
      reason: 'fraudulent',
      status: 'needs_response',
    });
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'pro', status: 'active' });
    expect(await billing.metrics()).toMatch(/billing_disputes_total\{[^}]*status="needs_response"[^}]*\} \d/);
  });

  it('that is won is shown like an undisputed payment', async () => {
    const { userId, dispute } = await givenDisputed();
    await billing.stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'winning_evidence' } });
    // Waits for the stored dispute first, because the payment also looks normal before the dispute arrives.
    await eventually(async () => expect(await kept(dispute.id)).toMatchObject({ status: 'won' }));
    expect(await shown(userId)).toMatchObject([{ refundedCents: 0, disputed: false }]);
    expect(billing.refundsOf(userId)).toEqual([]);
  });

  it('that is lost is published as a refund, once; the plan continues until Stripe ends it', async () => {
    const { userId, dispute } = await givenDisputed();
    await billing.stripe.disputes.close(dispute.id);
    await eventually(() => expect(billing.refundsOf(userId)).toMatchObject([{ amountCents: 4990, currency: 'eur' }]));
    expect(await shown(userId)).toMatchObject([{ refundedCents: 4990, disputed: true }]);
    await billing.eventsProcessed();
    expect(billing.refundsOf(userId)).toHaveLength(1);
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'pro', status: 'active' });
  });
});

describe('a payment refunded in full', () => {
  it('does not end the plan by itself', async () => {
    const userId = await billing.givenSubscriber('elite');
    const [charge] = (await billing.stripe.charges.list({ customer: await billing.customerOf(userId) })).data;
    await billing.stripe.refunds.create({ charge: String(charge?.id) });
    await eventually(async () => expect(await shown(userId)).toMatchObject([{ refundedCents: 7990, disputed: false }]));
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'elite', status: 'active' });
  });
});
