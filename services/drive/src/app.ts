import { join } from 'node:path';
import { AuthServiceClient, topics } from '@reelwright/contracts';
import { createWorker } from '@reelwright/leases';
import { observeStreams } from '@reelwright/metrics';
import { createObjectStore, requireAccess } from '@reelwright/object-store';
import { createService, type ServiceCheckpoint, type ServiceOptions } from '@reelwright/service';
import { readAccountData } from './accounts/account-data.ts';
import { maintainFolder } from './accounts/maintain-folder.ts';
import { userSubscriptions } from './accounts/user-events.consumer.ts';
import type { Config } from './config.ts';
import type { DriveDatabase } from './database.ts';
import type { FolderCheckpoint } from './folders/ensure-folder.ts';
import { folderGrpc } from './folders/folder.grpc.ts';
import { folderQueue } from './folders/folder.repository.ts';
import { folderRoutes } from './folders/folder.routes.ts';
import { createDriveClient } from './google/drive-client.ts';
import { createGoogleDrive } from './google/google-drive.ts';
import { deliverVideo, trashFile } from './uploads/deliver-video.ts';
import { recalls } from './uploads/recalls.consumer.ts';
import type { UploadCheckpoint } from './uploads/send-file.ts';
import { measureQueue, observeAttempts } from './uploads/upload.metrics.ts';
import { uploadQueue } from './uploads/upload.repository.ts';
import { videoSubscriptions } from './uploads/video-events.consumer.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations');

const UPLOAD_POLL_MS = 500;
const FOLDER_POLL_MS = 2_000;

export interface AppOptions extends ServiceOptions<Config> {
  /** The workers' poll interval, for tests. */
  readonly pollMs?: number;
  readonly checkpoint?: (name: FolderCheckpoint | UploadCheckpoint | ServiceCheckpoint) => Promise<void>;
}

/** Builds the whole service; nothing runs until its components are started. */
export async function buildApp(options: AppOptions) {
  const { config, logger, pollMs, checkpoint = async () => undefined } = options;
  const service = createService<DriveDatabase>('drive', { ...options, migrations: MIGRATIONS });
  const { db, clock, http } = service;
  const watch = service.tableWatch();
  const store = createObjectStore(config.OBJECT_STORE_URL);
  service.add('client', { name: 'object store access', start: () => requireAccess(store, logger) });
  const google = createDriveClient({
    root: config.GOOGLE_DRIVE_ROOT,
    oauthUrl: config.GOOGLE_OAUTH_URL,
    clientId: config.GOOGLE_DRIVE_CLIENT_ID,
    clientSecret: config.GOOGLE_DRIVE_CLIENT_SECRET,
    refreshToken: config.GOOGLE_DRIVE_REFRESH_TOKEN,
  });
  const deps = {
    db,
    clock,
    drive: createGoogleDrive(google),
    auth: service.client(AuthServiceClient, config.AUTH_GRPC),
    store,
    logger,
    streams: observeStreams(service.metrics, 'drive_upload', 'Uploads to Drive, each request of one,'),
    chunkBytes: config.UPLOAD_CHUNK_BYTES,
    checkpoint,
  };

  const grpc = service.grpc([folderGrpc({ db })]);
  await http.app.register(folderRoutes, { ...deps, sharesPerBlock: config.SHARES_PER_BLOCK });
  service.serveAccountData('drive', (userId) => readAccountData(db, userId));
  service.events({
    subscriptions: [...userSubscriptions(), ...videoSubscriptions()],
    topics: [topics.drive],
    recalls: recalls(),
  });

  const queue = uploadQueue(db);
  measureQueue(service.measurements, queue);
  const beginAttempt = observeAttempts(service.metrics);
  service.add(
    'worker',
    createWorker({
      name: 'upload worker',
      logger,
      concurrency: config.CONCURRENT_UPLOADS,
      pollMs: pollMs ?? UPLOAD_POLL_MS,
      watch,
      queue,
      traceparent: (upload) => upload.traceparent,
      async run(upload, signal) {
        const end = beginAttempt();
        const run = upload.state === 'trashing' ? trashFile : deliverVideo;
        end(await run(deps, upload, signal));
      },
    }),
  );
  service.add(
    'worker',
    createWorker({
      name: 'folder worker',
      logger,
      concurrency: 2,
      pollMs: pollMs ?? FOLDER_POLL_MS,
      watch,
      queue: folderQueue(db),
      run: (row, signal) => maintainFolder(deps, row, signal),
    }),
  );

  return { db, http, grpc, metrics: service.metrics, components: service.components() };
}
