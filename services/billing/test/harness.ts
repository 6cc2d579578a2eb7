import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createManualClock } from '@reelwright/clock';
import {
  type AuthServiceServer,
  AuthServiceService,
  BillingServiceClient,
  type EventType,
  events,
  findEventType,
  topics,
} from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { implement } from '@reelwright/grpc';
import { silentLogger as logger } from '@reelwright/logger';
import { calm, credentials, startSandbox } from '@reelwright/sandbox';
import { eventually } from '@reelwright/testing';
import { createTestService } from '@reelwright/testing/service';
import { sql } from 'kysely';
import Stripe from 'stripe';
import { buildApp } from '../src/app.ts';
import type { Config } from '../src/config.ts';

export const { prices } = credentials.stripe;
const { secretKey, webhookSecret } = credentials.stripe;
/** The secret that replaces it. */
export const nextWebhookSecret = 'whsec_nextSandboxReelwright00000000000001';
const PUBLIC_URL = 'http://localhost:1';
/** The events of a live webhook endpoint, as the README lists them. */
const WEBHOOK_EVENTS: Stripe.WebhookEndpointUpdateParams.EnabledEvent[] = [
  'checkout.session.async_payment_failed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.completed',
  'checkout.session.expired',
  'customer.deleted',
  'customer.updated',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'customer.subscription.updated',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.voided',
  'charge.refunded',
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'subscription_schedule.aborted',
  'subscription_schedule.canceled',
  'subscription_schedule.completed',
  'subscription_schedule.created',
  'subscription_schedule.expiring',
  'subscription_schedule.released',
  'subscription_schedule.updated',
];

export interface PublishedEvent {
  name: string;
  userId: string;
  payload: Record<string, unknown>;
}
export type Billing = Awaited<ReturnType<typeof startBilling>>;

interface BillingOptions {
  readonly reconciles?: boolean;
  readonly settings?: Partial<Config>;
}

/**
 * Starts the service before the first test of a file and stops it after the last. After each test Stripe's faults are
 * off and its webhooks on. The returned object is filled before the first test.
 */
export function useBilling(options: BillingOptions = {}): Billing {
  const billing = {} as Billing;
  beforeAll(async () => {
    Object.assign(billing, await startBilling(options));
  }, 60_000);
  afterAll(() => billing.stop(), 30_000);
  afterEach(async () => {
    billing.sandbox.chaos.set('stripe', calm);
    await billing.listen(true);
  });
  return billing;
}

