import { eventually } from '@reelwright/testing';
import { useBilling } from './harness.ts';

const billing = useBilling();

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
