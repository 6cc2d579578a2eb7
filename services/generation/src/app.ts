import { join } from 'node:path';
import { keyRing } from '@reelwright/config';
import { BillingServiceClient, topics } from '@reelwright/contracts';
import { createWorker } from '@reelwright/leases';
import { observeStreams } from '@reelwright/metrics';
import { createObjectStore, type ObjectStore, requireAccess, sweepUnfinished } from '@reelwright/object-store';
import { createService, type ServiceCheckpoint, type ServiceOptions } from '@reelwright/service';
import { readAccountData } from './accounts/account-data.ts';
import { accountSubscriptions } from './accounts/user-deleted.consumer.ts';
import { deleteOldLogos } from './branding/branding.repository.ts';
import { brandingRoutes } from './branding/branding.routes.ts';
import type { BrandingPlanDeps } from './branding/branding-plan.ts';
import { createLogoMaker } from './branding/logo-maker.ts';
import type { Config } from './config.ts';
import type { GenerationDatabase } from './database.ts';
import { eraseJob } from './jobs/erase-job.ts';
import { expireJobs } from './jobs/expire-jobs.ts';
import { measureQueue, observeJobs } from './jobs/job.metrics.ts';
import { erasureQueue, jobQueue } from './jobs/job-queue.ts';
import { recalls } from './jobs/recalls.consumer.ts';
import { type JobCheckpoint, runGenerationJob } from './jobs/run-generation-job.ts';
import { jobSubscriptions } from './jobs/video-requested.consumer.ts';
import { mediaGrpc } from './media/media.grpc.ts';
import { mediaRoutes } from './media/media.routes.ts';
import { redirectTo } from './media/redirect.ts';
import { chooseModel } from './video-models/choose-model.ts';
import type { VideoModel } from './video-models/video-model.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations');

const POLL_MS = 500;
const ERASE_POLL_MS = 10_000;

export interface AppOptions extends ServiceOptions<Config> {
  /** Replaces the store of OBJECT_STORE_URL; tests pass one that is full. */
  readonly store?: ObjectStore;
  /** Replaces the model of VIDEO_MODEL; tests pass one that draws less. */
  readonly model?: VideoModel;
  readonly checkpoint?: (name: JobCheckpoint | ServiceCheckpoint) => Promise<void>;
}

/** Builds the whole service; nothing runs until its components are started. */
export async function buildApp(options: AppOptions) {
  const { config, logger, checkpoint, store = createObjectStore(config.OBJECT_STORE_URL) } = options;
  const { FFMPEG_PATH: ffmpegPath, FFPROBE_PATH: ffprobePath } = config;
  const signingKeys = keyRing(config.MEDIA_SIGNING_KEY);
  const redirect = redirectTo(config.MEDIA_REDIRECT_ORIGIN, store);
  const service = createService<GenerationDatabase>('generation', { ...options, migrations: MIGRATIONS });
  const { db, clock, http } = service;
  const { model = chooseModel(config, store) } = options;
  const billing = service.client(BillingServiceClient, config.BILLING_GRPC);
  const askTier: BrandingPlanDeps['askTier'] = async (userId) => {
    const { tier, entitledUntil } = await billing.getEntitlement({ userId }, { actingFor: userId });
    return { tier, entitledUntil };
  };

  service.add('client', { name: 'object store access', start: () => requireAccess(store, logger) });
  const grpc = service.grpc([mediaGrpc({ db, clock, model, signingKeys })]);
  const streams = observeStreams(service.metrics, 'generation_media', 'Media files that this service streams', [
    'kind',
  ]);
  await http.app.register(mediaRoutes, { db, store, signingKeys, redirect, streams });
  await http.app.register(brandingRoutes, { db, clock, askTier, logos: createLogoMaker({ ffmpegPath }) });
  service.serveAccountData('videos', (userId) => readAccountData(db, userId));
  service.events({
    subscriptions: [...jobSubscriptions({ clock, model }), ...accountSubscriptions(clock)],
    topics: [topics.generation],
    recalls: recalls(clock),
  });

  const onJobEnded = observeJobs(service.metrics);
  const queue = jobQueue(db, clock.now);
  measureQueue(service.measurements, queue);
  const jobDeps = { db, clock, store, model, askTier, logger, onJobEnded, checkpoint, ffmpegPath, ffprobePath };
  const durations = service.metrics.histogram('generation_job_duration_seconds', 'Time a job held its lease', [
    'model',
  ]);
  const worker = service.add(
    'worker',
    createWorker({
      name: 'generation worker',
      logger,
      concurrency: model.concurrency,
      pollMs: POLL_MS,
      watch: service.tableWatch(),
      queue,
      traceparent: (job) => job.traceparent,
      async run(job, signal) {
        const done = durations.startTimer({ model: model.name });
        await runGenerationJob(jobDeps, job, signal).finally(done);
      },
    }),
  );
  const eraser = service.add(
    'worker',
    createWorker({
      name: 'eraser',
      logger,
      concurrency: 2,
      pollMs: ERASE_POLL_MS,
      queue: erasureQueue(db),
      traceparent: (job) => job.traceparent,
      run: (job) => eraseJob({ db, clock, store }, job),
    }),
  );
  const retention = service.hourly('retention', () => expireJobs(db, clock.now()));

  service.hourly('unused logos', () => deleteOldLogos(db));
  service.hourly('unfinished uploads', () => sweepUnfinished(store, { now: clock.real(), logger }));

  return { db, http, grpc, metrics: service.metrics, worker, eraser, retention, components: service.components() };
}