/** Starts the service on its own database and topics, with the real Stripe SDK and the sandbox's Stripe. */
async function startBilling({ reconciles = false, settings = {} }: BillingOptions) {
  const parts = await createTestService({
    name: 'billing',
    migrations: join(import.meta.dirname, '../migrations'),
    callers: ['scheduling', 'drive'],
    topics: [topics.auth, topics.erasure, topics.billing],
    deadLetters: [topics.auth],
  });
  const { kafka, identity } = parts;
  const clock = createManualClock();
  const sandbox = await startSandbox({
    ports: 0,
    dir: join(parts.folder, 'sandbox'),
    providers: ['stripe'],
    clock,
  });
  const stripeUrl = new URL(sandbox.origins.server('stripe'));
  const stripeAt = { host: stripeUrl.hostname, port: Number(stripeUrl.port), protocol: 'http' as const };
  const stripe = new Stripe(secretKey, { ...stripeAt, telemetry: false });

  const people = new Map<string, { email: string; firstName: string; lastName: string }>();
  const authAddress = await parts.serve([
    implement<AuthServiceServer>(AuthServiceService, {
      async getUser({ userId }) {
        const person = people.get(userId);
        if (!person) throw new AppError('NOT_FOUND', 'USER_NOT_FOUND', 'There is no such user.');
        return { userId, ...person, emailVerified: true };
      },
    }),
  ]);

  const config: Config = {
    ...parts.settings,
    PUBLIC_URL,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: `${webhookSecret},${nextWebhookSecret}`,
    STRIPE_HOST: stripeAt.host,
    STRIPE_PORT: stripeAt.port,
    STRIPE_PROTOCOL: stripeAt.protocol,
    STRIPE_PRICE_STARTER_MONTHLY: prices.starterMonthly,
    STRIPE_PRICE_STARTER_ANNUAL: prices.starterAnnual,
    STRIPE_PRICE_PRO_MONTHLY: prices.proMonthly,
    STRIPE_PRICE_PRO_ANNUAL: prices.proAnnual,
    STRIPE_PRICE_ELITE_MONTHLY: prices.eliteMonthly,
    STRIPE_PRICE_ELITE_ANNUAL: prices.eliteAnnual,
    AUTH_GRPC: authAddress,
    ...settings,
  };
  const app = await buildApp({ config, logger, clock });
  // The reconciler would correct a test's setup, so it runs only in its own tests.
  await parts.start([
    { name: 'sandbox', stop: sandbox.close },
    ...app.components.filter((component) => reconciles || component !== app.reconciler),
  ]);

  const published: PublishedEvent[] = [];
  const received = new Set<string>();
  const consumer = kafka.kafka.consumer({ groupId: `${kafka.prefix}test`, maxWaitTimeInMs: 100 });
  await consumer.connect();
  const read = [topics.billing, topics.erasure].map((topic) => kafka.prefix + topic);
  await consumer.subscribe({ topics: read, fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ message }) => {
      const name = String(message.headers?.['event-type']);
      const payload = findEventType(name)?.codec.decode(message.value ?? Buffer.alloc(0)) as unknown as
        | { userId: string }
        | undefined;
      const id = String(message.headers?.['event-id']);
      if (payload && !received.has(id)) published.push({ name, userId: payload.userId, payload: { ...payload } });
      received.add(id);
    },
  });
  await parts.start([{ name: 'reader', stop: () => consumer.disconnect() }]);
  const entitlements = await parts.client('scheduling', BillingServiceClient, app.grpc);
  const stranger = await parts.client('drive', BillingServiceClient, app.grpc);

  const webhookUrl = `http://127.0.0.1:${app.http.port()}/api/webhooks/stripe`;
  const listen = (on: boolean) =>
    stripe.webhookEndpoints.update(
      'we_reelwright',
      on ? { url: webhookUrl, enabled_events: WEBHOOK_EVENTS, disabled: false } : { disabled: true },
    );
  await listen(true);

  let users = 0;
  const newUser = () => `u${++users}`;
  const call = async (userId: string | undefined, method: 'GET' | 'POST', url: string, body?: unknown) => {
    const reply = await app.http.app.inject({
      method,
      url,
      headers: {
        ...(userId === undefined ? {} : await identity.asUser(userId)),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return { status: reply.statusCode, body: reply.body === '' ? {} : reply.json() };
  };
  /** Pays, authenticates or abandons a payment on a page of Stripe. */
  const pay = (url: string, number = '4242424242424242', act = 'pay') =>
    fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ act, number, email: 'someone@example.com', name: 'Someone' }),
    });

  const eventsOf = (userId: string, type: EventType<never> | EventType<{ userId: string }>) =>
    published.filter((event) => event.userId === userId && event.name === type.name).map(({ payload }) => payload);
  const changesOf = (userId: string) => eventsOf(userId, events.SubscriptionChanged as never);
  const customerOf = async (userId: string) => {
    const account = await app.db.selectFrom('accounts').selectAll().where('id', '=', userId).executeTakeFirst();
    return account?.stripe_customer_id ?? '';
  };
  const choose = (tier: string, isAnnual = false) => ({ tier, is1080p: true, isAnnual });

  const deliveries = () => sandbox.store.collection('stripe-deliveries').all().length;
  const stripeEvents = async () => {
    const { rows } = await sql<{ received: number; open: number }>`
      select count(*)::int as received, (count(*) filter (where done_at is null))::int as open
        from stripe_events`.execute(app.db);
    return rows[0] ?? { received: 0, open: 0 };
  };
  /**
   * The number of Stripe's events that are not delivered or processed yet, and of billing's events that are not
   * published yet.
   */
  async function countPending(): Promise<number> {
    const { received: before } = await stripeEvents();
    const waiting = deliveries();
    if (waiting > 0) return waiting;
    const { open } = await stripeEvents();
    if (open > 0) return open;
    const enqueued = await app.db.selectFrom('outbox').select('event_id').execute();
    const unpublished = enqueued.filter(({ event_id: id }) => !received.has(id)).length;
    if (unpublished > 0) return unpublished;
    // Events that were processed meanwhile may have caused new ones.
    return deliveries() + (await stripeEvents()).received - before;
  }

  return {
    app,
    config,
    identity,
    clock,
    backUp: parts.database.backUp,
    sandbox,
    stripe,
    people,
    listen,
    newUser,
    call,
    pay,
    choose,
    webhookUrl,
    changesOf,
    paymentsOf: (userId: string) => eventsOf(userId, events.PaymentSucceeded as never),
    refundsOf: (userId: string) => eventsOf(userId, events.PaymentRefunded as never),
    entitlementOf: (userId: string) => entitlements.getEntitlement({ userId }),
    entitlementAskedByStranger: (userId: string) => stranger.getEntitlement({ userId }),
    sessionIdIn: (url: string) => new URL(url).pathname.split('/').at(-1) ?? '',
    customerOf,
    metrics: async () => (await app.ops.app.inject({ url: '/metrics' })).body,
    change: (userId: string, tier: string, isAnnual = false) =>
      call(userId, 'POST', '/api/change-subscription', choose(tier, isAnnual)),
    /** The charges at Stripe, in cents. */
    chargesOf: async (userId: string) =>
      sandbox.journal
        .read({ act: 'charge', account: await customerOf(userId) })
        .map(({ detail }) => Number(detail?.amount)),
    /** The user's current or last subscription at Stripe. */
    subscriptionOf: async (userId: string) => {
      const { data } = await stripe.subscriptions.list({ customer: await customerOf(userId), status: 'all' });
      const subscription = data.find(({ status }) => status !== 'canceled') ?? data[0];
      if (!subscription) throw new Error('no subscription');
      return subscription;
    },
    periodEndOf: async (userId: string) => {
      const { data } = await stripe.subscriptions.list({ customer: await customerOf(userId), status: 'all' });
      return (data[0]?.items.data[0]?.current_period_end ?? 0) * 1000;
    },
    /** Moves product time, and makes Stripe apply it. */
    goTo: async (instant: number) => {
      clock.moveTo(new Date(instant));
      await stripe.prices.list({ limit: 1 });
    },
    /** Charges renewals to this test card from now on. */
    useCard: async (userId: string, alias: string) => {
      const customer = await customerOf(userId);
      const { id } = await stripe.paymentMethods.attach(alias, { customer });
      const { data } = await stripe.subscriptions.list({ customer });
      for (const subscription of data) {
        await stripe.subscriptions.update(subscription.id, { default_payment_method: id });
      }
    },
    /** Sends an event as auth would; `value` replaces the payload's bytes. */
    publish: <Payload extends { userId: string }>(
      event: EventType<Payload>,
      payload: Payload,
      { id, value, occurredAt: at = clock.now() }: { id?: string; value?: Uint8Array; occurredAt?: Date } = {},
    ) => parts.publish(event, payload, { id, value, at }),
    /**
     * Waits until all of Stripe's events are processed and all of billing's published. It fails only when their number stays
     * the same for fifteen seconds.
     */
    async eventsProcessed() {
      let movedAt = performance.now();
      for (let left = await countPending(), before = left; left > 0; before = left) {
        await pause(50);
        left = await countPending();
        if (left !== before) movedAt = performance.now();
        if (performance.now() - movedAt > 15_000) throw new Error(`${left} events are pending and make no progress`);
      }
    },
    /** A user who has bought a plan; resolves after its SubscriptionChanged. */
    async givenSubscriber(tier = 'pro', isAnnual = false, card?: string) {
      const userId = newUser();
      const { body } = await call(userId, 'POST', '/api/create-subscription', choose(tier, isAnnual));
      await pay(body.checkoutUrl, card);
      await eventually(() => expect(changesOf(userId)).toMatchObject([{ tier, status: 'active' }]));
      return userId;
    },
    stop: parts.stop,
  };
}
