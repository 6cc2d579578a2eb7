import { createClock } from '@reelwright/clock';
import { AuthServiceClient, rpcAccess, topics } from '@reelwright/contracts';
import { createGrpcClient, createGrpcServer } from '@reelwright/grpc';
import { createHttpServer, serveAccountData } from '@reelwright/http-server';
import { createIdentitySigner, createIdentityVerifier } from '@reelwright/identity';
import { type ConsumerCheckpoint, createConsumer, createLogReader, createPublisher } from '@reelwright/kafka';
import { createWorker, type DueRows, dueIn } from '@reelwright/leases';
import type { Logger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import { createObjectStore } from '@reelwright/object-store';
import { createRelay, createRestoreCheck, type RelayCheckpoint } from '@reelwright/outbox';
import { createDatabase, createTableWatch } from '@reelwright/postgres';
import { readAccountData } from './accounts/account-data.ts';
import { accountSubscriptions } from './accounts/profile.consumer.ts';
import type { Config } from './config.ts';
import type { DriveDatabase } from './database.ts';
import type { FolderCheckpoint } from './folders/ensure-folder.ts';
import { folderGrpc } from './folders/folder.grpc.ts';
import { claimFolders, DUE_FOLDERS } from './folders/folder.repository.ts';
import { folderRoutes } from './folders/folder.routes.ts';
import { tendFolder } from './folders/tend-folder.ts';
import { createDriveClient } from './google/drive-client.ts';
import { createGoogleDrive } from './google/google-drive.ts';
import { deliverVideo, discardFile } from './uploads/deliver-video.ts';
import { recalls } from './uploads/recalls.ts';
import type { UploadCheckpoint } from './uploads/send-file.ts';
import { claimUploads, DUE_UPLOADS } from './uploads/upload.repository.ts';
import { uploadSubscriptions } from './uploads/video-generated.consumer.ts';
import { videoSubscriptions } from './videos/planned-video.consumer.ts';

const UPLOAD_POLL_MS = 500;
/** About what one account may write a second. */
const UPLOADS_AT_ONCE = 3;
const FOLDER_POLL_MS = 2_000;

export interface AppOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** Tests let the process die at a named point. */
  readonly checkpoint?: (
    name: FolderCheckpoint | UploadCheckpoint | RelayCheckpoint | ConsumerCheckpoint,
  ) => Promise<void>;
}

/** Builds the whole service; nothing runs until its components are started. */
export async function buildApp({ config, logger, checkpoint = async () => undefined }: AppOptions) {
  const { DATABASE_URL: url, KAFKA_BROKERS: brokers, KAFKA_TOPIC_PREFIX: topicPrefix, HTTP_HOST: host } = config;
  const metrics = createMetrics({ service: 'drive' });
  const clock = createClock({ url: config.CLOCK_URL, logger });
  const database = createDatabase<DriveDatabase>({ url, logger, applicationName: 'drive' });
  const { db } = database;
  const signer = createIdentitySigner({ issuer: 'drive', keyFile: config.IDENTITY_KEY_FILE });
  const verifier = createIdentityVerifier({ jwksFile: config.IDENTITY_JWKS_FILE });
  const publisher = createPublisher({ brokers, clientId: 'drive', logger, topicPrefix });
  const auth = createGrpcClient(AuthServiceClient, { address: config.AUTH_GRPC, signer });
  const google = createDriveClient({
    root: config.GOOGLE_DRIVE_ROOT,
    oauthUrl: config.GOOGLE_OAUTH_URL,
    clientId: config.GOOGLE_DRIVE_CLIENT_ID,
    clientSecret: config.GOOGLE_DRIVE_CLIENT_SECRET,
    refreshToken: config.GOOGLE_DRIVE_REFRESH_TOKEN,
  });
  const drive = createGoogleDrive(google);
  const store = createObjectStore(config.OBJECT_STORE_URL);
  const deps = { db, clock, drive, auth, store, logger, chunkBytes: config.UPLOAD_CHUNK_BYTES, checkpoint };

  const grpc = createGrpcServer({
    host,
    port: config.GRPC_PORT,
    logger,
    verifier,
    access: rpcAccess,
    services: [folderGrpc({ db })],
  });
  const http = createHttpServer({
    service: 'drive',
    host,
    port: config.HTTP_PORT,
    logger,
    clock,
    metrics,
    verifier,
    publicUrl: config.PUBLIC_URL,
    ready: database.start,
    trustedProxies: config.TRUSTED_PROXIES,
  });
  await http.app.register(folderRoutes, { ...deps, sharesPerBlock: config.SHARES_PER_BLOCK });
  serveAccountData(http.app, { part: 'drive', clock, read: (userId) => readAccountData(db, userId) });
  const consumer = createConsumer<DriveDatabase>({
    brokers,
    group: 'drive',
    topicPrefix,
    db,
    publisher,
    logger,
    metrics,
    checkpoint,
    subscriptions: [...accountSubscriptions(), ...videoSubscriptions(), ...uploadSubscriptions()],
  });
  const restoreCheck = createRestoreCheck({
    db,
    log: createLogReader({ brokers, topicPrefix, logger, clientId: 'drive' }),
    topics: [topics.drive],
    recalls: recalls(),
    consumer,
    logger,
    metrics,
  });
  const relay = createRelay({ url, publisher, logger, metrics, checkpoint, restoreCheck });
  const durations = metrics.histogram('drive_upload_duration_seconds', 'Time of one try', ['outcome']);
  const watch = createTableWatch({ url, logger, clock });
  const sleepUntil = (rows: DueRows) => ({
    watch,
    table: rows.table,
    dueIn: () => dueIn(db, { ...rows, now: new Date() }),
  });
  const uploads = createWorker({
    name: 'upload worker',
    logger,
    concurrency: UPLOADS_AT_ONCE,
    pollMs: UPLOAD_POLL_MS,
    sleep: sleepUntil(DUE_UPLOADS),
    claim: (limit) => claimUploads(db, limit),
    async run(upload, signal) {
      const done = durations.startTimer();
      const run = upload.state === 'trashing' ? discardFile : deliverVideo;
      done({ outcome: await run(deps, upload, signal) });
    },
  });
  const folders = createWorker({
    name: 'folder worker',
    logger,
    concurrency: 2,
    pollMs: FOLDER_POLL_MS,
    sleep: sleepUntil(DUE_FOLDERS),
    claim: (limit) => claimFolders(db, limit),
    run: (row, signal) => tendFolder(deps, row, signal),
  });

  return {
    db,
    http,
    grpc,
    components: [clock, database, publisher, relay, auth, grpc, http, consumer, watch, uploads, folders],
  };
}
