import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { credentials, type RunningSandbox, startSandbox } from '../src/index.ts';

const { prices, secretKey, webhookSecret } = credentials.stripe;

let directory: string;
let sandbox: RunningSandbox;
let stripe: Stripe;
let receiver: Server;
/** The received events in order, each verified by the SDK against the raw body. */
const received: Stripe.Event[] = [];
let refuseNext = 0;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-stripe-'));
  sandbox = await startSandbox({ ports: 0, dir: directory });
  const { hostname, port } = new URL(sandbox.origins.server('stripe'));
  stripe = new Stripe(secretKey, { host: hostname, port: Number(port), protocol: 'http', maxNetworkRetries: 0 });
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (refuseNext > 0) {
        refuseNext--;
        response.writeHead(500).end();
        return;
      }
      const signature = String(request.headers['stripe-signature']);
      received.push(stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, webhookSecret));
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port: listening } = receiver.address() as AddressInfo;
  await stripe.webhookEndpoints.update('we_reelwright', { url: `http://127.0.0.1:${listening}/hook` });
});
afterAll(async () => {
  await sandbox.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  received.length = 0;
  refuseNext = 0;
  sandbox.chaos.set('stripe', {
    duplicateEvents: 0,
    reorderedEvents: 0,
    garbage: 0,
    timeoutAfterSuccess: 0,
    refusal: 0,
    only: '',
    limit: null,
  });
});

async function until<T>(look: () => T | undefined | false): Promise<T> {
  for (const end = Date.now() + 8_000; ; ) {
    const found = look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited in vain; received ${received.map(({ type }) => type).join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const typesOf = (customer: string) =>
  received
    .filter(({ data }) => (data.object as { customer?: string }).customer === customer)
    .map(({ type }) => type as string);

const checkoutFor = (customer: string, price: string = prices.proMonthly) =>
  stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    client_reference_id: '7',
    line_items: [{ price, quantity: 1 }],
    success_url: 'http://localhost:1/dashboard?success=true&session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:1/pricing',
    subscription_data: { metadata: { userId: '7' } },
  });
const submit = (url: string | null, form: Record<string, string>) =>
  fetch(String(url), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ email: 'a@b.c', name: 'A', ...form }),
  });
const pay = (url: string | null, number = '4242 4242 4242 4242') => submit(url, { act: 'pay', number });

async function givenSubscriber(price?: string) {
  const customer = await stripe.customers.create({ email: 'a@b.c' });
  const session = await checkoutFor(customer.id, price);
  await pay(session.url);
  const { data } = await stripe.subscriptions.list({ customer: customer.id });
  const [subscription] = data;
  if (!subscription) throw new Error('no subscription');
  const [item] = subscription.items.data;
  if (!item) throw new Error('no item');
  return { customer, session, subscription, item };
}

/** Creates a subscriber on a test clock through the API. */
async function givenSubscriberOnClock(price: string = prices.proMonthly, card = 'pm_card_visa') {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Date.UTC(2027, 0, 31, 9) / 1000 });
  const customer = await stripe.customers.create({ email: 'c@d.e', test_clock: clock.id });
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price }],
    default_payment_method: method.id,
  });
  if (card !== 'pm_card_visa') {
    const other = await stripe.paymentMethods.attach(card, { customer: customer.id });
    await stripe.subscriptions.update(subscription.id, { default_payment_method: other.id });
  }
  const advance = async (to: string) => {
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: Date.parse(to) / 1000 });
    expect((await stripe.testHelpers.testClocks.retrieve(clock.id)).status).toBe('ready');
  };
  const present = () => stripe.subscriptions.retrieve(subscription.id);
  return { customer, subscription, advance, present };
}
const endOf = (subscription: Stripe.Subscription) =>
  new Date((subscription.items.data[0]?.current_period_end ?? 0) * 1000).toISOString();
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: Stripe.errors.StripeError) => error,
  );

