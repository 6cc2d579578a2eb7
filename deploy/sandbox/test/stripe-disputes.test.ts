import Stripe from 'stripe';
import { credentials } from '../src/credentials.ts';
import { type Running, runSandbox } from './running.ts';

const { prices, secretKey } = credentials.stripe;

let sandbox: Running;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await runSandbox();
  const { hostname, port } = new URL(sandbox.origins.server('stripe'));
  stripe = new Stripe(secretKey, { host: hostname, port: Number(port), protocol: 'http' });
});
afterAll(() => sandbox.end());

async function subscriber(card: string) {
  const customer = await stripe.customers.create({});
  const { id } = await stripe.paymentMethods.attach(card, { customer: customer.id });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: prices.proMonthly }],
    default_payment_method: id,
  });
  return { customer: customer.id, subscription };
}
const eventsOf = async (id: string) =>
  (await stripe.events.list({ type: 'charge.dispute.*', limit: 100 })).data
    .filter(({ data }) => (data.object as { id?: string }).id === id)
    .map(({ type }) => type)
    .reverse();

it('a charge of the disputing card is disputed, and evidence wins it back', async () => {
  const { customer } = await subscriber('pm_card_createDispute');
  const [charge] = (await stripe.charges.list({ customer })).data;
  expect(charge).toMatchObject({ status: 'succeeded', disputed: true, refunded: false });
  const [dispute] = (await stripe.disputes.list({ charge: String(charge?.id) })).data;
  expect(dispute).toMatchObject({ amount: 4990, status: 'needs_response', reason: 'fraudulent' });
  const id = String(dispute?.id);
  const saved = await stripe.disputes.update(id, { evidence: { product_description: 'Reels' }, submit: false });
  expect(saved.status).toBe('needs_response');
  const won = await stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' } });
  expect(won.status).toBe('won');
  expect(await eventsOf(id)).toEqual([
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.updated',
    'charge.dispute.updated',
    'charge.dispute.closed',
    'charge.dispute.funds_reinstated',
  ]);
});

it('a pending change is dropped when its invoice is voided', async () => {
  const { customer, subscription } = await subscriber('pm_card_visa');
  const asks = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer });
  await stripe.subscriptions.update(subscription.id, { default_payment_method: asks.id });
  const waiting = await stripe.subscriptions.update(subscription.id, {
    items: [{ id: String(subscription.items.data[0]?.id), price: prices.eliteMonthly }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  });
  expect(waiting.pending_update).not.toBeNull();
  await stripe.invoices.voidInvoice(String(waiting.latest_invoice));
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    pending_update: null,
    status: 'active',
  });
});

it('filters lists by the time of creation', async () => {
  const { customer } = await subscriber('pm_card_visa');
  const now = Math.floor(sandbox.clock.now().getTime() / 1000);
  const made = async (created: { gte?: number; lt?: number }) =>
    (await stripe.invoices.list({ customer, created })).data.length;
  expect([await made({ gte: now - 60 }), await made({ lt: now - 60 }), await made({ gte: now + 60 })]).toEqual([
    1, 0, 0,
  ]);
});
