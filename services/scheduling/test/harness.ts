import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createManualClock } from '@reelwright/clock';
import {
  type AuthServiceServer,
  AuthServiceService,
  type BillingServiceServer,
  BillingServiceService,
  type DriveServiceServer,
  DriveServiceService,
  type EventType,
  type ForecastPost,
  type ForecastPostsRequest,
  type GenerationServiceServer,
  GenerationServiceService,
  type GetEntitlementResponse,
  type PendingVideo,
  type PublishingServiceServer,
  PublishingServiceService,
  rpcAccess,
  topics,
} from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { createGrpcServer, implement } from '@reelwright/grpc';
import { createIdentityVerifier } from '@reelwright/identity';
import { createPublisher } from '@reelwright/kafka';
import { startAll, stopAll } from '@reelwright/lifecycle';
import { silentLogger } from '@reelwright/logger';
import { loadMigrations, runMigrations } from '@reelwright/postgres';
import { createTestDatabase, createTestIdentity, createTestTopics, eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { buildApp } from '../src/app.ts';
import { applyEntitlement } from '../src/entitlements/apply-entitlement.ts';

/** Saturday, 10:00 in Rome. */
export const START = new Date('2026-11-21T09:00:00Z');

export async function migrate(url: string): Promise<void> {
  const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
  await runMigrations({ url, migrations, logger: silentLogger });
}

/** What the neighbours answer; a test may change it. */
interface Neighbours {
  entitlement:
    | ((userId: string) => Partial<GetEntitlementResponse> | Promise<Partial<GetEntitlementResponse>>)
    | undefined;
  folderUrl: string | undefined;
  /** Of everybody; undefined: auth does not answer. */
  email: string | undefined;
  /** Whose address auth was asked for, each time. */
  usersAsked: string[];
  emailVerified: boolean;
  media: boolean;
  /** What is still to be made. */
  pending: PendingVideo[];
  /** What the platforms can't take at its time; undefined: publishing does not answer. */
  forecast: ((asked: ForecastPostsRequest) => Partial<ForecastPost>[]) | undefined;
}

/**
 * The real service on a database of its own, beside small servers that stand for its neighbours. With `kafka` it also
 * reads and publishes events; without, only what it does by itself is started (the dispatcher only when asked for).
 */
export async function startScheduling(options: { kafka?: boolean; dispatcher?: boolean } = {}) {
  const clock = createManualClock(START);
  const identity = await createTestIdentity(['scheduling', 'billing', 'generation', 'drive', 'publishing']);
  const database = await createTestDatabase({ name: 'scheduling', migrate });
  const broker = options.kafka
    ? await createTestTopics([
        ...Object.values(topics),
        ...Object.values(topics).map((name) => `${name}.dlq.scheduling`),
      ])
    : undefined;
  const neighbours: Neighbours = {
    entitlement: undefined,
    folderUrl: 'https://drive.test/folder',
    email: 'ada@example.com',
    usersAsked: [],
    emailVerified: true,
    media: true,
    pending: [],
    forecast: () => [],
  };
  const others = createGrpcServer({
    host: '127.0.0.1',
    port: 0,
    logger: silentLogger,
    verifier: createIdentityVerifier({ jwksFile: identity.jwksFile }),
    access: rpcAccess,
    services: [
      implement<BillingServiceServer>(BillingServiceService, {
        async getEntitlement({ userId }) {
          return { ...NO_PLAN, userId, ...(await neighbours.entitlement?.(userId)) };
        },
      }),
      implement<AuthServiceServer>(AuthServiceService, {
        async getUser({ userId }) {
          neighbours.usersAsked.push(userId);
          if (!neighbours.email) throw new AppError('UNAVAILABLE', 'DOWN', 'Not now.');
          const { email, emailVerified } = neighbours;
          return { userId, email, emailVerified, firstName: 'Ada', lastName: 'Byron' };
        },
      }),
      implement<DriveServiceServer>(DriveServiceService, {
        async getFolder() {
          if (!neighbours.folderUrl) throw new AppError('NOT_FOUND', 'FOLDER_NOT_READY', 'No folder yet.');
          return { folderUrl: neighbours.folderUrl };
        },
      }),
      implement<Pick<PublishingServiceServer, 'forecastPosts'>>(FORECAST_ALONE, {
        async forecastPosts(asked) {
          if (!neighbours.forecast) throw new AppError('UNAVAILABLE', 'DOWN', 'Not now.');
          return { moved: neighbours.forecast(asked).map((each) => ({ ...NOT_MOVED, ...each })) };
        },
      }),
      implement<GenerationServiceServer>(GenerationServiceService, {
        async getVideos({ videoIds }) {
          if (!neighbours.media) throw new AppError('UNAVAILABLE', 'DOWN', 'Not now.');
          return {
            pending: neighbours.pending.filter(({ videoId }) => videoIds.includes(videoId)),
            videos: videoIds.map((videoId) => ({
              videoId,
              variation: 0,
              mediaPath: `/media/${videoId}.mp4?exp=1&sig=x`,
              posterPath: `/media/${videoId}.webp?exp=1&sig=x`,
              expiresAt: undefined,
            })),
          };
        },
      }),
    ],
  });
  await others.start();
  const address = `127.0.0.1:${others.port()}`;

  const app = await buildApp({
    clock,
    logger: silentLogger,
    config: {
      HTTP_HOST: '127.0.0.1',
      HTTP_PORT: 0,
      GRPC_PORT: 0,
      DATABASE_URL: database.url,
      KAFKA_BROKERS: broker?.brokers ?? '127.0.0.1:1',
      KAFKA_TOPIC_PREFIX: broker?.prefix ?? '',
      PUBLIC_URL: 'http://localhost:8080',
      IDENTITY_JWKS_FILE: identity.jwksFile,
      IDENTITY_KEY_FILE: identity.keyFile('scheduling'),
      LOG_LEVEL: 'silent',
      AUTH_GRPC: address,
      BILLING_GRPC: address,
      GENERATION_GRPC: address,
      DRIVE_GRPC: address,
      PUBLISHING_GRPC: address,
      TRUSTED_PROXIES: 1,
      FREE_VIDEOS_PER_BLOCK: 10,
    },
  });
  const off = new Set([
    ...(options.kafka ? [] : ['event consumer', 'outbox relay']),
    ...(options.dispatcher ? [] : ['dispatcher']),
  ]);
  const components = app.components.filter(({ name }) => !off.has(name));
  await startAll(components, silentLogger);
  const { db } = app.database;
  const publisher = broker
    ? createPublisher({
        brokers: broker.brokers,
        topicPrefix: broker.prefix,
        clientId: 'neighbours',
        logger: silentLogger,
      })
    : undefined;
  if (options.kafka) await eventually(() => app.consumer.ready(), { timeoutMs: 25_000 });

  return {
    app,
    db,
    clock,
    identity,
    neighbours,
    databaseUrl: database.url,
    backUp: database.backUp,

    /** A new user, on a plan that began at START unless something else is said. */
    async user(plan: Partial<Plan> = {}): Promise<string> {
      const userId = randomUUID();
      if (plan.tier && plan.tier !== 'free') await this.plan(userId, plan);
      return userId;
    },

    /** Billing's word on a plan, as the consumer takes it. */
    async plan(userId: string, plan: Partial<Plan>): Promise<boolean> {
      const videosPerMonth = SIZES[plan.tier ?? PLAN.tier] ?? 0;
      const word = { ...PLAN, videosPerMonth, ...plan, userId };
      return db.transaction().execute((trx) => applyEntitlement(trx, word, clock.now()));
    },

    async get(userId: string, url: string) {
      const answer = await app.http.app.inject({ method: 'GET', url, headers: await identity.asUser(userId) });
      return { status: answer.statusCode, body: answer.json() };
    },

    async post(userId: string, url: string, body?: unknown) {
      const headers = await identity.asUser(userId);
      const answer = await app.http.app.inject({
        method: 'POST',
        url,
        headers,
        ...(body !== undefined && { payload: body as object }),
      });
      return { status: answer.statusCode, body: answer.json() };
    },

    async save(userId: string, scheduledDates: readonly object[], more: object = {}) {
      const body = { videoType: 'v1', includeAudio: true, scheduledDates, ...more };
      return this.post(userId, '/api/video-configurations', body);
    },

    /** What the service has stated about a user, oldest first. */
    async stated(userId: string): Promise<{ type: string; payload: Record<string, unknown> }[]> {
      const rows = await db
        .selectFrom('outbox')
        .select(['type', 'payload'])
        .where('key', '=', userId)
        .orderBy('outbox.xid')
        .orderBy('outbox.id')
        .execute();
      return rows.map(({ type, payload }) => ({
        type: type.replace(/^.*\./, ''),
        payload: payload as Record<string, unknown>,
      }));
    },

    /** A neighbour states a fact. Returns the event's id, to state it again. */
    async state<Payload extends { userId: string }>(
      event: EventType<Payload>,
      payload: Partial<Payload> & { userId: string },
      eventId: string = randomUUID(),
    ): Promise<string> {
      const value = event.codec.encode(event.codec.fromJSON(JSON.parse(JSON.stringify(payload)))).finish();
      await this.send(event.topic, payload.userId, event.name, value, eventId);
      return eventId;
    },

    async send(topic: string, key: string, type: string, value: Uint8Array, eventId: string = randomUUID()) {
      const headers = { 'event-id': eventId, 'event-type': type, 'occurred-at': clock.now().toISOString() };
      await publisher?.publish([{ topic, key, value, headers }]);
    },

    broker,

    async used(userId: string): Promise<number> {
      return (await this.get(userId, '/api/video-configuration')).body.usedThisMonth;
    },

    /** Entries that are planned and not due at their time, or the other way round. */
    async misplaced(): Promise<unknown[]> {
      const { rows } = await sql`
        select coalesce(v.id, d.video_id) as id, v.state, v.publish_at, d.publish_at as due_at
          from (select * from scheduled_videos where state = 'planned') v
          full join due_entries d on d.video_id = v.id and d.user_id = v.user_id and d.publish_at = v.publish_at
         where v.id is null or d.video_id is null`.execute(db);
      return rows;
    },

    /** Whatever the tests did, everything planned is due at its time, and nothing else is. */
    async stop() {
      const misplaced = await this.misplaced();
      await publisher?.stop();
      await stopAll(components, silentLogger);
      await others.stop();
      await database.drop();
      await broker?.drop();
      identity.remove();
      if (misplaced.length > 0) throw new Error(`not in step with due_entries: ${JSON.stringify(misplaced)}`);
    },
  };
}

export type Scheduling = Awaited<ReturnType<typeof startScheduling>>;

interface Plan {
  tier: string;
  status: string;
  monthAnchor: Date | undefined;
  videosPerMonth: number;
  currentPeriodEnd: Date | undefined;
  entitledUntil: Date | undefined;
  nextTier: string;
  nextVideosPerMonth: number;
  revision: number;
}

/** What billing sells; the service has to learn it from billing. */
const SIZES: Readonly<Record<string, number>> = { free: 1, starter: 8, pro: 12, elite: 20 };

const PLAN: Plan = {
  tier: 'starter',
  status: 'active',
  monthAnchor: START,
  videosPerMonth: 8,
  currentPeriodEnd: new Date('2027-11-21T09:00:00Z'),
  entitledUntil: new Date('2027-11-28T09:00:00Z'),
  nextTier: '',
  nextVideosPerMonth: 0,
  revision: 1,
};

/** Scheduling asks publishing nothing else. */
const FORECAST_ALONE = { forecastPosts: PublishingServiceService.forecastPosts };

const NOT_MOVED: ForecastPost = { videoId: '', platform: '', code: '', message: '', goesOutAt: undefined };

const NO_PLAN: GetEntitlementResponse = {
  userId: '',
  tier: 'free',
  videosPerMonth: 1,
  isAnnual: false,
  status: 'none',
  currentPeriodStart: undefined,
  currentPeriodEnd: undefined,
  monthAnchor: undefined,
  cancelledAt: undefined,
  expiresAt: undefined,
  stripeSubscriptionId: '',
  revision: 0,
  entitledUntil: undefined,
  nextTier: '',
  nextVideosPerMonth: 0,
  hasCustomer: false,
};

/** `count` entries at 09:00, one a day from the given day of November on. */
export function days(count: number, from = 25, time = '09:00'): { date: string; time: string }[] {
  return Array.from({ length: count }, (_, index) => ({
    date: new Date(Date.UTC(2026, 10, from + index)).toISOString().slice(0, 10),
    time,
  }));
}