describe('the account', () => {
  it('sells three plans by month and year, in EUR cents', async () => {
    const { data } = await stripe.prices.list({ limit: 100 });
    expect(Object.fromEntries(data.map((price) => [price.lookup_key, price.unit_amount]))).toEqual({
      starter_month: 3390,
      starter_year: 34680,
      pro_month: 4990,
      pro_year: 51480,
      elite_month: 7990,
      elite_year: 81480,
    });
  });

  it('rejects another key, an unknown parameter, a missing one and an unknown object, as Stripe does', async () => {
    const { hostname, port } = new URL(sandbox.origins.server('stripe'));
    const stranger = new Stripe('sk_test_wrong', { host: hostname, port: Number(port), protocol: 'http' });
    expect(await failureOf(stranger.customers.list())).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    const unknown = await failureOf(stripe.customers.create({ colour: 'red' } as never));
    expect(unknown).toMatchObject({ statusCode: 400, code: 'parameter_unknown', param: 'colour' });
    const missing = await failureOf(stripe.checkout.sessions.create({ mode: 'subscription', line_items: [] } as never));
    expect(missing).toMatchObject({ statusCode: 400, code: 'parameter_missing' });
    expect(await failureOf(stripe.subscriptions.retrieve('sub_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such subscription: 'sub_none'",
    });
  });

  it('returns a deleted customer as deleted, and rejects calls for it', async () => {
    const { id } = await stripe.customers.create({ email: 'gone@b.c' });
    await stripe.customers.del(id);
    expect(await stripe.customers.retrieve(id)).toMatchObject({ id, object: 'customer', deleted: true });
    expect(await failureOf(stripe.customers.update(id, { name: 'Back' }))).toMatchObject({ code: 'resource_missing' });
    expect(await failureOf(checkoutFor(id))).toMatchObject({ code: 'resource_missing', param: 'customer' });
  });

  it('pages through lists and expands references', async () => {
    const { customer, subscription } = await givenSubscriber();
    for (let i = 0; i < 12; i++) await stripe.customers.create({ email: 'page@b.c', name: String(i) });
    const names: (string | null | undefined)[] = [];
    for await (const one of stripe.customers.list({ email: 'page@b.c', limit: 5 })) names.push(one.name);
    expect(names).toEqual(['11', '10', '9', '8', '7', '6', '5', '4', '3', '2', '1', '0']);

    const full = await stripe.subscriptions.retrieve(subscription.id, {
      expand: ['customer', 'latest_invoice.payments', 'items.data.price.product'],
    });
    expect((full.customer as Stripe.Customer).id).toBe(customer.id);
    expect(full.items.data[0]?.price.product).toMatchObject({ name: 'Reelwright Pro' });
    expect((full.latest_invoice as Stripe.Invoice).payments?.data[0]?.status).toBe('paid');
    expect(await failureOf(stripe.subscriptions.retrieve(subscription.id, { expand: ['nothing'] }))).toMatchObject({
      message: 'This property cannot be expanded (nothing).',
    });
  });
});

describe('idempotency', () => {
  it('returns a repeated key with the first response, and rejects it for other parameters', async () => {
    const first = await stripe.customers.create({ email: 'k@b.c' }, { idempotencyKey: 'key-1' });
    const second = await stripe.customers.create({ email: 'k@b.c' }, { idempotencyKey: 'key-1' });
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(await failureOf(stripe.customers.create({ email: 'z@b.c' }, { idempotencyKey: 'key-1' }))).toBeInstanceOf(
      Stripe.errors.StripeIdempotencyError,
    );
  });

  it('stores no response for a call with wrong parameters', async () => {
    await failureOf(stripe.customers.create({ email: 'not an address' }, { idempotencyKey: 'key-2' }));
    const made = await stripe.customers.create({ email: 'right@b.c' }, { idempotencyKey: 'key-2' });
    expect(made.email).toBe('right@b.c');
  });

  it('creates one customer when the first response was lost and the SDK repeated the call', async () => {
    sandbox.chaos.set('stripe', { timeoutAfterSuccess: 1, limit: 1, only: 'POST /v1/customers' });
    const { hostname, port } = new URL(sandbox.origins.server('stripe'));
    const patient = new Stripe(secretKey, {
      host: hostname,
      port: Number(port),
      protocol: 'http',
      maxNetworkRetries: 2,
    });
    const customer = await patient.customers.create({ email: 'lost@b.c' });
    const { data } = await stripe.customers.list({ email: 'lost@b.c' });
    expect(data.map(({ id }) => id)).toEqual([customer.id]);
  });
});

describe('checkout', () => {
  it('shows a page, accepts a card and redirects back with a paid subscription', async () => {
    const customer = await stripe.customers.create({ email: 'buyer@b.c' });
    const session = await checkoutFor(customer.id);
    expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', subscription: null, amount_total: 4990 });
    const page = await (await fetch(String(session.url))).text();
    expect(page).toContain('Reelwright Pro');
    expect(page).toContain('buyer@b.c');
    expect(page).toContain('4242 4242 4242 4242');

    const paid = await pay(session.url);
    expect(paid.status).toBe(303);
    expect(paid.headers.get('location')).toBe(`http://localhost:1/dashboard?success=true&session_id=${session.id}`);
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
    expect(done).toMatchObject({ status: 'complete', payment_status: 'paid', url: null, client_reference_id: '7' });
    const subscription = done.subscription as Stripe.Subscription;
    expect(subscription).toMatchObject({ status: 'active', metadata: { userId: '7' }, cancel_at_period_end: false });
    expect(sandbox.journal.read({ provider: 'stripe', act: 'charge', account: customer.id })).toMatchObject([
      { detail: { amount: 4990, subscription: subscription.id } },
    ]);
  });

  it('sends all signed events of a first purchase', async () => {
    const { customer } = await givenSubscriber();
    await until(() => typesOf(customer.id).includes('checkout.session.completed'));
    expect(typesOf(customer.id)).toEqual([
      'payment_method.attached',
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
      'checkout.session.completed',
    ]);
  });

  it('charges once when the button is pressed twice', async () => {
    const customer = await stripe.customers.create({ email: 'twice@b.c' });
    const session = await checkoutFor(customer.id);
    const [one, other] = await Promise.all([pay(session.url), pay(session.url)]);
    expect([one.status, other.status]).toEqual([303, 303]);
    expect(sandbox.journal.read({ act: 'charge', account: customer.id })).toHaveLength(1);
  });

  it('creates nothing for a declined card, and accepts another card', async () => {
    const customer = await stripe.customers.create({ email: 'poor@b.c' });
    const session = await checkoutFor(customer.id);
    const declined = await pay(session.url, '4000000000009995');
    expect(await declined.text()).toContain('Your card has insufficient funds.');
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([]);
    expect((await pay(session.url)).status).toBe(303);
  });

  it('requires the holder of a 3D Secure card, who may abandon or complete', async () => {
    const customer = await stripe.customers.create({ email: 'secure@b.c' });
    const session = await checkoutFor(customer.id);
    const number = '4000002500003155';
    // The holder has not confirmed yet, so the result is not accepted.
    expect(await (await submit(session.url, { act: 'authenticate', number })).text()).toContain('Is this you?');
    expect(await (await submit(session.url, { act: 'abandon', number })).text()).toContain('unable to authenticate');
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
    expect(await (await pay(session.url, number)).text()).toContain('Complete authentication');
    expect((await submit(session.url, { act: 'authenticate', number })).status).toBe(303);
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('complete');
  });

  it('links back to the shop without a payment, and accepts no card in an expired session', async () => {
    const customer = await stripe.customers.create({ email: 'back@b.c' });
    const session = await checkoutFor(customer.id);
    const back = await submit(session.url, { act: 'cancel' });
    expect(back.headers.get('location')).toBe('http://localhost:1/pricing');
    const address = session.url;
    await stripe.checkout.sessions.expire(session.id);
    expect((await pay(address)).status).toBe(404);
    expect(sandbox.journal.read({ act: 'charge', account: customer.id })).toEqual([]);
  });
});

describe('webhooks', () => {
  it('are sent again until they are accepted', async () => {
    refuseNext = 2;
    const customer = await stripe.customers.create({ email: 'again@b.c' });
    await until(() =>
      received.some(
        ({ type, data }) => type === 'customer.created' && (data.object as { id: string }).id === customer.id,
      ),
    );
  });

  it('are sent twice and out of order by the chaos switches', async () => {
    sandbox.chaos.set('stripe', { duplicateEvents: 1, reorderedEvents: 1 });
    const { customer } = await givenSubscriber();
    await until(() => typesOf(customer.id).filter((type) => type === 'customer.subscription.created').length === 2);
    const ids = received.map(({ id }) => id);
    expect(new Set(ids).size).toBeLessThan(ids.length);
    const types = typesOf(customer.id);
    expect(types.indexOf('checkout.session.completed')).toBeLessThan(types.indexOf('customer.subscription.created'));
  });
});

describe('a subscription', () => {
  it('is upgraded at once: the unused time is credited, the rest of the period charged', async () => {
    const { subscription, item, customer } = await givenSubscriber(prices.starterMonthly);
    const halfway = Math.round((item.current_period_start + item.current_period_end) / 2);
    const change = {
      items: [{ id: item.id, price: prices.eliteMonthly }],
      proration_behavior: 'always_invoice' as const,
      proration_date: halfway,
    };
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: change,
    });
    expect(preview.amount_due).toBe(2300);
    const after = await stripe.subscriptions.update(subscription.id, {
      ...change,
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice'],
    });
    expect(after.items.data).toMatchObject([{ id: item.id, price: { id: prices.eliteMonthly } }]);
    expect(after.latest_invoice).toMatchObject({
      status: 'paid',
      amount_paid: 2300,
      billing_reason: 'subscription_update',
    });
    expect((after.latest_invoice as Stripe.Invoice).parent?.subscription_details?.subscription).toBe(subscription.id);
    await until(() => typesOf(customer.id).filter((type) => type === 'invoice.paid').length === 2);
  });

  it('keeps its plan with a pending update when the upgrade is not paid', async () => {
    const { subscription, item } = await givenSubscriber(prices.starterMonthly);
    sandbox.chaos.set('stripe', { refusal: 1 });
    const change = {
      items: [{ id: item.id, price: prices.eliteMonthly }],
      proration_behavior: 'always_invoice' as const,
    };
    const rejected = await failureOf(
      stripe.subscriptions.update(subscription.id, { ...change, payment_behavior: 'error_if_incomplete' }),
    );
    expect(rejected).toMatchObject({ statusCode: 402, code: 'card_declined' });
    const pending = await stripe.subscriptions.update(subscription.id, {
      ...change,
      payment_behavior: 'pending_if_incomplete',
    });
    expect(pending.items.data[0]?.price.id).toBe(prices.starterMonthly);
    expect(pending.pending_update?.subscription_items?.[0]?.price.id).toBe(prices.eliteMonthly);

    sandbox.chaos.set('stripe', { refusal: 0 });
    await stripe.invoices.pay(String(pending.latest_invoice));
    const applied = await stripe.subscriptions.retrieve(subscription.id);
    expect(applied.pending_update).toBeNull();
    expect(applied.items.data[0]?.price.id).toBe(prices.eliteMonthly);
  });

  it('drops a pending update for another one, and charges for the last only', async () => {
    const { subscription, item, customer } = await givenSubscriber(prices.starterMonthly);
    sandbox.chaos.set('stripe', { refusal: 1 });
    const change = (price: string) =>
      stripe.subscriptions.update(subscription.id, {
        items: [{ id: item.id, price }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'pending_if_incomplete',
      });
    const first = await change(prices.eliteMonthly);
    sandbox.chaos.set('stripe', { refusal: 0 });
    const second = await change(prices.proMonthly);
    expect(second).toMatchObject({ pending_update: null, items: { data: [{ price: { id: prices.proMonthly } }] } });
    expect((await stripe.invoices.retrieve(String(first.latest_invoice))).status).toBe('void');
    expect(sandbox.journal.read({ act: 'charge', account: customer.id })).toHaveLength(2);
  });

  it('starts a new period when month becomes year with the anchor now', async () => {
    const { subscription, item } = await givenSubscriber(prices.proMonthly);
    const after = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: prices.proAnnual }],
      proration_behavior: 'always_invoice',
      billing_cycle_anchor: { type: 'now' },
    });
    const [next] = after.items.data;
    const days = ((next?.current_period_end ?? 0) - (next?.current_period_start ?? 0)) / 86_400;
    expect(days).toBeGreaterThanOrEqual(365);
  });

  it('is set to end with its period, and set to continue again', async () => {
    const { subscription, item } = await givenSubscriber();
    const ending = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    expect(ending).toMatchObject({ cancel_at_period_end: true, cancel_at: item.current_period_end, status: 'active' });
    const going = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
    expect(going).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
    const gone = await stripe.subscriptions.cancel(subscription.id);
    expect(gone.status).toBe('canceled');
    expect(await failureOf(stripe.subscriptions.cancel(subscription.id))).toMatchObject({ statusCode: 404 });
  });

  it('is refunded once', async () => {
    const { customer, subscription } = await givenSubscriber();
    const { data } = await stripe.invoicePayments.list({ invoice: String(subscription.latest_invoice) });
    const intent = String(data[0]?.payment.payment_intent);
    await stripe.refunds.create({ payment_intent: intent });
    expect(await failureOf(stripe.refunds.create({ payment_intent: intent }))).toMatchObject({
      code: 'charge_already_refunded',
    });
    expect(sandbox.journal.read({ act: 'refund', account: customer.id })).toMatchObject([{ detail: { amount: 4990 } }]);
  });

  it('gets another card through the customer portal', async () => {
    const { customer, subscription } = await givenSubscriber();
    const portal = await stripe.billingPortal.sessions.create({
      customer: customer.id,
      return_url: 'http://localhost:1/profile',
    });
    expect(await (await fetch(portal.url)).text()).toContain('•••• 4242');
    await fetch(portal.url, { method: 'POST', body: new URLSearchParams({ number: '5555 5555 5555 4444' }) });
    const after = await stripe.subscriptions.retrieve(subscription.id, { expand: ['default_payment_method'] });
    expect((after.default_payment_method as Stripe.PaymentMethod).card?.last4).toBe('4444');
  });
});

