import { join } from 'node:path';
import { BillingServiceClient } from '@reelwright/contracts';
import { createService, type ServiceOptions } from '@reelwright/service';
import { readAccountData } from './accounts/account-data.ts';
import { createRetention } from './accounts/retention.ts';
import { userSubscriptions } from './accounts/user-events.consumer.ts';
import type { Config } from './config.ts';
import type { AnalyticsDatabase } from './database.ts';
import { pageViewRoutes } from './page-views/page-views.routes.ts';
import { planSubscriptions } from './plans/plan-events.consumer.ts';
import { reportRoutes } from './reports/reports.routes.ts';
import { connectionSubscriptions } from './social/connection-events.consumer.ts';
import { videoSubscriptions } from './videos/video-events.consumer.ts';
import { viewSubscriptions } from './views/view-events.consumer.ts';
import { viewsRoutes } from './views/views.routes.ts';
import type { LevelDeps } from './views/views-plan.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations');
/** A page waits for the answer. */
const BILLING_TIMEOUT_MS = 500;

/** Builds the whole service; nothing runs until its components are started. It has no rpcs. */
export async function buildApp(options: ServiceOptions<Config>) {
  const service = createService<AnalyticsDatabase>('analytics', { ...options, migrations: MIGRATIONS });
  const { db, clock, http } = service;
  const { config, logger } = options;
  const billing = service.client(BillingServiceClient, config.BILLING_GRPC, { timeoutMs: BILLING_TIMEOUT_MS });
  const askTier: LevelDeps['askTier'] = async (userId) => {
    const { tier, entitledUntil } = await billing.getEntitlement({ userId }, { actingFor: userId });
    return { tier, entitledUntil };
  };

  await http.app.register(pageViewRoutes, { db, clock });
  await http.app.register(reportRoutes, { db, clock });
  await http.app.register(viewsRoutes, { db, clock, logger, askTier });
  service.serveAccountData('usage', (userId) => readAccountData(db, userId));
  service.events({
    subscriptions: [
      ...userSubscriptions(clock),
      ...planSubscriptions(),
      ...videoSubscriptions(),
      ...connectionSubscriptions(),
      ...viewSubscriptions(),
    ],
  });
  const retention = service.add('worker', createRetention({ db, clock, logger }));

  return { db, http, retention, components: service.components() };
}
