import { eventually } from '@reelwright/testing';
import { applyCorrections } from '../src/corrections/apply-corrections.ts';
import { depsOf } from './deps.ts';
import { useBilling } from './harness.ts';
import { givenOverdue } from './situations.ts';

const billing = useBilling();

const day = 86_400_000;
const lastChange = (userId: string) => billing.changesOf(userId).at(-1);
const invoicesOf = async (userId: string) =>
  (await billing.stripe.invoices.list({ customer: await billing.customerOf(userId) })).data;

describe('a renewal that is not paid', () => {
  it('keeps the plan for seven days, shows their end, and becomes active again when paid in time', async () => {
    const { userId, end } = await givenOverdue(billing);
    expect(await billing.entitlementOf(userId)).toMatchObject({
      tier: 'pro',
      status: 'past_due',
      currentPeriodEnd: new Date(end),
      entitledUntil: new Date(end + 7 * day),
      overdueCents: 4990,
      overdueCurrency: 'eur',
    });
    expect(lastChange(userId)).toMatchObject({ overdueCents: 4990, overdueCurrency: 'eur' });
    await billing.goTo(end + 6 * day);
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'pro' });
    const { body } = await billing.change(userId, 'pro');
    expect((await billing.pay(body.checkoutUrl)).status).toBe(200);
    await eventually(() =>
      expect(lastChange(userId)).toMatchObject({ status: 'active', currentPeriodStart: new Date(end) }),
    );
    expect(lastChange(userId)).toMatchObject({ overdueCents: undefined, overdueCurrency: undefined });
    expect(await billing.chargesOf(userId)).toEqual([4990, 4990]);
  });

  it('is charged at once to a new card from the portal, before Stripe’s next retry', async () => {
    const { userId, end } = await givenOverdue(billing);
    await billing.goTo(end + 6 * day);
    const { body } = await billing.call(userId, 'POST', '/api/billing-portal');
    await billing.pay(body.url, '5555555555554444');
    await eventually(() => expect(lastChange(userId)).toMatchObject({ tier: 'pro', status: 'active' }));
    await billing.eventsProcessed();
    expect(await billing.chargesOf(userId)).toEqual([4990, 4990]);
  });

  it('keeps its invoice open when other subscriptions of the person are corrected before theirs was listed', async () => {
    const { userId } = await givenOverdue(billing);
    const deps = depsOf(billing);
    // As if the subscription had begun after the list was read.
    const payments = { ...deps.payments, listSubscriptions: async () => [] };
    await applyCorrections({ ...deps, payments }, userId);
    expect((await invoicesOf(userId)).filter(({ status }) => status === 'open')).toHaveLength(1);
    await applyCorrections(deps, userId);
    expect((await invoicesOf(userId)).filter(({ status }) => status === 'open')).toHaveLength(1);
  });

  it('stays overdue when the new card is declined too', async () => {
    const { userId } = await givenOverdue(billing);
    const { body } = await billing.call(userId, 'POST', '/api/billing-portal');
    await billing.pay(body.url, '4000000000000341');
    await billing.eventsProcessed();
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'pro', status: 'past_due' });
    expect(await billing.chargesOf(userId)).toEqual([4990]);
  });

  it('restores the plan for the rest of the period when Stripe collects it after the grace', async () => {
    const { userId, end } = await givenOverdue(billing);
    await billing.goTo(end + 7 * day + 60_000);
    await eventually(() => expect(lastChange(userId)).toMatchObject({ tier: 'free', status: 'none' }));
    await billing.useCard(userId, 'pm_card_visa');
    await eventually(() => expect(lastChange(userId)).toMatchObject({ tier: 'pro', status: 'active' }));
    expect(await billing.entitlementOf(userId)).toMatchObject({ currentPeriodStart: new Date(end) });
  });

  it('ends at Stripe if it is never paid; its invoice can no longer be paid, and a new plan can be bought', async () => {
    const { userId, end } = await givenOverdue(billing);
    await billing.goTo(end + 20 * day);
    await eventually(async () =>
      expect((await invoicesOf(userId)).map(({ status }) => status)).toEqual(['void', 'paid']),
    );
    expect(await billing.subscriptionOf(userId)).toMatchObject({ status: 'canceled' });
    await eventually(() => expect(lastChange(userId)).toMatchObject({ tier: 'free' }));
    const { body } = await billing.call(userId, 'POST', '/api/create-subscription', billing.choose('starter'));
    await billing.pay(body.checkoutUrl);
    await eventually(() => expect(lastChange(userId)).toMatchObject({ tier: 'starter', status: 'active' }));
    expect(await billing.chargesOf(userId)).toEqual([4990, 3390]);
  });

  it('is refunded once, with a correction, when it is paid after its subscription has ended', async () => {
    const { userId, end } = await givenOverdue(billing);
    await billing.listen(false);
    await billing.goTo(end + 20 * day);
    const [open] = await invoicesOf(userId);
    expect(open?.status).toBe('open');
    await billing.goTo(end + 21 * day);
    await billing.listen(true);
    expect((await billing.pay(String(open?.hosted_invoice_url))).status).toBe(200);
    await eventually(() => expect(billing.refundsOf(userId)).toMatchObject([{ amountCents: 4990 }]));
    await billing.eventsProcessed();
    const { body } = await billing.call(userId, 'GET', '/api/payments');
    expect(body.payments[0]).toMatchObject({ id: open?.id, amountCents: 4990, refundedCents: 4990 });
    const records = await billing.app.db
      .selectFrom('corrections')
      .selectAll()
      .where('payment_id', '=', String(open?.id))
      .execute();
    expect(records).toMatchObject([{ reason: 'paid_after_end', amount_cents: 4990, done_at: expect.any(Date) }]);
    const metrics = await billing.metrics();
    expect(metrics).toMatch(/billing_corrections_total\{[^}]*reason="paid_after_end"[^}]*\} 1$/m);
    expect(metrics).toMatch(/billing_refunded_cents_total\{[^}]*\} 4990$/m);
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'free' });
  });
});

