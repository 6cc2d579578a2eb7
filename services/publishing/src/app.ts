import { join } from 'node:path';
import {
  AuthServiceClient,
  BillingServiceClient,
  GenerationServiceClient,
  SchedulingServiceClient,
  topics,
} from '@reelwright/contracts';
import { observeStreams } from '@reelwright/metrics';
import { createObjectStore, requireAccess } from '@reelwright/object-store';
import { createService, type ServiceCheckpoint, type ServiceOptions } from '@reelwright/service';
import { createTokenCipher } from '@reelwright/token-cipher';
import { readAccountData } from './accounts/account-data.ts';
import { pruneDataDeletions } from './accounts/data-deletion.repository.ts';
import { dataDeletionRoutes } from './accounts/data-deletion.routes.ts';
import { userDeletedSubscription } from './accounts/user-deleted.consumer.ts';
import { pruneDays } from './budgets/budget.repository.ts';
import { dailyLimits } from './budgets/platform-budgets.ts';
import { type Config, levelsOf } from './config.ts';
import { announceEnds } from './connections/announce-ends.ts';
import { connectRoutes } from './connections/connect.routes.ts';
import { connectionWorker } from './connections/connection.worker.ts';
import { connectionsRoutes } from './connections/connections.routes.ts';
import { facebookPagesRoutes } from './connections/facebook-pages.routes.ts';
import { pruneConsents } from './connections/oauth-states.ts';
import { tiktokSettingsRoutes } from './connections/tiktok-settings.routes.ts';
import type { PublishingDatabase } from './database.ts';
import type { AskTier } from './entitlements/entitlements.ts';
import { entitlementSubscription } from './entitlements/subscription-changed.consumer.ts';
import { measuresWorker } from './measures/measures.worker.ts';
import { facebookSettings } from './platforms/facebook/facebook.ts';
import type { Platform } from './platforms/platform.ts';
import { deletionSecrets, platformClients, readLimits } from './platforms/registry.ts';
import { type Checkpoint, defaultTimings, type Engine, type Timings } from './posting/engine.ts';
import type { MediaPaths } from './posting/media.ts';
import { postsWorker } from './posting/posts.worker.ts';
import { followConnection } from './posts/follow-connection.ts';
import { onTimeRoutes } from './posts/on-time.routes.ts';
import { measurePosts } from './posts/post.metrics.ts';
import { measureEnds } from './posts/post-end.metrics.ts';
import { publishingService } from './posts/posts.grpc.ts';
import { postsRoutes } from './posts/posts.routes.ts';
import { recalls } from './posts/recalls.consumer.ts';
import { videoSubscriptions } from './posts/video-events.consumer.ts';
import { createAccountCheck } from './users/account-check.ts';
import { unlessDeleted } from './users/user-lock.ts';
import { createCalendar } from './videos/calendar.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations');
/** Database connections for all but the posts. */
const OTHER_CONNECTIONS = 4;
/** A due post waits for the answer. */
const AUTH_TIMEOUT_MS = 800;

export interface AppOptions extends ServiceOptions<Readonly<Config>> {
  readonly timings?: Timings;
  readonly checkpoint?: (name: Checkpoint | ServiceCheckpoint, videoId?: string, platform?: Platform) => Promise<void>;
}

