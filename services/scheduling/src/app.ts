import { type Clock, createClock } from '@reelwright/clock';
import {
  AuthServiceClient,
  BillingServiceClient,
  DriveServiceClient,
  GenerationServiceClient,
  PublishingServiceClient,
  rpcAccess,
  type SchedulingServiceServer,
  SchedulingServiceService,
  topics,
} from '@reelwright/contracts';
import { createGrpcClient, createGrpcServer, implement } from '@reelwright/grpc';
import { createHttpServer, serveAccountData } from '@reelwright/http-server';
import { createIdentitySigner, createIdentityVerifier } from '@reelwright/identity';
import { type ConsumerCheckpoint, createConsumer, createLogReader, createPublisher } from '@reelwright/kafka';
import { type Component, createHourly } from '@reelwright/lifecycle';
import type { Logger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import { createRelay, createRestoreCheck, type RelayCheckpoint } from '@reelwright/outbox';
import { createDatabase, createTableWatch } from '@reelwright/postgres';
import { readAccountData } from './accounts/account-data.ts';
import { usageRpc } from './accounts/usage.grpc.ts';
import { userDeleted } from './accounts/user-deleted.consumer.ts';
import type { Config } from './config.ts';
import { configurationRoutes } from './configuration/configuration.routes.ts';
import type { SchedulingDatabase } from './database.ts';
import { createDispatcher, type DispatchCheckpoint } from './dispatch/dispatcher.ts';
import { subscriptionChanged } from './entitlements/subscription-changed.consumer.ts';
import { pruneAnnouncements } from './entries/announcements.ts';
import { entryRpc } from './entries/entries.grpc.ts';
import { recalls } from './recalls/recalls.ts';
import { regenerationRoutes } from './regeneration/regeneration.routes.ts';
import { deliveryEvents } from './timeline/delivery-events.consumer.ts';
import { postEvents } from './timeline/post-events.consumer.ts';
import { renderEvents } from './timeline/render-events.consumer.ts';
import { timelineRoutes } from './timeline/timeline.routes.ts';

const SERVICE = 'scheduling';

export interface AppOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** Tests bring their own. */
  readonly clock?: Clock;
  /** Tests let the process die at a named point. */
  readonly checkpoint?: (name: DispatchCheckpoint | RelayCheckpoint | ConsumerCheckpoint) => Promise<void>;
}

/** Builds every part of the process and says in which order they start. */
export async function buildApp(options: AppOptions) {
  const { config, logger, checkpoint = async () => undefined } = options;
  const followed = options.clock ? undefined : createClock({ url: config.CLOCK_URL, logger });
  const clock = options.clock ?? followed;
  if (!clock) throw new Error('no clock');
  const metrics = createMetrics({ service: SERVICE });
  const database = createDatabase<SchedulingDatabase>({ url: config.DATABASE_URL, logger, applicationName: SERVICE });
  const { db, pool } = database;
  const kafka = { brokers: config.KAFKA_BROKERS, topicPrefix: config.KAFKA_TOPIC_PREFIX, logger };
  const publisher = createPublisher({ ...kafka, clientId: SERVICE });

  const verifier = createIdentityVerifier({ jwksFile: config.IDENTITY_JWKS_FILE });
  const signer = createIdentitySigner({ issuer: SERVICE, keyFile: config.IDENTITY_KEY_FILE });
  const auth = createGrpcClient(AuthServiceClient, { address: config.AUTH_GRPC, signer });
  const billing = createGrpcClient(BillingServiceClient, { address: config.BILLING_GRPC, signer });
  const generation = createGrpcClient(GenerationServiceClient, { address: config.GENERATION_GRPC, signer });
  const drive = createGrpcClient(DriveServiceClient, { address: config.DRIVE_GRPC, signer });
  const publishing = createGrpcClient(PublishingServiceClient, { address: config.PUBLISHING_GRPC, signer });

  const grpc = createGrpcServer({
    host: config.HTTP_HOST,
    port: config.GRPC_PORT,
    logger,
    verifier,
    access: rpcAccess,
    services: [
      implement<SchedulingServiceServer>(SchedulingServiceService, {
        ...usageRpc({ db, clock }),
        ...entryRpc({ db, clock }),
      }),
    ],
  });
  const http = createHttpServer({
    service: SERVICE,
    host: config.HTTP_HOST,
    port: config.HTTP_PORT,
    publicUrl: config.PUBLIC_URL,
    logger,
    clock,
    metrics,
    verifier,
    trustedProxies: config.TRUSTED_PROXIES,
    ready: async () => {
      await pool.query('select 1');
    },
  });
  const freeVideosPerBlock = config.FREE_VIDEOS_PER_BLOCK;
  await http.app.register(configurationRoutes, {
    db,
    clock,
    auth,
    billing,
    drive,
    publishing,
    logger,
    freeVideosPerBlock,
  });
  await http.app.register(timelineRoutes, { db, clock, billing, generation, publicUrl: config.PUBLIC_URL, logger });
  await http.app.register(regenerationRoutes, { db, clock, auth, logger });
  serveAccountData(http.app, { part: 'calendar', clock, read: (userId) => readAccountData(db, userId) });

  const consumer = createConsumer<SchedulingDatabase>({
    ...kafka,
    group: SERVICE,
    db,
    publisher,
    metrics,
    checkpoint,
    subscriptions: [
      subscriptionChanged(clock),
      ...renderEvents(clock),
      ...deliveryEvents(),
      ...postEvents(clock),
      userDeleted(clock),
    ],
  });
  const restoreCheck = createRestoreCheck({
    db,
    log: createLogReader({ ...kafka, clientId: SERVICE }),
    topics: [topics.scheduling],
    recalls: recalls(clock),
    consumer,
    logger,
    metrics,
  });
  const relay = createRelay({ url: config.DATABASE_URL, publisher, logger, metrics, checkpoint, restoreCheck });
  const watch = createTableWatch({ url: config.DATABASE_URL, logger, clock });
  const dispatcher = createDispatcher({
    db,
    watch,
    clock,
    logger,
    metrics,
    checkpoint,
    onStated: () => relay.nudge(),
  });

  const components: Component[] = [
    ...(followed ? [followed] : []),
    database,
    publisher,
    relay,
    auth,
    billing,
    generation,
    drive,
    publishing,
    grpc,
    http,
    consumer,
    watch,
    dispatcher,
    createHourly({ name: 'pruning of announcements', logger, run: () => pruneAnnouncements(db, clock.real()) }),
  ];
  return { components, database, http, grpc, consumer, dispatcher };
}
