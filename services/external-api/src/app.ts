import { type Clock, createClock } from '@reelwright/clock';
import { PublishingServiceClient } from '@reelwright/contracts';
import { createGrpcClient } from '@reelwright/grpc';
import { createHttpServer, serveAccountData } from '@reelwright/http-server';
import { createIdentitySigner, createIdentityVerifier } from '@reelwright/identity';
import { createConsumer, createLogReader, createPublisher } from '@reelwright/kafka';
import { createWorker } from '@reelwright/leases';
import type { Logger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import { createObjectStore } from '@reelwright/object-store';
import { createRelay, createRestoreCheck } from '@reelwright/outbox';
import { createDatabase } from '@reelwright/postgres';
import { chatRoutes } from './chat/chat.routes.ts';
import { createChatWebhook } from './chat/chat-webhook.ts';
import type { Config } from './config.ts';
import { connectionRoutes } from './connections/connections.routes.ts';
import type { ExternalApiDatabase } from './database.ts';
import { createHousekeeping } from './housekeeping.ts';
import { KEY_HEARTBEAT_MS } from './idempotency/hold-key.ts';
import { readAccountData } from './personal-data/account-data.ts';
import { accountSubscriptions } from './personal-data/user-deleted.consumer.ts';
import { postSubscriptions } from './posts/post-events.consumer.ts';
import { postRoutes } from './posts/posts.routes.ts';
import { readPostRoutes } from './posts/read-post.routes.ts';
import { limitRequests } from './rate-limits/limit-requests.ts';
import { limits } from './rate-limits/rate-limit.ts';
import { eraseUpload } from './uploads/erase-upload.ts';
import { createVideoJudge } from './uploads/judge-video.ts';
import { claimErasures } from './uploads/upload.repository.ts';
import { createVideoFetcher } from './video-urls/video-fetcher.ts';

const ERASE_POLL_MS = 10_000;

/** Builds the whole service; nothing runs until its components are started. It answers no rpcs. */
export async function buildApp({
  config,
  logger,
  clock: given,
  keyHeartbeatMs = KEY_HEARTBEAT_MS,
  chatTimeoutMs,
}: {
  config: Config;
  logger: Logger;
  clock?: Clock;
  keyHeartbeatMs?: number | undefined;
  chatTimeoutMs?: number | undefined;
}) {
  const { DATABASE_URL: url, KAFKA_BROKERS: brokers, KAFKA_TOPIC_PREFIX: topicPrefix } = config;
  const metrics = createMetrics({ service: 'external-api' });
  const shared = createClock({ url: config.CLOCK_URL, logger });
  const clock = given ?? shared;
  const database = createDatabase<ExternalApiDatabase>({ url, logger, applicationName: 'external-api' });
  const { db } = database;
  const signer = createIdentitySigner({ issuer: 'external-api', keyFile: config.IDENTITY_KEY_FILE });
  const verifier = createIdentityVerifier({ jwksFile: config.IDENTITY_JWKS_FILE });
  const publisher = createPublisher({ brokers, clientId: 'external-api', logger, topicPrefix });
  const publishing = createGrpcClient(PublishingServiceClient, { address: config.PUBLISHING_GRPC, signer });
  const store = createObjectStore(config.OBJECT_STORE_URL);
  const allowPrivateUrls = config.ALLOW_PRIVATE_URLS;
  const fetcher = createVideoFetcher({ allowPrivate: allowPrivateUrls });
  const webhook = config.CHAT_WEBHOOK_URL
    ? createChatWebhook({
        url: config.CHAT_WEBHOOK_URL,
        secret: config.CHAT_WEBHOOK_SECRET,
        supportEmail: config.SUPPORT_EMAIL,
        timeoutMs: chatTimeoutMs,
      })
    : undefined;
  const stopping = new AbortController();

  const http = createHttpServer({
    service: 'external-api',
    host: config.HTTP_HOST,
    port: config.HTTP_PORT,
    logger,
    clock,
    metrics,
    verifier,
    publicUrl: config.PUBLIC_URL,
    trustedProxies: config.TRUSTED_PROXIES,
    ready: database.start,
  });
  // Requests that wait for their posts answer 'processing' instead of holding the stop up.
  http.app.addHook('preClose', async () => stopping.abort());
  serveAccountData(http.app, { part: 'partner', clock, read: (userId) => readAccountData(db, userId) });
  await http.app.register(chatRoutes, { db, clock, webhook, supportEmail: config.SUPPORT_EMAIL });
  await http.app.register(async (external) => {
    external.addHook('onRequest', limitRequests({ db, clock }, limits.request));
    await external.register(connectionRoutes, { publishing });
    await external.register(postRoutes, {
      db,
      clock,
      store,
      ...createVideoJudge({ store, ffprobePath: config.FFPROBE_PATH }),
      fetcher,
      publishing,
      allowPrivateUrls,
      keyHeartbeatMs,
      waitMs: config.POST_WAIT_MS,
      stopping: stopping.signal,
    });
  });
  await http.app.register(async (external) => {
    external.addHook('onRequest', limitRequests({ db, clock }, limits.read));
    await external.register(readPostRoutes, { db, clock });
  });
  const consumer = createConsumer<ExternalApiDatabase>({
    brokers,
    group: 'external-api',
    topicPrefix,
    db,
    publisher,
    logger,
    metrics,
    subscriptions: [...accountSubscriptions(clock), ...postSubscriptions(clock)],
  });
  const restoreCheck = createRestoreCheck({
    db,
    log: createLogReader({ brokers, topicPrefix, logger, clientId: 'external-api' }),
    topics: [],
    recalls: [],
    consumer,
    logger,
    metrics,
  });
  const relay = createRelay({ url, publisher, logger, metrics, restoreCheck });
  const eraser = createWorker({
    name: 'eraser',
    logger,
    concurrency: 2,
    pollMs: ERASE_POLL_MS,
    claim: (limit) => claimErasures(db, limit, clock.now()),
    run: (upload) => eraseUpload({ db, store, clock }, upload),
  });
  const housekeeping = createHousekeeping({ db, clock, logger });

  return {
    db,
    http,
    eraser,
    housekeeping,
    components: [
      shared,
      database,
      publisher,
      relay,
      publishing,
      fetcher,
      ...(webhook ? [webhook] : []),
      http,
      consumer,
      eraser,
      housekeeping,
    ],
  };
}
