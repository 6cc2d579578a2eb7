import { type Clock, createClock } from '@reelwright/clock';
import { rpcAccess, topics } from '@reelwright/contracts';
import { createGrpcServer } from '@reelwright/grpc';
import { createHttpServer, serveAccountData } from '@reelwright/http-server';
import { createIdentityVerifier } from '@reelwright/identity';
import { type ConsumerCheckpoint, createConsumer, createLogReader, createPublisher } from '@reelwright/kafka';
import { createWorker } from '@reelwright/leases';
import { createHourly } from '@reelwright/lifecycle';
import type { Logger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import { createObjectStore, type ObjectStore } from '@reelwright/object-store';
import { createRelay, createRestoreCheck, type RelayCheckpoint } from '@reelwright/outbox';
import { createDatabase, createTableWatch } from '@reelwright/postgres';
import { readAccountData } from './accounts/account-data.ts';
import { accountSubscriptions } from './accounts/user-deleted.consumer.ts';
import type { Config } from './config.ts';
import type { GenerationDatabase } from './database.ts';
import { eraseJob } from './jobs/erase-job.ts';
import { expireJobs } from './jobs/expire-jobs.ts';
import { claimErasures, claimJobs, nextJobIn } from './jobs/job-turns.repository.ts';
import { recalls } from './jobs/recalls.ts';
import { type JobCheckpoint, runGenerationJob } from './jobs/run-generation-job.ts';
import { jobSubscriptions } from './jobs/video-requested.consumer.ts';
import { mediaGrpc } from './media/media.grpc.ts';
import { mediaRoutes } from './media/media.routes.ts';
import { chooseModel } from './video-models/choose-model.ts';
import type { VideoModel } from './video-models/video-model.ts';

const POLL_MS = 500;
const ERASE_POLL_MS = 10_000;

export interface AppOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** Instead of the one that OBJECT_STORE_URL names: tests give one that is full. */
  readonly store?: ObjectStore;
  /** Instead of the one that VIDEO_MODEL names: tests give one that draws less. */
  readonly model?: VideoModel;
  /** Tests bring their own. */
  readonly clock?: Clock;
  /** Tests let the process die at a named point. */
  readonly checkpoint?: (name: JobCheckpoint | RelayCheckpoint | ConsumerCheckpoint) => Promise<void>;
}

/** Builds the whole service; nothing runs until its components are started. */
export async function buildApp({
  config,
  logger,
  store = createObjectStore(config.OBJECT_STORE_URL),
  model = chooseModel(config, store),
  clock: given,
  checkpoint = async () => undefined,
}: AppOptions) {
  const { DATABASE_URL: url, KAFKA_BROKERS: brokers, KAFKA_TOPIC_PREFIX: topicPrefix, HTTP_HOST: host } = config;
  const metrics = createMetrics({ service: 'generation' });
  const shared = createClock({ url: config.CLOCK_URL, logger });
  const clock = given ?? shared;
  const database = createDatabase<GenerationDatabase>({ url, logger, applicationName: 'generation' });
  const { db } = database;
  const verifier = createIdentityVerifier({ jwksFile: config.IDENTITY_JWKS_FILE });
  const publisher = createPublisher({ brokers, clientId: 'generation', logger, topicPrefix });
  const signingKey = config.MEDIA_SIGNING_KEY;

  const grpc = createGrpcServer({
    host,
    port: config.GRPC_PORT,
    logger,
    verifier,
    access: rpcAccess,
    services: [mediaGrpc({ db, clock, model, signingKey })],
  });
  const http = createHttpServer({
    service: 'generation',
    host,
    port: config.HTTP_PORT,
    logger,
    clock,
    metrics,
    verifier,
    publicUrl: config.PUBLIC_URL,
    ready: database.start,
  });
  await http.app.register(mediaRoutes, { db, store, signingKey });
  serveAccountData(http.app, { part: 'videos', clock, read: (userId) => readAccountData(db, userId) });
  const consumer = createConsumer<GenerationDatabase>({
    brokers,
    group: 'generation',
    topicPrefix,
    db,
    publisher,
    logger,
    metrics,
    checkpoint,
    subscriptions: [...jobSubscriptions(), ...accountSubscriptions(clock)],
  });
  const restoreCheck = createRestoreCheck({
    db,
    log: createLogReader({ brokers, topicPrefix, logger, clientId: 'generation' }),
    topics: [topics.generation],
    recalls: recalls(),
    consumer,
    logger,
    metrics,
  });
  const relay = createRelay({ url, publisher, logger, metrics, checkpoint, restoreCheck });
  const durations = metrics.histogram('generation_job_duration_seconds', 'Time a job held its lease', ['model']);
  const watch = createTableWatch({ url, logger, clock });
  const worker = createWorker({
    name: 'generation worker',
    logger,
    concurrency: model.concurrency,
    pollMs: POLL_MS,
    sleep: { watch, table: 'generation_jobs', dueIn: () => nextJobIn(db, clock.now()) },
    claim: (limit) => claimJobs(db, limit, clock.now()),
    async run(job, signal) {
      const done = durations.startTimer({ model: model.name });
      await runGenerationJob(
        {
          db,
          clock,
          store,
          model,
          logger,
          checkpoint,
          ffmpegPath: config.FFMPEG_PATH,
          ffprobePath: config.FFPROBE_PATH,
        },
        job,
        signal,
      ).finally(done);
    },
  });
  const eraser = createWorker({
    name: 'eraser',
    logger,
    concurrency: 2,
    pollMs: ERASE_POLL_MS,
    claim: (limit) => claimErasures(db, limit),
    run: (job) => eraseJob({ db, clock, store }, job),
  });

  const retention = createHourly({ name: 'retention', logger, run: () => expireJobs(db, clock.now()) });

  return {
    db,
    eraser,
    retention,
    http,
    grpc,
    components: [shared, database, publisher, relay, grpc, http, consumer, watch, worker, eraser, retention],
  };
}