describe('cancelling while a payment is overdue', () => {
  it('ends the plan at once, and the open invoice is no longer collected', async () => {
    const { userId, end } = await givenOverdue(billing);
    expect(await billing.call(userId, 'POST', '/api/cancel-subscription')).toEqual({
      status: 200,
      body: { cancelAtPeriodEnd: false },
    });
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'free' });
    expect((await invoicesOf(userId)).map(({ status }) => status)).toEqual(['void', 'paid']);
    await billing.useCard(userId, 'pm_card_visa');
    await billing.goTo(end + 40 * day);
    await billing.eventsProcessed();
    expect(await billing.chargesOf(userId)).toEqual([4990]);
    expect(await billing.subscriptionOf(userId)).toMatchObject({ status: 'canceled' });
  });

  it('by buying another plan is possible after the grace: the unpaid plan ends, nothing is paid twice', async () => {
    const { userId, end } = await givenOverdue(billing);
    const refused = await billing.call(userId, 'POST', '/api/create-subscription', billing.choose('elite'));
    expect(refused).toMatchObject({ status: 409, body: { error: 'SUBSCRIPTION_EXISTS' } });
    await billing.goTo(end + 7 * day + 60_000);
    const preview = await billing.call(userId, 'POST', '/api/preview-subscription-change', billing.choose('elite'));
    expect(preview.body).toMatchObject({ kind: 'checkout', dueNowCents: 7990 });
    const { body } = await billing.change(userId, 'elite');
    expect((await billing.pay(body.checkoutUrl)).status).toBe(303);
    await eventually(() => expect(lastChange(userId)).toMatchObject({ tier: 'elite', status: 'active' }));
    await billing.goTo(end + 25 * day);
    await billing.eventsProcessed();
    expect(await billing.chargesOf(userId)).toEqual([4990, 7990]);
    expect((await invoicesOf(userId)).map(({ status }) => status)).toEqual(['paid', 'void', 'paid']);
  });
});
