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
  type RefusedPost,
  topics,
} from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { implement } from '@reelwright/grpc';
import { silentLogger } from '@reelwright/logger';
import { loadMigrations, runMigrations } from '@reelwright/postgres';
import { platforms, postedCaptions } from '@reelwright/product';
import { eventually } from '@reelwright/testing';
import { createTestService, storedEvents } from '@reelwright/testing/service';
import { sql } from 'kysely';
import { buildApp } from '../src/app.ts';
import { applyEntitlement } from '../src/entitlements/apply-entitlement.ts';

/** Saturday, 10:00 in Rome. */
export const START = new Date('2026-11-21T09:00:00Z');

const MIGRATIONS = join(import.meta.dirname, '../migrations');

export async function migrate(url: string): Promise<void> {
  const migrations = await loadMigrations(MIGRATIONS);
  await runMigrations({ url, migrations, logger: silentLogger });
}

/** The answers of the fake services; a test may change them. */
interface Neighbours {
  entitlement:
    | ((userId: string) => Partial<GetEntitlementResponse> | Promise<Partial<GetEntitlementResponse>>)
    | undefined;
  folderUrl: string | undefined;
  /** The e-mail address of every user; undefined: auth does not answer. */
  email: string | undefined;
  /** The users of all calls to auth. */
  usersAsked: string[];
  emailVerified: boolean;
  media: boolean;
  /** Generation's pending videos. */
  pending: PendingVideo[];
  /** The moved posts of a forecast; undefined: publishing does not answer. */
  forecast: ((asked: ForecastPostsRequest) => Partial<ForecastPost>[]) | undefined;
  /** The posts of a forecast that would be refused. */
  refused: (asked: ForecastPostsRequest) => RefusedPost[];
}

/**
 * Starts the real service on its own database, with fakes of the services it calls. The event consumer and the relay
 * run with `kafka` only, the dispatcher with `dispatcher` only.
 */
