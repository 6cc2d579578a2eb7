import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@jest/globals';
import { createManualClock } from '@reelwright/clock';
import { deadLetterTopic, type EventType, events, topics, type VideoRequested } from '@reelwright/contracts';
import { createPublisher } from '@reelwright/kafka';
import { startAll, stopAll } from '@reelwright/lifecycle';
import { silentLogger as logger } from '@reelwright/logger';
import { createObjectStore, type ObjectStore } from '@reelwright/object-store';
import { loadMigrations, runMigrations } from '@reelwright/postgres';
import { credentials } from '@reelwright/sandbox/credentials';
import { createTestDatabase, createTestIdentity, createTestTopics, eventually } from '@reelwright/testing';
import { sql } from 'kysely';
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

/** The whole service on a database, topics and an object store of its own. The local model draws each take once. */
export async function startGeneration(
  settings: Partial<Config> = {},
  adaptStore: (store: ObjectStore) => ObjectStore = (store) => store,
  ownLogger = logger,
) {
  const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
  const [database, kafka, identity] = await Promise.all([
    createTestDatabase({ name: 'generation', migrate: (url) => runMigrations({ url, migrations, logger }) }),
    createTestTopics([...Object.values(topics), deadLetterTopic(topics.scheduling, 'generation')]),
    createTestIdentity(['generation', 'scheduling', 'drive']),
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'generation-'));
  const config: Config = {
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: 0,
    GRPC_PORT: 0,
    DATABASE_URL: database.url,
    KAFKA_BROKERS: kafka.brokers,
    KAFKA_TOPIC_PREFIX: kafka.prefix,
    PUBLIC_URL: 'http://localhost:8080',
    IDENTITY_JWKS_FILE: identity.jwksFile,
    IDENTITY_KEY_FILE: identity.keyFile('generation'),
    LOG_LEVEL: 'silent',
    OBJECT_STORE_URL: pathToFileURL(join(folder, 'media')).href,
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
  const model = chosen.name === 'local' ? createDrawOnce(chosen, join(folder, 'drawn')) : chosen;
  const app = await buildApp({ config, logger: ownLogger, store, clock, model });
  await startAll(app.components, logger);
  const outside = createPublisher({
    brokers: kafka.brokers,
    clientId: 'test',
    logger,
    topicPrefix: kafka.prefix,
  });

  async function send<Payload extends { userId: string }>(
    event: EventType<Payload>,
    payload: Payload,
    id: string = randomUUID(),
  ) {
    await outside.publish([
      {
        topic: event.topic,
        key: payload.userId,
        value: event.codec.encode(payload).finish(),
        headers: { 'event-id': id, 'event-type': event.name, 'occurred-at': new Date().toISOString() },
      },
    ]);
  }

  return {
    ...app,
    app: app.http.app,
    clock,
    store,
    config,
    kafka,
    backUp: database.backUp,
    identity,
    outside,
    send,
    /** Asks for a video as scheduling does. */
    async request(change: Partial<VideoRequested> = {}, eventId?: string): Promise<VideoRequested> {
      const wanted: VideoRequested = {
        videoId: randomUUID(),
        userId: '7',
        variation: 0,
        videoType: 'v1',
        includeAudio: true,
        notes: 'a calm morning',
        brand: undefined,
        publishAt: undefined,
        caption: '',
        platforms: [],
        requestedAt: new Date(),
        revision: 1,
        timeZone: '',
        ...change,
      };
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
    /** Waits until the job waits for its next try, then moves product time there; the job as it waited. */
    async nextTry(videoId: string) {
      const job = await eventually(
        async () => {
          const row = await this.jobOf(videoId);
          expect(row).toMatchObject({ code: expect.any(String), leased_until: null, state: 'running' });
          return row as NonNullable<typeof row>;
        },
        { timeoutMs: 100_000 },
      );
      clock.moveTo(job.next_attempt_at);
      return job;
    },
    /** What the service stated about a video, oldest first. */
    async stated(videoId: string): Promise<{ type: string; payload: Record<string, unknown> }[]> {
      const { rows } = await sql<{ type: string; payload: Record<string, unknown> }>`
        select type, payload from outbox where payload->>'videoId' = ${videoId} order by outbox.id`.execute(app.db);
      return rows.map((row) => ({ ...row, type: row.type.split('.').at(-1) ?? '' }));
    },
    async stop() {
      await stopAll([outside, ...app.components], logger);
      await database.drop();
      await kafka.drop();
      identity.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Generation = Awaited<ReturnType<typeof startGeneration>>;
