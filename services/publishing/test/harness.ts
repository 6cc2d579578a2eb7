import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { en, type Reader } from '@reelwright/causes';
import { createManualClock } from '@reelwright/clock';
import { type EventType, events, type GetEntryResponse } from '@reelwright/contracts';
import { createLogger, silentLogger } from '@reelwright/logger';
import { createObjectStore } from '@reelwright/object-store';
import { credentials, type RunningSandbox, sampleClip, startSandbox } from '@reelwright/sandbox';
import { type EmulatedPlatform, platformProviders } from '@reelwright/sandbox/platforms';
import { createTestObjectStore, eventually } from '@reelwright/testing';
import { createTestService } from '@reelwright/testing/service';
import { sql } from 'kysely';
import Type from 'typebox';
import Value from 'typebox/value';
import { buildApp } from '../src/app.ts';
import type { Config } from '../src/config.ts';
import type { PostRow } from '../src/database.ts';
import type { Platform } from '../src/platforms/platform.ts';
import { type PlatformConfig, platformSettings } from '../src/platforms/registry.ts';
import type { Checkpoint } from '../src/posting/engine.ts';
import { type Choice, consent } from './consent.ts';
import { startNeighbours } from './neighbours.ts';

/** As in production, a living process keeps its lease, however slow the machine is. */
const timings = {
  pollMs: 50,
  leaseMs: 60_000,
  inFlightMs: 200,
  rereadEveryMs: 200,
  rereadTimeoutMs: 60_000,
  silencePauseMs: 100,
  restageDelayMs: 40,
};
/** The rest of the lease of a process that died: longer than `inFlightMs`. */
const LEFT_OF_LEASE_MS = 300;
export const MINUTE = 60_000;
export const english: Reader = { language: en, timeZone: undefined };
/** The timeout for a state of a post. */
const WAIT_MS = 20_000;

const quickKnobs = { tiktok: { moderationMs: 1 }, facebook: { processingMs: 1 }, instagram: { processingMs: 1 } };

