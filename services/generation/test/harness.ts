import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { createManualClock } from '@reelwright/clock';
import {
  type BillingServiceServer,
  BillingServiceService,
  type EventType,
  events,
  GetEntitlementResponse,
  topics,
  VideoRequested,
} from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { implement } from '@reelwright/grpc';
import { silentLogger as logger } from '@reelwright/logger';
import { createObjectStore, type ObjectStore } from '@reelwright/object-store';
import { credentials } from '@reelwright/sandbox/credentials';
import { createTestObjectStore, eventually } from '@reelwright/testing';
import { createTestService, storedEvents } from '@reelwright/testing/service';
import { buildApp } from '../src/app.ts';
import type { Config } from '../src/config.ts';
import { chooseModel } from '../src/video-models/choose-model.ts';
import { createDrawOnce } from './fakes/draw-once.ts';

export const SIGNING_KEY = 'a-media-signing-key-of-32-letters';

/** The settings for a remote model at a URL, with the sandbox's credentials. */
export const remote = (model: 'veo' | 'omni', url: string): Partial<Config> => ({
  VIDEO_MODEL: model,
  VERTEX_BASE_URL: url,
  VERTEX_PROJECT: credentials.genai.project,
  VERTEX_LOCATION: credentials.genai.location,
  VERTEX_ACCESS_TOKEN: credentials.genai.accessToken,
  GEMINI_BASE_URL: url,
  GEMINI_API_KEY: credentials.genai.apiKey,
});

/** Starts the service on its own database, topics and object store. With the usual ffmpeg, a process draws each rendition once. */
export async function startGeneration(
  settings: Partial<Config> = {},
  adaptStore: (store: ObjectStore) => ObjectStore = (store) => store,
  ownLogger = logger,
) {
  const parts = await createTestService({
    name: 'generation',
    migrations: join(import.meta.dirname, '../migrations'),
    callers: ['scheduling', 'drive'],
    deadLetters: [topics.scheduling],
  });
  const objects = await createTestObjectStore(parts.folder);
  const billing = { tiers: new Map<string, string>(), ends: new Map<string, Date>(), isDown: false };
  const billingAddress = await parts.serve([
    implement<BillingServiceServer>(BillingServiceService, {
      getEntitlement: async ({ userId }) => {
        if (billing.isDown) throw new AppError('UNAVAILABLE', 'DOWN', 'Down.');
        const tier = billing.tiers.get(userId) ?? 'free';
        return GetEntitlementResponse.fromPartial({ userId, tier, entitledUntil: billing.ends.get(userId) });
      },
    }),
  ]);
  const config: Config = {
    ...parts.settings,
    OBJECT_STORE_URL: objects.url,
    BILLING_GRPC: billingAddress,
    VIDEO_MODEL: 'local',
    RENDERER_QUALITY: 'instant',
    RENDER_BUDGET_SECONDS: 180,
    MEDIA_SIGNING_KEY: SIGNING_KEY,
    FFMPEG_PATH: 'ffmpeg',
    FFPROBE_PATH: 'ffprobe',
    VEO_MODEL: 'veo-3.1-fast-generate-001',
    OMNI_MODEL: 'gemini-omni-1.2-flash',
    VIDEO_MODEL_POLL_MS: 50,
    ...settings,
  };
  const store = adaptStore(createObjectStore(config.OBJECT_STORE_URL));
  const clock = createManualClock();
  const chosen = chooseModel(config, store);
  const model = chosen.name === 'local' && !settings.FFMPEG_PATH ? createDrawOnce(chosen) : chosen;
  const app = await buildApp({ config, logger: ownLogger, store, clock, model });
  // Claims due jobs when the clock moves, not at the next poll.
  clock.onMove(app.worker.nudge);
  await parts.start(app.components);

  const send = <Payload extends { userId: string }>(event: EventType<Payload>, payload: Payload, id?: string) =>
    parts.publish(event, payload, { id });

  return {
    ...parts,
    ...app,
    /** What billing answers. */
    billing,
    app: app.http.app,
    clock,
    store,
    objects: objects.contents,
    config,
    backUp: parts.database.backUp,
    send,
    /** Requests a video like scheduling. */
    async request(change: Partial<VideoRequested> = {}, eventId?: string): Promise<VideoRequested> {
      const wanted = VideoRequested.fromPartial({
        videoId: randomUUID(),
        userId: '7',
        videoType: 'v1',
        includeAudio: true,
        notes: 'a calm morning',
        requestedAt: new Date(),
        revision: 1,
        ...change,
      });
      await send(events.VideoRequested, wanted, eventId);
      return wanted;
    },
    jobOf: (videoId: string, variation = 0) =>
      app.db
        .selectFrom('generation_jobs')
        .selectAll()
        .where('video_id', '=', videoId)
        .where('variation', '=', variation)
        .executeTakeFirst(),
    /** Waits until the job waits for a retry, then moves product time to that attempt. @returns the waiting job */
    async nextTry(videoId: string, beforeIt = () => {}) {
      const job = await eventually(
        async () => {
          const row = await this.jobOf(videoId);
          expect(row).toMatchObject({ code: expect.any(String), leased_until: null, state: 'running' });
          return row as NonNullable<typeof row>;
        },
        { timeoutMs: 100_000 },
      );
      beforeIt();
      clock.moveTo(job.next_attempt_at);
      return job;
    },
    /** The events that the service has enqueued for a video, oldest first. */
    published: (videoId: string) => storedEvents(app.db, { videoId }),
  };
}

export type Generation = Awaited<ReturnType<typeof startGeneration>>;