export async function startScheduling(options: { kafka?: boolean; dispatcher?: boolean } = {}) {
  const clock = createManualClock(START);
  const parts = await createTestService({
    name: 'scheduling',
    migrations: MIGRATIONS,
    callers: ['billing', 'generation', 'drive', 'publishing'],
    ...(options.kafka ? { deadLetters: Object.values(topics) } : { topics: [] }),
  });
  const { identity } = parts;
  const neighbours: Neighbours = {
    entitlement: undefined,
    folderUrl: 'https://drive.test/folder',
    email: 'ada@example.com',
    usersAsked: [],
    emailVerified: true,
    media: true,
    pending: [],
    forecast: () => [],
    refused: () => [],
  };
  const address = await parts.serve([
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
        return {
          moved: neighbours.forecast(asked).map((each) => ({ ...NOT_MOVED, ...each })),
          refused: neighbours.refused(asked),
        };
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
  ]);

  const app = await buildApp({
    clock,
    logger: silentLogger,
    config: {
      ...parts.settings,
      AUTH_GRPC: address,
      BILLING_GRPC: address,
      GENERATION_GRPC: address,
      DRIVE_GRPC: address,
      PUBLISHING_GRPC: address,
      FREE_VIDEOS_PER_BLOCK: 10,
    },
  });
  const off = new Set([
    ...(options.kafka ? [] : ['event consumer', 'outbox relay']),
    ...(options.dispatcher ? [] : ['dispatcher']),
  ]);
  await parts.start(app.components.filter(({ name }) => !off.has(name)));
  const { db } = app;
  if (options.kafka) await eventually(() => app.consumer.ready(), { timeoutMs: 25_000 });

  return {
    ...parts,
    app,
    db,
    clock,
    neighbours,
    databaseUrl: parts.database.url,
    backUp: parts.database.backUp,

    /** A new user, by default on a plan that began at START. */
    async user(plan: Partial<Plan> = {}): Promise<string> {
      const userId = randomUUID();
      if (plan.tier && plan.tier !== 'free') await this.plan(userId, plan);
      return userId;
    },

    /** Applies a plan of billing, as the consumer does. */
    async plan(userId: string, plan: Partial<Plan>): Promise<boolean> {
      const videosPerMonth = SIZES[plan.tier ?? PLAN.tier] ?? 0;
      const subscription = { ...PLAN, videosPerMonth, ...plan, userId };
      return db.transaction().execute((trx) => applyEntitlement(trx, subscription, clock.now()));
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

    async put(userId: string, url: string, body: object) {
      const headers = await identity.asUser(userId);
      const answer = await app.http.app.inject({ method: 'PUT', url, headers, payload: body });
      return { status: answer.statusCode, body: answer.json() };
    },

    async save(userId: string, scheduledDates: readonly object[], more: object = {}) {
      const body = { videoType: 'v1', includeAudio: true, scheduledDates, ...more };
      return this.post(userId, '/api/video-configurations', body);
    },

    /** The events that the service has enqueued for a user, oldest first. */
    eventsOf: (userId: string) => storedEvents(db, { userId }),

    /** Publishes an event of another service. @returns its id, to publish it again */
    send: <Payload extends { userId: string }>(
      event: EventType<Payload>,
      payload: Partial<Payload> & { userId: string },
      id?: string,
    ) => parts.publish(event, payload, { id, at: clock.now() }),

    async used(userId: string): Promise<number> {
      return (await this.get(userId, '/api/video-configuration')).body.usedThisMonth;
    },

    /** Planned entries without their row of due_entries, and rows without their entry. */
    async inconsistentDueEntries(): Promise<unknown[]> {
      const { rows } = await sql`
        select coalesce(v.id, d.video_id) as id, v.state, v.publish_at, d.publish_at as due_at
          from (select * from scheduled_videos where state = 'planned') v
          full join due_entries d on d.video_id = v.id and d.user_id = v.user_id and d.publish_at = v.publish_at
         where v.id is null or (d.video_id is null
           and not (select posting_paused from usage_accounts a where a.user_id = v.user_id))`.execute(db);
      return rows;
    },

    /** Stops the service, and checks that due_entries agrees with the planned entries. */
    async stop() {
      const inconsistentDueEntries = await this.inconsistentDueEntries();
      await parts.stop();
      if (inconsistentDueEntries.length > 0)
        throw new Error(`due_entries disagrees with the planned entries: ${JSON.stringify(inconsistentDueEntries)}`);
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

/** The sizes of billing's plans, which the service gets from billing. */
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

/** The only rpc of publishing that scheduling calls. */
const FORECAST_ALONE = { forecastPosts: PublishingServiceService.forecastPosts };

const NOT_MOVED: ForecastPost = { videoId: '', platform: '', code: '', causeData: undefined, goesOutAt: undefined };

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

/** The texts of a post by platform, as events have them. */
export function captionsFor(
  style: string,
  brand: { name: string; occupation: string } = { name: '', occupation: '' },
  own?: Parameters<typeof postedCaptions>[2],
): { platform: string; text: string }[] {
  const texts = postedCaptions(style, brand, own);
  return platforms.map((platform) => ({ platform, text: texts[platform] }));
}

/** Twenty days of each month from December 2026 on, as many as the largest plan has. */
export const fullCalendar = (months: number) =>
  Array.from({ length: months * 20 }, (_, index) => {
    const at = new Date(Date.UTC(2026, 11 + Math.floor(index / 20), 1 + (index % 20)));
    return { date: at.toISOString().slice(0, 10), time: '09:00' };
  });

/** `count` entries at 09:00, one a day from the given day of November on. */
export function days(count: number, from = 25, time = '09:00'): { date: string; time: string }[] {
  return Array.from({ length: count }, (_, index) => ({
    date: new Date(Date.UTC(2026, 10, from + index)).toISOString().slice(0, 10),
    time,
  }));
}
