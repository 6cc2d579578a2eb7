import { join } from 'node:path';
import { AuthServiceClient, topics } from '@reelwright/contracts';
import { createWorker } from '@reelwright/leases';
import { observeStreams } from '@reelwright/metrics';
import { createObjectStore, requireAccess } from '@reelwright/object-store';
import { createService, type ServiceCheckpoint, type ServiceOptions } from '@reelwright/service';
import { createTokenCipher } from '@reelwright/token-cipher';
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
import { createGoogleConsent } from './google/google-consent.ts';
import { createGoogleDrive } from './google/google-drive.ts';
import { endingQueue } from './grants/grant.repository.ts';
import { reencryptTokens } from './grants/refresh-token.ts';
import { pruneConsents } from './own-drive/consents.ts';
import { finishGrant } from './own-drive/end-grant.ts';
import { ownDriveRoutes } from './own-drive/own-drive.routes.ts';
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
  const client = {
    oauthUrl: config.GOOGLE_OAUTH_URL,
    clientId: config.GOOGLE_DRIVE_CLIENT_ID,
    clientSecret: config.GOOGLE_DRIVE_CLIENT_SECRET,
  };
  const driveWith = (refreshToken: string) =>
    createGoogleDrive(createDriveClient({ ...client, root: config.GOOGLE_DRIVE_ROOT, refreshToken }));
  const cipher = createTokenCipher(config.TOKEN_CIPHER_KEYS);
  const consent = createGoogleConsent({
    ...client,
    accountsUrl: config.GOOGLE_ACCOUNTS_URL,
    redirectUri: `${config.PUBLIC_URL}/api/drive/google/callback`,
  });
  const deps = {
    db,
    clock,
    drive: driveWith(config.GOOGLE_DRIVE_REFRESH_TOKEN),
    driveWith,
    cipher,
    consent,
    auth: service.client(AuthServiceClient, config.AUTH_GRPC),
    store,
    logger,
    streams: observeStreams(service.metrics, 'drive_upload', 'Uploads to Drive, each request of one,'),
    chunkBytes: config.UPLOAD_CHUNK_BYTES,
    checkpoint,
  };

  const grpc = service.grpc([folderGrpc({ db })]);
  await http.app.register(folderRoutes, { ...deps, sharesPerBlock: config.SHARES_PER_BLOCK });
  await http.app.register(ownDriveRoutes, { ...deps, cell: config.CELL });
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

  service.add(
    'worker',
    createWorker({
      name: 'grant worker',
      logger,
      concurrency: 2,
      pollMs: pollMs ?? FOLDER_POLL_MS,
      watch,
      queue: endingQueue(db),
      run: (grant, signal) => finishGrant(deps, grant, signal),
    }),
  );
  service.hourly('pruning of consents', () => pruneConsents(db, clock.real()));
  // A replaced key of the ring can be removed an hour later.
  service.hourly('encryption of grants', async () => {
    const changed = await reencryptTokens({ db, cipher });
    if (changed > 0) logger.info({ changed }, 'grants are encrypted with the first key');
  });

  return { db, http, grpc, metrics: service.metrics, components: service.components() };
}
