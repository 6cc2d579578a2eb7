import { join } from 'node:path';
import { AuthServiceClient, topics } from '@reelwright/contracts';
import { requireCurrentDatabase } from '@reelwright/outbox';
import { createService, type ServiceOptions } from '@reelwright/service';
import type { Config } from './config.ts';
import { createCounters } from './counters.ts';
import type { BillingDatabase } from './database.ts';
import { paymentRoutes } from './payments/payments.routes.ts';
import { readAccountData } from './personal-data/account-data.ts';
import { createAccountCloser } from './personal-data/close-account.worker.ts';
import { applyRetention } from './personal-data/retention.ts';
import { userSubscriptions } from './personal-data/users.consumer.ts';
import { subscriptionRoutes } from './plan-changes/subscriptions.routes.ts';
import { priceListOf } from './plans/plan-catalogue.ts';
import { reconcile } from './reconcile/reconcile.ts';
import { createReconciler } from './reconcile/reconcile.worker.ts';
import { measureLastRun } from './reconcile/reconcile-run.metrics.ts';
import { stripePaymentsOf } from './stripe/stripe-payments.ts';
import { createLapseWorker } from './subscriptions/lapse.worker.ts';
import { recalls } from './subscriptions/recalls.consumer.ts';
import { subscriptionService } from './subscriptions/subscriptions.grpc.ts';
import { createStripeEventWorker } from './webhooks/stripe-event.worker.ts';
import { stripeWebhookRoutes } from './webhooks/stripe-webhook.routes.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations');

const EVENTS_POLL_MS = 2_000;
const LAPSE_POLL_MS = 5_000;
const RECONCILE_POLL_MS = 5_000;
const CLOSER_POLL_MS = 2_000;

/** Builds the whole service; nothing runs until its components are started. */
export async function buildApp(options: ServiceOptions<Config>) {
  const { config, logger } = options;
  const service = createService<BillingDatabase>('billing', { ...options, migrations: MIGRATIONS });
  const { db, clock, http } = service;
  const watch = service.tableWatch();
  const auth = service.client(AuthServiceClient, config.AUTH_GRPC);
  const payments = stripePaymentsOf(config);
  const prices = priceListOf(config);
  const counts = createCounters(service.metrics);
  measureLastRun(service.measurements, db);
  const deps = { db, payments, prices, clock, logger, counts, auth, publicUrl: config.PUBLIC_URL };
  const stripeEvents = service.add('worker', createStripeEventWorker({ ...deps, watch, pollMs: EVENTS_POLL_MS }));
  const reconciler = service.add('worker', createReconciler({ ...deps, pollMs: RECONCILE_POLL_MS }));
  service.add('worker', createLapseWorker({ ...deps, watch, pollMs: LAPSE_POLL_MS }));
  service.add('worker', createAccountCloser({ ...deps, watch, pollMs: CLOSER_POLL_MS }));
  service.hourly('retention', () => applyRetention({ db, clock }));

  // After a restore, no request may write before the rows are completed from Stripe and the other services.
  http.app.addHook('preHandler', async ({ method }) => {
    if (method !== 'GET') await requireCurrentDatabase(db);
  });
  http.app.register(subscriptionRoutes, { deps });
  service.serveAccountData('billing', (userId) => readAccountData(db, userId));
  http.app.register(paymentRoutes, { deps });
  http.app.register(stripeWebhookRoutes, { deps: { db, payments, clock, onReceived: stripeEvents.nudge } });

  const grpc = service.grpc([subscriptionService({ db, clock })]);
  service.events({
    subscriptions: userSubscriptions(clock),
    topics: [topics.billing],
    recalls: recalls(clock),
    finish: async () => void (await reconcile(deps, async () => undefined)),
  });
  return { db, http, ops: service.ops, grpc, reconciler, components: service.components() };
}
