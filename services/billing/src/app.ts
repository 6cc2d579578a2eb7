import { type Clock, createClock } from '@reelwright/clock';
import { AuthServiceClient, rpcAccess, topics } from '@reelwright/contracts';
import { createGrpcClient, createGrpcServer } from '@reelwright/grpc';
import { createHttpServer, serveAccountData } from '@reelwright/http-server';
import { createIdentitySigner, createIdentityVerifier } from '@reelwright/identity';
import { createConsumer, createLogReader, createPublisher } from '@reelwright/kafka';
import { type Component, createHourly } from '@reelwright/lifecycle';
import type { Logger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import { createRelay, createRestoreCheck, requireCurrentDatabase } from '@reelwright/outbox';
import { createDatabase, createTableWatch } from '@reelwright/postgres';
import type { Config } from './config.ts';
import { createCounters } from './counters.ts';
import type { BillingDatabase } from './database.ts';
import { paymentRoutes } from './payments/payments.routes.ts';
import { readAccountData } from './personal-data/account-data.ts';
import { createAccountCloser } from './personal-data/close-account.worker.ts';
import { applyRetention } from './personal-data/retention.ts';
import { userSubscriptions } from './personal-data/users.consumer.ts';
import { subscriptionRoutes } from './plan-changes/subscriptions.routes.ts';
import { createPriceList } from './plans/plan-catalogue.ts';
import { reconcile } from './reconcile/reconcile.ts';
import { createReconciler } from './reconcile/reconcile.worker.ts';
import { createStripePayments } from './stripe/stripe-payments.ts';
import { createLapseWorker } from './subscriptions/lapse.worker.ts';
import { recalls } from './subscriptions/recalls.ts';
import { subscriptionService } from './subscriptions/subscriptions.grpc.ts';
import { createStripeEventWorker } from './webhooks/stripe-event.worker.ts';
import { stripeWebhookRoutes } from './webhooks/stripe-webhook.routes.ts';

const EVENTS_POLL_MS = 2_000;
const LAPSE_POLL_MS = 5_000;
const RECONCILE_POLL_MS = 5_000;
const CLOSER_POLL_MS = 2_000;

export async function buildApp(options: { config: Config; logger: Logger; clock?: Clock }) {
  const { config, logger } = options;
  const ownClock = options.clock ? undefined : createClock({ url: config.CLOCK_URL, logger });
  const clock = options.clock ?? (ownClock as Clock);
  const metrics = createMetrics({ service: 'billing' });
  const database = createDatabase<BillingDatabase>({ url: config.DATABASE_URL, logger, applicationName: 'billing' });
  const { db } = database;
  const kafka = { brokers: config.KAFKA_BROKERS, logger, topicPrefix: config.KAFKA_TOPIC_PREFIX };
  const publisher = createPublisher({ ...kafka, clientId: 'billing' });
  const verifier = createIdentityVerifier({ jwksFile: config.IDENTITY_JWKS_FILE });
  const signer = createIdentitySigner({ issuer: 'billing', keyFile: config.IDENTITY_KEY_FILE });
  const auth = createGrpcClient(AuthServiceClient, { address: config.AUTH_GRPC, signer });

  const payments = createStripePayments({
    secretKey: config.STRIPE_SECRET_KEY,
    webhookSecret: config.STRIPE_WEBHOOK_SECRET,
    host: config.STRIPE_HOST,
    port: config.STRIPE_PORT,
    protocol: config.STRIPE_PROTOCOL,
  });
  const prices = createPriceList({
    starter: { monthly: config.STRIPE_PRICE_STARTER_MONTHLY, annual: config.STRIPE_PRICE_STARTER_ANNUAL },
    pro: { monthly: config.STRIPE_PRICE_PRO_MONTHLY, annual: config.STRIPE_PRICE_PRO_ANNUAL },
    elite: { monthly: config.STRIPE_PRICE_ELITE_MONTHLY, annual: config.STRIPE_PRICE_ELITE_ANNUAL },
  });
  const counts = createCounters(metrics);
  const deps = { db, payments, prices, clock, logger, counts, auth, publicUrl: config.PUBLIC_URL };
  const watch = createTableWatch({ url: config.DATABASE_URL, logger, clock });
  const stripeEvents = createStripeEventWorker({ ...deps, watch, pollMs: EVENTS_POLL_MS });

  const http = createHttpServer({
    service: 'billing',
    host: config.HTTP_HOST,
    port: config.HTTP_PORT,
    publicUrl: config.PUBLIC_URL,
    logger,
    clock,
    metrics,
    verifier,
    ready: async () => {
      await database.pool.query('select 1');
    },
  });
  // Nothing is bought, changed or taken in while the books may be older than what Stripe and the others know.
  http.app.addHook('preHandler', async ({ method }) => {
    if (method !== 'GET') await requireCurrentDatabase(db);
  });
  http.app.register(subscriptionRoutes, { deps });
  serveAccountData(http.app, { part: 'billing', clock, read: (userId) => readAccountData(db, userId) });
  http.app.register(paymentRoutes, { deps });
  http.app.register(stripeWebhookRoutes, { deps: { db, payments, clock, onReceived: stripeEvents.nudge } });

  const grpc = createGrpcServer({
    host: config.HTTP_HOST,
    port: config.GRPC_PORT,
    logger,
    verifier,
    access: rpcAccess,
    services: [subscriptionService({ db, clock })],
  });
  const consumer = createConsumer<BillingDatabase>({
    ...kafka,
    group: 'billing',
    db,
    publisher,
    subscriptions: userSubscriptions(clock),
    metrics,
  });
  const restoreCheck = createRestoreCheck({
    db,
    log: createLogReader({ ...kafka, clientId: 'billing' }),
    topics: [topics.billing],
    recalls: recalls(clock),
    finish: async () => void (await reconcile(deps, async () => undefined)),
    consumer,
    logger,
    metrics,
  });
  const relay = createRelay({ url: config.DATABASE_URL, publisher, logger, metrics, restoreCheck });

  const reconciler = createReconciler({ ...deps, pollMs: RECONCILE_POLL_MS });
  const components: Component[] = [
    ...(ownClock ? [ownClock] : []),
    database,
    publisher,
    relay,
    auth,
    grpc,
    http,
    consumer,
    watch,
    stripeEvents,
    reconciler,
    createLapseWorker({ ...deps, watch, pollMs: LAPSE_POLL_MS }),
    createAccountCloser({ ...deps, watch, pollMs: CLOSER_POLL_MS }),
    createHourly({ name: 'terms of payments', logger, run: () => applyRetention({ db, clock }) }),
  ];
  return { components, reconciler, http, grpc, db };
}