describe('as a test clock advances', () => {
  it('renews each month on the anchor’s day and charges for it', async () => {
    const { customer, subscription, advance, present } = await givenSubscriberOnClock();
    expect(endOf(subscription)).toBe('2027-02-28T09:00:00.000Z');
    await advance('2027-03-01T00:00:00Z');
    expect(endOf(await present())).toBe('2027-03-31T09:00:00.000Z');
    const { data } = await stripe.invoices.list({ customer: customer.id });
    expect(data.map(({ billing_reason, status }) => [billing_reason, status])).toEqual([
      ['subscription_cycle', 'paid'],
      ['subscription_create', 'paid'],
    ]);
    expect(sandbox.journal.read({ act: 'charge', account: customer.id })).toHaveLength(2);
  });

  it('ends a subscription that was set to end, and charges no more', async () => {
    const { customer, subscription, advance, present } = await givenSubscriberOnClock();
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await advance('2027-03-02T00:00:00Z');
    expect(await present()).toMatchObject({ status: 'canceled', ended_at: Date.parse('2027-02-28T09:00:00Z') / 1000 });
    expect(sandbox.journal.read({ act: 'charge', account: customer.id })).toHaveLength(1);
    await until(() => typesOf(customer.id).includes('customer.subscription.deleted'));
  });

  it('switches to the schedule’s next plan at the period’s end, then releases the subscription', async () => {
    const { customer, subscription, advance, present } = await givenSubscriberOnClock(prices.eliteMonthly);
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
    const [now] = schedule.phases;
    expect((await present()).schedule).toBe(schedule.id);
    expect(await failureOf(stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true }))).toMatchObject(
      {
        statusCode: 400,
      },
    );
    await stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: 'release',
      phases: [
        {
          items: [{ price: prices.eliteMonthly, quantity: 1 }],
          start_date: now?.start_date ?? 0,
          end_date: now?.end_date ?? 0,
        },
        {
          items: [{ price: prices.starterMonthly, quantity: 1 }],
          duration: { interval: 'month', interval_count: 1 },
          proration_behavior: 'none',
        },
      ],
    });
    await advance('2027-03-01T00:00:00Z');
    expect((await present()).items.data[0]?.price.id).toBe(prices.starterMonthly);
    expect(sandbox.journal.read({ act: 'charge', account: customer.id }).map(({ detail }) => detail?.amount)).toEqual([
      7990, 3390,
    ]);
    await advance('2027-04-01T00:00:00Z');
    expect((await stripe.subscriptionSchedules.retrieve(schedule.id)).status).toBe('released');
    expect(await present()).toMatchObject({ schedule: null, status: 'active' });
  });

  it('can be released before its time, and the plan stays', async () => {
    const { subscription, present } = await givenSubscriberOnClock(prices.eliteMonthly);
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
    await stripe.subscriptionSchedules.release(schedule.id);
    expect(await present()).toMatchObject({
      schedule: null,
      items: { data: [{ price: { id: prices.eliteMonthly } }] },
    });
  });

  it('is past due after a renewal that fails, tries again, and ends when no try succeeds', async () => {
    const { customer, advance, present } = await givenSubscriberOnClock(
      prices.proMonthly,
      'pm_card_chargeCustomerFail',
    );
    await advance('2027-03-01T00:00:00Z');
    expect((await present()).status).toBe('past_due');
    await until(() => typesOf(customer.id).includes('invoice.payment_failed'));
    await advance('2027-03-25T00:00:00Z');
    expect(await present()).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } });
    expect(sandbox.journal.read({ act: 'charge', account: customer.id })).toHaveLength(1);
  });

  it('does not go back or too far ahead', async () => {
    const { advance } = await givenSubscriberOnClock();
    await expect(advance('2027-01-01T00:00:00Z')).rejects.toThrow('after the current frozen time');
    await expect(advance('2027-09-01T00:00:00Z')).rejects.toThrow('two intervals');
  });
});

it('renews customers without a test clock on the product’s clock', async () => {
  const { customer, subscription } = await givenSubscriber(prices.starterMonthly);
  const ahead = (subscription.items.data[0]?.current_period_end ?? 0) * 1000 + 60_000 - Date.now();
  await sandbox.clock.setOffset?.(ahead);
  await until(() => sandbox.journal.read({ act: 'charge', account: customer.id }).length === 2);
  await sandbox.clock.setOffset?.(0);
});
