import { join } from 'node:path';
import {
  AuthServiceClient,
  BillingServiceClient,
  DriveServiceClient,
  GenerationServiceClient,
  PublishingServiceClient,
  type SchedulingServiceServer,
  SchedulingServiceService,
  topics,
} from '@reelwright/contracts';
import { implement } from '@reelwright/grpc';
import { createService, type ServiceCheckpoint, type ServiceOptions } from '@reelwright/service';
import { readAccountData } from './accounts/account-data.ts';
import { usageRpc } from './accounts/usage.grpc.ts';
import { userDeleted } from './accounts/user-deleted.consumer.ts';
import type { Config } from './config.ts';
import { configurationRoutes } from './configuration/configuration.routes.ts';
import type { SchedulingDatabase } from './database.ts';
import { createDispatcher, type DispatchCheckpoint } from './dispatch/dispatcher.ts';
import { measureDueLag } from './dispatch/due-lag.metrics.ts';
import { subscriptionChanged } from './entitlements/subscription-changed.consumer.ts';
import { pruneAnnouncements } from './entries/announcements.ts';
import { entryRpc } from './entries/entries.grpc.ts';
import { holdsRoutes } from './holds/holds.routes.ts';
import { recalls } from './recalls/recalls.consumer.ts';
import { regenerationRoutes } from './regeneration/regeneration.routes.ts';
import { deliveryEvents } from './timeline/delivery-events.consumer.ts';
import { postEvents } from './timeline/post-events.consumer.ts';
import { renderEvents } from './timeline/render-events.consumer.ts';
import { timelineRoutes } from './timeline/timeline.routes.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations');

export interface AppOptions extends ServiceOptions<Config> {
  readonly checkpoint?: (name: DispatchCheckpoint | ServiceCheckpoint) => Promise<void>;
}

/** Builds the whole service; nothing runs until its components are started. */
export async function buildApp(options: AppOptions) {
  const { config, logger, checkpoint } = options;
  const service = createService<SchedulingDatabase>('scheduling', { ...options, migrations: MIGRATIONS });
  const { db, clock, http, metrics } = service;
  const watch = service.tableWatch();
  const auth = service.client(AuthServiceClient, config.AUTH_GRPC);
  const billing = service.client(BillingServiceClient, config.BILLING_GRPC);
  const generation = service.client(GenerationServiceClient, config.GENERATION_GRPC);
  const drive = service.client(DriveServiceClient, config.DRIVE_GRPC);
  const publishing = service.client(PublishingServiceClient, config.PUBLISHING_GRPC);

  const grpc = service.grpc([
    implement<SchedulingServiceServer>(SchedulingServiceService, {
      ...usageRpc({ db, clock }),
      ...entryRpc({ db, clock }),
    }),
  ]);
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
  await http.app.register(holdsRoutes, { db, clock, billing, logger });
  await http.app.register(regenerationRoutes, { db, clock, auth, billing, logger });
  service.serveAccountData('calendar', (userId, reader) => readAccountData(db, userId, reader));

  const { consumer, relay } = service.events({
    subscriptions: [
      subscriptionChanged(clock),
      ...renderEvents(clock),
      ...deliveryEvents(),
      ...postEvents(clock),
      userDeleted(clock),
    ],
    topics: [topics.scheduling],
    recalls: recalls(clock),
  });
  service.add(
    'worker',
    createDispatcher({
      db,
      watch,
      clock,
      logger,
      metrics,
      onEnqueued: () => relay.nudge(),
      ...(checkpoint && { checkpoint }),
    }),
  );
  measureDueLag(service.measurements, db, clock);
  service.hourly('pruning of announcements', () => pruneAnnouncements(db, clock.real()));

  return { db, http, grpc, consumer, components: service.components() };
}
