import { eventually } from '@reelwright/testing';
import { useBilling } from './harness.ts';
import { givenOverdue } from './situations.ts';

const billing = useBilling();

const day = 86_400_000;
const lastChange = (userId: string) => billing.changesOf(userId).at(-1);
const openInvoiceOf = async (userId: string) => {
  const { data } = await billing.stripe.invoices.list({ customer: await billing.customerOf(userId), status: 'open' });
  return data[0];
};
const correctionsOf = (paymentId: string) =>
  billing.app.db.selectFrom('corrections').selectAll().where('payment_id', '=', paymentId).execute();

/** Pays in another tab during a call: after it has read the subscription and before it reads the invoices. */
async function payDuring<Answer>(invoice: { hosted_invoice_url?: string | null } | undefined, call: Promise<Answer>) {
  const faults = () => billing.sandbox.journal.read({ act: 'fault' }).length;
  const before = faults();
  billing.sandbox.chaos.set('stripe', { error5xx: 1, only: 'GET /v1/invoices' });
  await eventually(() => expect(faults()).toBeGreaterThan(before), { everyMs: 5 });
  expect((await billing.pay(String(invoice?.hosted_invoice_url))).status).toBe(200);
  billing.sandbox.chaos.set('stripe', { error5xx: 0, only: '' });
  return call;
}

describe('an overdue payment made at the moment its plan is ended', () => {
  it('keeps the plan until its period ends when the user cancelled', async () => {
    const { userId } = await givenOverdue(billing);
    const invoice = await openInvoiceOf(userId);
    const answer = await payDuring(invoice, billing.call(userId, 'POST', '/api/cancel-subscription'));
    expect(answer).toEqual({ status: 200, body: { cancelAtPeriodEnd: true } });
    await billing.eventsProcessed();
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'pro', status: 'cancelling' });
    expect(await billing.subscriptionOf(userId)).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(await billing.chargesOf(userId)).toEqual([4990, 4990]);
    expect(await correctionsOf(String(invoice?.id))).toEqual([]);
  });

  it('keeps the plan when the user opened a checkout after the grace, and no second plan is bought', async () => {
    const { userId, end } = await givenOverdue(billing);
    await billing.goTo(end + 7 * day + 60_000);
    await eventually(() => expect(lastChange(userId)).toMatchObject({ tier: 'free' }));
    await billing.eventsProcessed();
    const answer = await payDuring(
      await openInvoiceOf(userId),
      billing.call(userId, 'POST', '/api/create-subscription', billing.choose('elite')),
    );
    expect(answer).toMatchObject({ status: 409, body: { error: 'SUBSCRIPTION_EXISTS' } });
    await eventually(() => expect(lastChange(userId)).toMatchObject({ tier: 'pro', status: 'active' }));
    await billing.eventsProcessed();
    expect(await billing.chargesOf(userId)).toEqual([4990, 4990]);
  });

  it('is refunded once, with a correction, when Stripe ended the plan in the same second', async () => {
    const { userId } = await givenOverdue(billing);
    const invoice = await openInvoiceOf(userId);
    await billing.listen(false);
    await billing.stripe.subscriptions.cancel((await billing.subscriptionOf(userId)).id);
    await billing.listen(true);
    expect((await billing.pay(String(invoice?.hosted_invoice_url))).status).toBe(200);
    await eventually(() => expect(billing.refundsOf(userId)).toMatchObject([{ amountCents: 4990 }]));
    await billing.eventsProcessed();
    expect(await correctionsOf(String(invoice?.id))).toMatchObject([{ reason: 'paid_after_end', amount_cents: 4990 }]);
  });
});

describe('a plan that was paid and ended at Stripe by hand within its period', () => {
  it('is not refunded', async () => {
    const userId = await billing.givenSubscriber('pro');
    await billing.goTo(billing.clock.now().getTime() + day);
    await billing.stripe.subscriptions.cancel((await billing.subscriptionOf(userId)).id);
    await eventually(() => expect(lastChange(userId)).toMatchObject({ tier: 'free' }));
    await billing.eventsProcessed();
    expect(billing.refundsOf(userId)).toEqual([]);
  });
});
