import { eventually } from '@reelwright/testing';
import type Stripe from 'stripe';
import type { Billing } from './harness.ts';

/** A subscriber whose renewal the bank has just declined; `end` is the end of the paid period. */
export async function givenOverdue(billing: Billing, tier = 'pro'): Promise<{ userId: string; end: number }> {
  const userId = await billing.givenSubscriber(tier);
  await billing.useCard(userId, 'pm_card_chargeCustomerFail');
  const end = await billing.periodEndOf(userId);
  await billing.goTo(end + 60_000);
  await eventually(() => expect(billing.changesOf(userId).at(-1)).toMatchObject({ tier, status: 'past_due' }));
  await billing.eventsProcessed();
  return { userId, end };
}

/** A checkout that was not opened through the service, like one in another tab. */
export async function openElsewhere(
  billing: Billing,
  customer: string,
  price: string,
  more: Pick<Stripe.Checkout.SessionCreateParams, 'client_reference_id' | 'subscription_data'> = {},
): Promise<{ id: string; url: string }> {
  const { id, url } = await billing.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price, quantity: 1 }],
    success_url: 'http://localhost:1/',
    ...more,
  });
  return { id, url: String(url) };
}

/** A customer's payments and the refunded part of each, in cents, newest first. */
export async function paidAndReturned(billing: Billing, customer: string): Promise<[number, number][]> {
  const { data } = await billing.stripe.charges.list({ customer });
  return data.filter(({ paid }) => paid).map(({ amount, amount_refunded: back }) => [amount, back]);
}