/** Starts the real service on its own database and topics, against the real sandbox. */
export async function startPublishing(name: string, settings: Partial<Config> = {}) {
  const parts = await createTestService({
    name: 'publishing',
    databaseName: `publishing-${name}`,
    migrations: join(import.meta.dirname, '../migrations'),
    callers: ['external-api', 'scheduling'],
  });
  const { folder, identity } = parts;
  const clip = sampleClip({ bytes: 700_000, seed: 7 });
  const neighbours = await startNeighbours(identity.jwksFile, clip);
  const clock = createManualClock();
  const sandbox = await startSandbox({
    ports: 0,
    dir: join(folder, 'sandbox'),
    providers: ['google', 'tiktok', 'facebook', 'instagram'],
    clock,
  });
  const { url: storeUrl } = await createTestObjectStore(folder);
  const store = createObjectStore(storeUrl);
  /** The checkpoint at which the service dies, once for each video. */
  const deaths = new Map<string, Checkpoint>();
  /** A callback that runs while the service is at a checkpoint, once for each video. */
  const meanwhiles = new Map<string, { at: Checkpoint; run: () => Promise<void> }>();

  const config = {
    ...parts.settings,
    OBJECT_STORE_URL: storeUrl,
    TOKEN_CIPHER_KEYS: `k1:${Buffer.alloc(32, 5).toString('base64')}`,
    GENERATION_GRPC: neighbours.grpcAddress,
    BILLING_GRPC: neighbours.grpcAddress,
    SCHEDULING_GRPC: neighbours.calendar.address,
    AUTH_GRPC: neighbours.accounts.address,
    MEDIA_PUBLIC_URL: neighbours.mediaUrl,
    CONCURRENT_POSTS: 8,
    ...(Value.Default(Type.Object(platformSettings), {}) as PlatformConfig),
    ...sandboxConfig(sandbox),
    ...settings,
  } satisfies Config;
  const logger = process.env['TEST_LOG']
    ? createLogger({ service: 'publishing', level: process.env['TEST_LOG'] })
    : silentLogger;
  const app = await buildApp({
    config,
    logger,
    clock,
    timings,
    checkpoint: async (at, videoId, platform) => {
      const meanwhile = meanwhiles.get(videoId ?? '');
      if (videoId !== undefined && meanwhile?.at === at) {
        meanwhiles.delete(videoId);
        await meanwhile.run();
      }
      if (videoId === undefined || platform === undefined || deaths.get(videoId) !== at) return;
      const leasedUntil = sql<Date>`clock_timestamp() + ${LEFT_OF_LEASE_MS} * interval '1 millisecond'`;
      const held = app.db.updateTable('posts').set({ leased_until: leasedUntil });
      const row = held.where('video_id', '=', videoId).where('platform', '=', platform);
      await row.where('leased_until', 'is not', null).execute();
      deaths.delete(videoId);
      throw new Error(`died ${at}`);
    },
  });
  const outside = [
    { name: 'neighbours', stop: neighbours.stop },
    { name: 'sandbox', stop: sandbox.close },
  ];
  await parts.start([...outside, ...app.components]);
  // Platforms take a moment for moderation; tests do not wait for it.
  sandbox.chaos.set('google', { slowModerationMs: 1 });
  for (const [platform, change] of Object.entries(quickKnobs)) await knobs(platform as keyof typeof quickKnobs, change);

  /** Sets knobs of a platform's sandbox; the others stay as they are. */
  async function knobs(platform: keyof typeof quickKnobs, change: Record<string, number | boolean>): Promise<void> {
    const reply = await fetch(`${sandbox.origins.server(platform)}/_sandbox/knobs`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(change),
    });
    if (!reply.ok) throw new Error(`the sandbox refused ${JSON.stringify(change)}: ${await reply.text()}`);
  }

  /** The variation of each video that generation has announced. */
  const finished = new Map<string, number>();

  /**
   * Moves product time to the next step of a post that has no lease, at most by `mostMs`. A check waits until no call
   * can still be under way. @returns the ms it moved by
   */
  function moveToNextStep(post: PostRow, mostMs: number): number {
    const aheadMs = Number(post.next_action_at) - clock.now().getTime();
    const isSettled = post.state !== 'unconfirmed' || Date.now() - Number(post.committed_at) > timings.inFlightMs;
    if (post.leased_until !== null || !isSettled || aheadMs <= 0 || aheadMs > mostMs) return 0;
    clock.advance(aheadMs);
    app.wake();
    return aheadMs;
  }

  /** @param mostMs how far product time may move in total */
  function waitFor(videoId: string, platform: Platform, states: readonly string[], mostMs: number): Promise<PostRow> {
    let leftMs = mostMs;
    return eventually(
      async () => {
        const row = await app.db
          .selectFrom('posts')
          .innerJoin('videos', 'videos.id', 'posts.video_id')
          .selectAll('posts')
          .select('videos.media_variation')
          .where('video_id', '=', videoId)
          .where('platform', '=', platform)
          .executeTakeFirst();
        if (row && states.includes(row.state)) return row;
        // Until its video has arrived, the next step of a post is the end of its wait for it.
        const awaitsVideo = finished.has(videoId) && finished.get(videoId) !== row?.media_variation;
        if (row && !awaitsVideo) leftMs -= moveToNextStep(row, leftMs);
        throw new Error(`${platform} is ${row?.state} ${row?.code ?? ''}`);
      },
      { timeoutMs: WAIT_MS, everyMs: 20 },
    );
  }

  async function publish<Payload extends { userId: string }>(
    event: EventType<Payload>,
    payload: Payload,
    eventId?: string,
    at = clock.now(),
  ) {
    // The fake scheduling also answers GetEntry with what its events say, before they arrive.
    const entryEvents: readonly string[] = [events.VideoRequested, events.VideoRescheduled, events.VideoCancelled].map(
      ({ name }) => name,
    );
    if (entryEvents.includes(event.name)) {
      const state = event.name === events.VideoCancelled.name ? 'cancelled' : 'requested';
      neighbours.calendar.setEntry({ ...(payload as unknown as GetEntryResponse), state });
    }
    await parts.publish(event, payload, { id: eventId, at });
  }

  return {
    app,
    config,
    db: app.db,
    /** For tests with another process of the service. */
    databaseUrl: parts.database.url,
    backUp: parts.database.backUp,
    clock,
    clip,
    sandbox,
    identity,
    neighbours,
    store,
    publish,
    knobs,
    timings,
    dieAt: (videoId: string, point: Checkpoint) => deaths.set(videoId, point),
    meanwhile: (videoId: string, at: Checkpoint, run: () => Promise<void>) => meanwhiles.set(videoId, { at, run }),
    hasDied: (videoId: string) => !deaths.has(videoId),

    /** Calls a route as a signed-in user. */
    async call(userId: string | undefined, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
      const headers = userId === undefined ? {} : await identity.asUser(userId);
      const reply = await app.http.app.inject({ method, url, headers, ...(payload && { payload }) });
      return { status: reply.statusCode, headers: reply.headers, json: () => reply.json(), text: reply.body };
    },

    /** Connects an account through the sandbox's consent pages. @returns the final redirect */
    async connect(userId: string, platform: Platform, choice: Choice): Promise<string> {
      const start = await this.call(userId, 'GET', `/api/${platform}/auth`);
      if (start.status !== 200) throw new Error(`auth: ${start.status} ${start.text}`);
      const query = await consent(platform, start.json().authUrl, choice);
      const back = await this.call(userId, 'GET', `/api/${platform}/callback?${query}`);
      return String(back.headers['location']);
    },

    /** A user with a paid plan, with an own account connected on each of these platforms, and TikTok set up. */
    async creator(...platforms: Platform[]): Promise<string> {
      const userId = randomUUID();
      const handle = `u${userId.slice(0, 8)}`;
      neighbours.tiers.set(userId, 'pro');
      for (const platform of platforms) {
        const where = await this.connect(userId, platform, {
          account: platform === 'youtube' ? 'nico.bianchi@example.com' : handle,
        });
        if (!where.includes('connected=')) throw new Error(where);
        if (platform === 'tiktok') await this.chooseTiktok(userId);
      }
      return userId;
    },

    async chooseTiktok(userId: string, privacyLevel = 'PUBLIC_TO_EVERYONE') {
      const body = { privacyLevel, allowComment: true, allowDuet: false, allowStitch: false, consent: true };
      const reply = await this.call(userId, 'PUT', '/api/tiktok/settings', body);
      if (reply.status !== 200) throw new Error(reply.text);
    },

    async requestVideo(
      userId: string,
      wanted: {
        publishAt: Date;
        platforms?: Platform[];
        videoId?: string;
        variation?: number;
        revision?: number;
        title?: string;
        timeZone?: string;
        caption?: string;
        captions?: { platform: string; text: string }[];
      },
    ) {
      const videoId = wanted.videoId ?? randomUUID();
      await publish(
        events.VideoRequested,
        events.VideoRequested.codec.fromJSON({
          videoId,
          userId,
          variation: wanted.variation ?? 0,
          videoType: 'v1',
          publishAt: wanted.publishAt.toISOString(),
          title: wanted.title ?? '',
          timeZone: wanted.timeZone ?? '',
          caption: wanted.caption ?? `clip ${videoId}`,
          captions: wanted.captions ?? [],
          platforms: wanted.platforms ?? [],
          revision: wanted.revision ?? 1,
        }),
      );
      return videoId;
    },

    async finishVideo(userId: string, videoId: string, variation = 0) {
      const mediaKey = `videos/${videoId}/${variation}.mp4`;
      await store.put(mediaKey, Buffer.from(clip));
      neighbours.variations.set(videoId, variation);
      finished.set(videoId, variation);
      await publish(
        events.VideoGenerated,
        events.VideoGenerated.codec.fromJSON({ videoId, userId, variation, mediaKey, bytes: clip.length }),
      );
    },

    /** Waits until the post is in one of these states; product time moves to its next steps. */
    postIn: (videoId: string, platform: Platform, ...states: string[]) => waitFor(videoId, platform, states, WAIT_MS),

    /** Like `postIn`, however far ahead the next steps are. */
    carriedTo: (videoId: string, platform: Platform, state: string) =>
      waitFor(videoId, platform, [state], Number.POSITIVE_INFINITY),

    /** How many posts the sandbox published for a video, whose id is in the caption. */
    published(videoId: string, platform: EmulatedPlatform): number {
      const provider = platformProviders[platform];
      return sandbox.journal
        .read({ provider, act: 'post-published' })
        .filter((entry) => JSON.stringify(entry).includes(videoId)).length;
    },

    stop: parts.stop,
  };
}

