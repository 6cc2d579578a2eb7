import Stripe from 'stripe';
import { credentials } from '../src/credentials.ts';
import { type Running, runSandbox } from './running.ts';

const { prices, secretKey } = credentials.stripe;
let sandbox: Running;
let stripe: Stripe;
const ofVersion = (apiVersion?: string): Stripe => {
  const { hostname: host, port } = new URL(sandbox.origins.server('stripe'));
  const version = apiVersion === undefined ? {} : { apiVersion: apiVersion as '2026-10-28.endive' };
  return new Stripe(secretKey, { host, port, protocol: 'http', maxNetworkRetries: 0, ...version });
};
beforeAll(async () => {
  sandbox = await runSandbox();
  stripe = ofVersion();
});
afterAll(() => sandbox.end());

const subscriber = async () => {
  const customer = await stripe.customers.create({ email: 'a@b.c' });
  const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  return stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: prices.starterMonthly }],
    default_payment_method: id,
    payment_behavior: 'error_if_incomplete',
  });
};

describe('Versions of the Stripe API', () => {
  it('that are older than the emulated ones are rejected with 400', async () => {
    for (const old of ['2020-08-27', '2025-02-24.acacia', '2026-02-25.clover']) {
      await expect(ofVersion(old).customers.list()).rejects.toMatchObject({
        statusCode: 400,
        message: expect.stringContaining('This sandbox plays Stripe API version 2026-10-28.endive'),
      });
    }
  });

  it('from dahlia on are accepted, and dahlia may set the anchor as a text', async () => {
    const { id, items } = await subscriber();
    const changed = await ofVersion('2026-03-25.dahlia').subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: prices.starterAnnual }],
      billing_cycle_anchor: 'now' as never,
      proration_behavior: 'always_invoice',
    });
    expect(changed.items.data[0]?.price.id).toBe(prices.starterAnnual);
  });
});

describe('A subscription that must not begin unpaid', () => {
  it('begins with one charge when the bank pays', async () => {
    const { status, customer } = await subscriber();
    expect([status, sandbox.journal.read({ act: 'charge', account: String(customer) }).length]).toEqual(['active', 1]);
  });
});

describe('The search of customers', () => {
  it('finds by e-mail, metadata and name, joined by AND or OR, and pages', async () => {
    const made = await Promise.all(
      ['1', '2', '3'].map((userId) =>
        stripe.customers.create({ email: `s${userId}@b.c`, name: `Ada ${userId}`, metadata: { userId } }),
      ),
    );
    const ids = async (query: string) => (await stripe.customers.search({ query })).data.map(({ id }) => id).sort();
    const [one, two, three] = made.map(({ id }) => id);
    expect(await ids('email:"s1@b.c"')).toEqual([one]);
    expect(await ids(`metadata['userId']:'2' AND name~"ada"`)).toEqual([two]);
    expect(await ids('email:"s1@b.c" OR email:"s3@b.c"')).toEqual([one, three].sort());
    expect(await ids('name~"ada" AND -email:"s1@b.c"')).toEqual([two, three].sort());
    const all = stripe.customers.search({ query: 'name~"ada"', limit: 2 });
    expect(await all.autoPagingToArray({ limit: 10 })).toHaveLength(3);
    await expect(stripe.customers.search({ query: 'colour:"red"' })).rejects.toMatchObject({ param: 'query' });
  });
});
