import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** All objects that the pinned SDK's types give a fixed `object`, with their required fields. */
function requiredFields(): Map<string, string[]> {
  const folder = join(import.meta.dirname, '../node_modules/stripe/esm/resources');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'));
  const found = new Map<string, string[]>();
  for (const file of files) {
    const source = readFileSync(join(folder, file), 'utf8');
    for (const [, indent = '', name = '', body = ''] of source.matchAll(
      /^( *)export interface (\w+) \{\n(.*?)^\1\}/gms,
    )) {
      if (name.startsWith('Deleted')) continue;
      const fields = [...body.matchAll(new RegExp(`^${indent} {4}(\\w+)(\\??): (.*);$`, 'gm'))];
      const kind = /^'([\w.]+)'$/.exec(fields.find(([, field]) => field === 'object')?.[3] ?? '')?.[1];
      if (kind === undefined) continue;
      found.set(
        kind,
        fields.filter(([, , optional]) => optional === '').map(([, field = '']) => field),
      );
    }
  }
  return found;
}

/** The missing fields of an object and of the objects in it, as `kind.field`. */
function lacking(value: unknown, required: Map<string, string[]>, kinds: Set<string>): string[] {
  if (value === null || typeof value !== 'object') return [];
  const below = Object.values(value).flatMap((inner) => lacking(inner, required, kinds));
  const kind = (value as { object?: unknown }).object;
  if (typeof kind !== 'string' || 'deleted' in value) return below;
  kinds.add(kind);
  return [
    ...below,
    ...(required.get(kind) ?? []).filter((field) => !(field in value)).map((field) => `${kind}.${field}`),
  ];
}

/** A customer with a purchase, an upgrade, a schedule, a refund and a failed payment. */
async function livedThrough(): Promise<void> {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Date.UTC(2027, 0, 31, 9) / 1000 });
  const customer = await stripe.customers.create({ email: 'c@d.e', test_clock: clock.id });
  const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: prices.starterMonthly }],
    default_payment_method: card,
  });
  const [item] = subscription.items.data;
  await stripe.subscriptions.update(subscription.id, {
    items: [{ id: item?.id ?? '', price: prices.proMonthly }],
    proration_behavior: 'always_invoice',
  });
  const { data } = await stripe.invoicePayments.list({ invoice: String(subscription.latest_invoice) });
  await stripe.refunds.create({ payment_intent: String(data[0]?.payment.payment_intent) });
  await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
  const other = await stripe.customers.create({});
  const disputing = await stripe.paymentMethods.attach('pm_card_createDispute', { customer: other.id });
  await stripe.subscriptions.create({
    customer: other.id,
    items: [{ price: prices.starterMonthly }],
    default_payment_method: disputing.id,
  });
  await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: prices.proMonthly, quantity: 1 }],
    success_url: 'http://localhost:1/ok',
  });
}

it('has the required fields of the SDK’s types in every object', async () => {
  await livedThrough();
  const { data: clocks } = await stripe.testHelpers.testClocks.list();
  const [customer] = (await stripe.customers.list({ test_clock: String(clocks[0]?.id) })).data;
  const responses = [
    clocks,
    customer,
    await stripe.subscriptions.list({ status: 'all', customer: String(customer?.id) }),
    await stripe.subscriptionSchedules.list(),
    await stripe.invoices.list({ expand: ['data.payments'] }),
    await stripe.invoices.createPreview({ subscription: String((await stripe.subscriptions.list()).data[0]?.id) }),
    await stripe.invoicePayments.list(),
    await stripe.paymentIntents.list(),
    await stripe.charges.list(),
    await stripe.refunds.list(),
    await stripe.disputes.list(),
    await stripe.paymentMethods.list({ customer: String(customer?.id) }),
    await stripe.prices.list(),
    await stripe.products.list(),
    await stripe.checkout.sessions.list({ expand: ['data.line_items'] }),
    await stripe.billingPortal.sessions.create({ customer: String(customer?.id), return_url: 'http://localhost:1/' }),
    await stripe.events.list({ limit: 100 }),
    await stripe.webhookEndpoints.list(),
  ];
  const kinds = new Set<string>();
  const lacks = new Set(lacking(responses, requiredFields(), kinds));
  expect(kinds.size).toBeGreaterThan(15);
  expect([...lacks].sort()).toEqual([]);
});