export type Publishing = Awaited<ReturnType<typeof startPublishing>>;

function sandboxConfig({ origins }: RunningSandbox) {
  const { google, tiktok, facebook, instagram } = credentials;
  return {
    TIKTOK_LEVEL: 'sandbox',
    TIKTOK_CLIENT_KEY: tiktok.clientKey,
    TIKTOK_CLIENT_SECRET: tiktok.clientSecret,
    TIKTOK_AUTH_URL: origins.browser('tiktok'),
    TIKTOK_API_URL: origins.server('tiktok'),
    YOUTUBE_LEVEL: 'sandbox',
    YOUTUBE_CLIENT_ID: google.youtubeClientId,
    YOUTUBE_CLIENT_SECRET: google.youtubeClientSecret,
    YOUTUBE_ROOT: origins.server('google'),
    YOUTUBE_ANALYTICS_ROOT: origins.server('google'),
    YOUTUBE_WATCH_URL: origins.browser('google'),
    GOOGLE_ACCOUNTS_URL: origins.browser('google'),
    GOOGLE_OAUTH_URL: origins.server('google'),
    FACEBOOK_LEVEL: 'sandbox',
    FACEBOOK_APP_ID: facebook.appId,
    FACEBOOK_APP_SECRET: facebook.appSecret,
    FACEBOOK_DIALOG_URL: origins.browser('facebook'),
    FACEBOOK_GRAPH_URL: origins.server('facebook'),
    INSTAGRAM_LEVEL: 'sandbox',
    INSTAGRAM_APP_ID: instagram.appId,
    INSTAGRAM_APP_SECRET: instagram.appSecret,
    INSTAGRAM_AUTH_URL: origins.browser('instagram'),
    INSTAGRAM_API_URL: origins.server('instagram'),
    INSTAGRAM_GRAPH_URL: origins.server('instagram'),
  } as const;
}
