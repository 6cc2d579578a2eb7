import { type Clock, createClock } from '@reelwright/clock';
import { createHttpServer, serveAccountData } from '@reelwright/http-server';
import { createIdentityVerifier } from '@reelwright/identity';
import { createConsumer, createLogReader, createPublisher } from '@reelwright/kafka';
import type { Logger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import { createRelay, createRestoreCheck } from '@reelwright/outbox';
import { createDatabase } from '@reelwright/postgres';
import { readAccountData } from './accounts/account-data.ts';
import { accountSubscriptions } from './accounts/account-events.consumer.ts';
import type { Config } from './config.ts';
import type { AnalyticsDatabase } from './database.ts';
import { pageViewRoutes } from './page-views/page-views.routes.ts';
import { createRetention } from './page-views/retention.ts';
import { planSubscriptions } from './plans/plan-events.consumer.ts';
import { reportRoutes } from './reports/reports.routes.ts';
import { connectionSubscriptions } from './social/connection-events.consumer.ts';
import { videoSubscriptions } from './videos/video-events.consumer.ts';

/** Builds the whole service; nothing runs until its components are started. It answers no rpcs. */
export async function buildApp({ config, logger, clock: given }: { config: Config; logger: Logger; clock?: Clock }) {
  const { DATABASE_URL: url, KAFKA_BROKERS: brokers, KAFKA_TOPIC_PREFIX: topicPrefix } = config;
  const metrics = createMetrics({ service: 'analytics' });
  const shared = createClock({ url: config.CLOCK_URL, logger });
  const clock = given ?? shared;
  const database = createDatabase<AnalyticsDatabase>({ url, logger, applicationName: 'analytics' });
  const { db } = database;
  const verifier = createIdentityVerifier({ jwksFile: config.IDENTITY_JWKS_FILE });
  const publisher = createPublisher({ brokers, clientId: 'analytics', logger, topicPrefix });
  const http = createHttpServer({
    service: 'analytics',
    host: config.HTTP_HOST,
    port: config.HTTP_PORT,
    logger,
    clock,
    metrics,
    verifier,
    publicUrl: config.PUBLIC_URL,
    ready: database.start,
    trustedProxies: config.TRUSTED_PROXIES,
  });
  await http.app.register(pageViewRoutes, { db, clock });
  await http.app.register(reportRoutes, { db, clock });
  serveAccountData(http.app, { part: 'usage', clock, read: (userId) => readAccountData(db, userId) });
  const consumer = createConsumer<AnalyticsDatabase>({
    brokers,
    group: 'analytics',
    topicPrefix,
    db,
    publisher,
    logger,
    metrics,
    subscriptions: [
      ...accountSubscriptions(clock),
      ...planSubscriptions(),
      ...videoSubscriptions(),
      ...connectionSubscriptions(),
    ],
  });
  const restoreCheck = createRestoreCheck({
    db,
    log: createLogReader({ brokers, topicPrefix, logger, clientId: 'analytics' }),
    topics: [],
    recalls: [],
    consumer,
    logger,
    metrics,
  });
  const relay = createRelay({ url, publisher, logger, metrics, restoreCheck });
  const retention = createRetention({ db, clock, logger });

  return { db, http, retention, components: [shared, database, publisher, relay, http, consumer, retention] };
}