/** Builds the whole service; nothing runs until its components are started. */
export async function buildApp({ timings = defaultTimings, ...options }: AppOptions) {
  const { config, logger, checkpoint = async () => undefined } = options;
  const poolSize = config.CONCURRENT_POSTS + OTHER_CONNECTIONS;
  const service = createService<PublishingDatabase>('publishing', { ...options, migrations: MIGRATIONS, poolSize });
  const { db, clock, http } = service;
  const watch = service.tableWatch();
  const generation = service.client(GenerationServiceClient, config.GENERATION_GRPC);
  const billing = service.client(BillingServiceClient, config.BILLING_GRPC);
  const scheduling = service.client(SchedulingServiceClient, config.SCHEDULING_GRPC);
  const auth = service.client(AuthServiceClient, config.AUTH_GRPC, { timeoutMs: AUTH_TIMEOUT_MS });
  const { logins, connectors, measures } = platformClients(config);
  const { levels, offBecause } = levelsOf(config);
  const limits = dailyLimits(config);

  const cipher = createTokenCipher(config.TOKEN_CIPHER_KEYS);
  const tokens = { db, clock, cipher, logins, onConnectionChange: followConnection(limits) };
  const askTier: AskTier = async (userId) => {
    const { tier, entitledUntil } = await billing.getEntitlement({ userId }, { actingFor: userId });
    return { tier, entitledUntil };
  };
  const mediaPaths: MediaPaths = async (videoId) =>
    (await generation.getVideos({ videoIds: [videoId] })).videos.find((video) => video.videoId === videoId);
  const store = createObjectStore(config.OBJECT_STORE_URL);
  const pause = { real: clock.real, pauseMs: timings.silencePauseMs };
  const calendar = createCalendar(scheduling, pause);
  service.add('client', { name: 'object store access', start: () => requireAccess(store, logger) });
  const engine: Engine = {
    ...tokens,
    logger,
    store,
    uploadStreams: observeStreams(service.metrics, 'publishing_upload', 'Uploads to a platform, each request of one,', [
      'platform',
    ]),
    connectors,
    levels,
    limits,
    askTier,
    calendar,
    isAccountDeleted: createAccountCheck({ auth, logger }, pause),
    mediaPaths,
    mediaPublicUrl: config.MEDIA_PUBLIC_URL,
    timings,
    checkpoint,
  };

  const connections = service.add('worker', connectionWorker({ ...tokens, logger, watch, pollMs: 2 * timings.pollMs }));
  const posts = service.add('worker', postsWorker(engine, watch, config.CONCURRENT_POSTS));
  const numbers = service.add(
    'worker',
    measuresWorker({
      ...tokens,
      logger,
      watch,
      measures,
      levels,
      readLimits: readLimits(config),
      pollMs: 4 * timings.pollMs,
      leaseMs: timings.leaseMs,
    }),
  );
  const wake = () => {
    posts.nudge();
    connections.nudge();
    numbers.nudge();
  };
  measurePosts(service.measurements, db, { clock, limits });
  measureEnds(service.measurements, db);
  service.hourly('pruning of budgets', () => pruneDays(db, clock.now()));
  service.hourly('pruning of deletion requests', () => pruneDataDeletions(db, clock.now()));
  service.hourly('pruning of consents', () => pruneConsents(db, clock.real()));
  service.hourly('announcement of ends of connections', () => announceEnds({ db, clock, logins }));

  const shared = {
    ...tokens,
    logger,
    levels,
    limits,
    offBecause,
    askTier,
    wake,
    publicUrl: config.PUBLIC_URL,
    cell: config.CELL,
  };
  await http.app.register(connectRoutes, shared);
  await http.app.register(connectionsRoutes, shared);
  await http.app.register(tiktokSettingsRoutes, { ...shared, apiUrl: config.TIKTOK_API_URL });
  await http.app.register(facebookPagesRoutes, { ...shared, facebook: facebookSettings(config) });
  await http.app.register(postsRoutes, { ...shared, calendar });
  await http.app.register(onTimeRoutes, shared);
  service.serveAccountData('posts', (userId) => readAccountData(db, userId));
  await http.app.register(dataDeletionRoutes, { ...shared, secrets: deletionSecrets(config) });

  const grpc = service.grpc([publishingService({ db, clock, levels, limits, logins, askTier, wake })]);
  service.events({
    subscriptions: [
      ...[...videoSubscriptions({ clock, limits, wake }), entitlementSubscription()].map(unlessDeleted),
      userDeletedSubscription({ ...tokens, wake }),
    ],
    topics: [topics.publishing],
    recalls: recalls({ ...tokens, limits }),
    onCurrent: wake,
  });
  return { db, http, grpc, metrics: service.metrics, engine, wake, components: service.components() };
}
