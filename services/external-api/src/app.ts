import { join } from 'node:path';
import { PublishingServiceClient } from '@reelwright/contracts';
import { createWorker } from '@reelwright/leases';
import { observeStreams } from '@reelwright/metrics';
import { createObjectStore, requireAccess, sweepUnfinished } from '@reelwright/object-store';
import { createService, type ServiceOptions } from '@reelwright/service';
import { chatRoutes } from './chat/chat.routes.ts';
import { createChatWebhook } from './chat/chat-webhook.ts';
import type { Config } from './config.ts';
import { connectionRoutes } from './connections/connections.routes.ts';
import type { ExternalApiDatabase } from './database.ts';
import { sweep } from './housekeeping.ts';
import { KEY_HEARTBEAT_MS } from './idempotency/renew-key.ts';
import { readAccountData } from './personal-data/account-data.ts';
import { accountSubscriptions } from './personal-data/user-deleted.consumer.ts';
import { postSubscriptions } from './posts/post-events.consumer.ts';
import { postRoutes } from './posts/posts.routes.ts';
import { readPostRoutes } from './posts/read-post.routes.ts';
import { measureUse, observeRefusals } from './rate-limits/limit.metrics.ts';
import { limitRequests } from './rate-limits/limit-requests.ts';
import { limits } from './rate-limits/rate-limit.ts';
import { eraseUpload } from './uploads/erase-upload.ts';
import { createVideoProbe } from './uploads/probe-video.ts';
import { erasureQueue } from './uploads/upload.repository.ts';
import { createVideoFetcher } from './video-urls/video-fetcher.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations');

const ERASE_POLL_MS = 10_000;

interface AppOptions extends ServiceOptions<Config> {
  readonly keyHeartbeatMs?: number | undefined;
  readonly chatTimeoutMs?: number | undefined;
}

/** Builds the whole service; nothing runs until its components are started. It has no rpcs. */
export async function buildApp({ keyHeartbeatMs = KEY_HEARTBEAT_MS, chatTimeoutMs, ...options }: AppOptions) {
  const { config, logger } = options;
  const { ALLOW_PRIVATE_URLS: allowPrivateUrls, CHAT_WEBHOOK_URL: chatUrl } = config;
  const service = createService<ExternalApiDatabase>('external-api', { ...options, migrations: MIGRATIONS });
  const { db, clock, http } = service;
  const publishing = service.client(PublishingServiceClient, config.PUBLISHING_GRPC);
  const store = createObjectStore(config.OBJECT_STORE_URL);
  service.add('client', { name: 'object store access', start: () => requireAccess(store, logger) });
  const fetcher = service.add('client', createVideoFetcher({ allowPrivate: allowPrivateUrls }));
  const webhook = chatUrl
    ? service.add(
        'client',
        createChatWebhook({
          url: chatUrl,
          secret: config.CHAT_WEBHOOK_SECRET,
          supportEmail: config.SUPPORT_EMAIL,
          timeoutMs: chatTimeoutMs,
        }),
      )
    : undefined;
  const stopping = new AbortController();
  const onRefused = observeRefusals(service.metrics);
  measureUse(service.measurements, db, clock);

  // Waiting requests return 'processing', so that they do not delay the stop.
  http.app.addHook('preClose', async () => stopping.abort());
  service.serveAccountData('partner', (userId, reader) => readAccountData(db, userId, reader));
  await http.app.register(chatRoutes, { db, clock, onRefused, webhook, supportEmail: config.SUPPORT_EMAIL });
  await http.app.register(async (external) => {
    external.addHook('onRequest', limitRequests({ db, clock, onRefused }, limits.request));
    await external.register(connectionRoutes, { publishing });
    await external.register(postRoutes, {
      db,
      clock,
      store,
      onRefused,
      uploadStreams: observeStreams(service.metrics, 'external_api_upload', 'Videos from partners'),
      ...createVideoProbe({ store, ffprobePath: config.FFPROBE_PATH }),
      fetcher,
      publishing,
      allowPrivateUrls,
      keyHeartbeatMs,
      waitMs: config.POST_WAIT_MS,
      stopping: stopping.signal,
    });
  });
  await http.app.register(async (external) => {
    external.addHook('onRequest', limitRequests({ db, clock, onRefused }, limits.read));
    await external.register(readPostRoutes, { db, clock });
  });

  service.events({ subscriptions: [...accountSubscriptions(clock), ...postSubscriptions(clock)] });
  const eraser = service.add(
    'worker',
    createWorker({
      name: 'eraser',
      logger,
      concurrency: 2,
      pollMs: ERASE_POLL_MS,
      queue: erasureQueue(db, clock.now),
      run: (upload) => eraseUpload({ db, store, clock }, upload),
    }),
  );
  const housekeeping = () => sweep(db, clock);
  service.hourly('housekeeping', housekeeping);
  service.hourly('unfinished uploads', () => sweepUnfinished(store, { now: clock.real(), logger }));

  return { db, http, metrics: service.metrics, eraser, housekeeping, components: service.components() };
}
