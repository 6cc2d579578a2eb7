import { type Clock, createClock } from '@reelwright/clock';
import {
  BillingServiceClient,
  GenerationServiceClient,
  rpcAccess,
  SchedulingServiceClient,
  topics,
} from '@reelwright/contracts';
import { createGrpcClient, createGrpcServer } from '@reelwright/grpc';
import { createHttpServer, serveAccountData } from '@reelwright/http-server';
import { createIdentitySigner, createIdentityVerifier } from '@reelwright/identity';
import { type ConsumerCheckpoint, createConsumer, createLogReader, createPublisher } from '@reelwright/kafka';
import { type Component, createHourly } from '@reelwright/lifecycle';
import type { Logger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import { createObjectStore } from '@reelwright/object-store';
import { createRelay, createRestoreCheck, type RelayCheckpoint } from '@reelwright/outbox';
import { createDatabase, createTableWatch } from '@reelwright/postgres';
import { createTokenCipher } from '@reelwright/token-cipher';
import { sql } from 'kysely';
import { readAccountData } from './accounts/account-data.ts';
import { dataDeletionRoutes } from './accounts/data-deletion.routes.ts';
import { pruneRequests } from './accounts/prune-requests.ts';
import { userDeletedSubscription } from './accounts/user-deleted.consumer.ts';
import { pruneDays } from './budgets/prune-days.ts';
import { type Config, levelsOf } from './config.ts';
import { connectRoutes } from './connections/connect.routes.ts';
import { connectionWorker } from './connections/connection.worker.ts';
import { connectionsRoutes } from './connections/connections.routes.ts';
import { facebookPagesRoutes } from './connections/facebook-pages.routes.ts';
import { tiktokSettingsRoutes } from './connections/tiktok-settings.routes.ts';
import type { PublishingDatabase } from './database.ts';
import { type AskTier, entitlementSubscription } from './entitlements/entitlements.ts';
import type { Platform } from './platforms/platform.ts';
import { platformClients } from './platforms/platform-clients.ts';
import { type Checkpoint, defaultTimings, type Engine, type Timings } from './posts/engine.ts';
import { followConnection } from './posts/follow-connection.ts';
import type { MediaPaths } from './posts/media.ts';
import { observePosts } from './posts/post.metrics.ts';
import { publishingService } from './posts/posts.grpc.ts';
import { postsRoutes } from './posts/posts.routes.ts';
import { postsWorker } from './posts/posts.worker.ts';
import { recalls } from './posts/recalls.ts';
import { videoSubscriptions } from './posts/video-events.consumer.ts';
import { unlessDeleted } from './users/user-lock.ts';
import { askScheduling } from './videos/calendar.ts';

export interface AppOptions {
  readonly config: Readonly<Config>;
  readonly logger: Logger;
  /** Tests bring their own. */
  readonly clock?: Clock;
  readonly timings?: Timings;
  /** Tests let the process 'die' at a named point. */
  readonly checkpoint?: (
    name: Checkpoint | RelayCheckpoint | ConsumerCheckpoint,
    videoId?: string,
    platform?: Platform,
  ) => Promise<void>;
}

/** Builds every part of the service and ties them together; nothing runs before its components are started. */
export async function buildApp({ config, logger, timings = defaultTimings, ...options }: AppOptions) {
  const { checkpoint = async () => undefined } = options;
  const ownClock = options.clock ? undefined : createClock({ url: config.CLOCK_URL, logger });
  const clock = (options.clock ?? ownClock) as Clock;
  const metrics = createMetrics({ service: 'publishing' });
  const database = createDatabase<PublishingDatabase>({
    url: config.DATABASE_URL,
    logger,
    applicationName: 'publishing',
    poolSize: 12,
  });
  const { db } = database;
  const kafka = { brokers: config.KAFKA_BROKERS, topicPrefix: config.KAFKA_TOPIC_PREFIX, logger };
  const publisher = createPublisher({ ...kafka, clientId: 'publishing' });
  const verifier = createIdentityVerifier({ jwksFile: config.IDENTITY_JWKS_FILE });
  const signer = createIdentitySigner({ issuer: 'publishing', keyFile: config.IDENTITY_KEY_FILE });
  const generation = createGrpcClient(GenerationServiceClient, { address: config.GENERATION_GRPC, signer });
  const billing = createGrpcClient(BillingServiceClient, { address: config.BILLING_GRPC, signer });
  const scheduling = createGrpcClient(SchedulingServiceClient, { address: config.SCHEDULING_GRPC, signer });
  const { logins, connectors, facebook } = platformClients(config);
  const { levels, offBecause } = levelsOf(config);

  const cipher = createTokenCipher(config.TOKEN_CIPHER_KEYS);
  const tokens = { db, clock, cipher, logins, onConnectionChange: followConnection };
  const askTier: AskTier = async (userId) => {
    const { tier, entitledUntil } = await billing.getEntitlement({ userId }, { actingFor: userId });
    return { tier, entitledUntil };
  };
  const mediaPaths: MediaPaths = async (videoId) =>
    (await generation.getVideos({ videoIds: [videoId] })).videos.find((video) => video.videoId === videoId);
  const engine: Engine = {
    ...tokens,
    logger,
    store: createObjectStore(config.OBJECT_STORE_URL),
    connectors,
    levels,
    askTier,
    calendar: askScheduling(scheduling, clock.real),
    mediaPaths,
    mediaPublicUrl: config.MEDIA_PUBLIC_URL,
    timings,
    checkpoint,
  };

  const watch = createTableWatch({ url: config.DATABASE_URL, logger, clock });
  const posts = postsWorker(engine, watch);
  const connections = connectionWorker({ ...tokens, logger, watch, pollMs: 2 * timings.pollMs });
  const wake = () => {
    posts.nudge();
    connections.nudge();
  };
  observePosts(metrics, db, clock);

  const http = createHttpServer({
    service: 'publishing',
    host: config.HTTP_HOST,
    port: config.HTTP_PORT,
    logger,
    clock,
    metrics,
    verifier,
    publicUrl: config.PUBLIC_URL,
    ready: async () => {
      await sql`select 1`.execute(db);
    },
  });
  const shared = { ...tokens, logger, levels, offBecause, askTier, wake, publicUrl: config.PUBLIC_URL };
  await http.app.register(connectRoutes, shared);
  await http.app.register(connectionsRoutes, shared);
  await http.app.register(tiktokSettingsRoutes, { ...shared, apiUrl: config.TIKTOK_API_URL });
  await http.app.register(facebookPagesRoutes, { ...shared, facebook });
  await http.app.register(postsRoutes, shared);
  serveAccountData(http.app, { part: 'posts', clock, read: (userId) => readAccountData(db, userId) });
  await http.app.register(dataDeletionRoutes, {
    ...shared,
    secrets: { facebook: config.FACEBOOK_APP_SECRET || undefined, instagram: config.INSTAGRAM_APP_SECRET || undefined },
  });

  const grpc = createGrpcServer({
    host: config.HTTP_HOST,
    port: config.GRPC_PORT,
    logger,
    verifier,
    access: rpcAccess,
    services: [publishingService({ db, clock, levels, askTier, wake })],
  });
  const consumer = createConsumer<PublishingDatabase>({
    ...kafka,
    group: 'publishing',
    db,
    publisher,
    metrics,
    checkpoint,
    subscriptions: [
      ...[...videoSubscriptions({ clock, wake }), entitlementSubscription()].map(unlessDeleted),
      userDeletedSubscription({ ...tokens, wake }),
    ],
  });
  const restoreCheck = createRestoreCheck({
    db,
    log: createLogReader({ ...kafka, clientId: 'publishing' }),
    topics: [topics.publishing],
    recalls: recalls(tokens),
    onCurrent: wake,
    consumer,
    logger,
    metrics,
  });
  const relay = createRelay({ url: config.DATABASE_URL, publisher, logger, metrics, checkpoint, restoreCheck });

  const components: Component[] = [
    ...(ownClock ? [ownClock] : []),
    database,
    publisher,
    relay,
    generation,
    billing,
    scheduling,
    grpc,
    http,
    consumer,
    watch,
    connections,
    posts,
    createHourly({ name: 'pruning of budgets', logger, run: () => pruneDays(db, clock.now()) }),
    createHourly({
      name: 'pruning of requests',
      logger,
      run: () => pruneRequests(db, { product: clock.now(), real: clock.real() }),
    }),
  ];
  return { components, http, grpc, db, engine, wake };
}
