import { randomUUID } from 'node:crypto';
import { events, ForecastPostsRequest, PublishingServiceClient } from '@reelwright/contracts';
import { createGrpcClient } from '@reelwright/grpc';
import { createIdentitySigner } from '@reelwright/identity';
import { silentLogger } from '@reelwright/logger';
import { createMeasurements } from '@reelwright/measurements';
import { createMetrics } from '@reelwright/metrics';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { pruneDays } from '../src/budgets/budget.repository.ts';
import type { Platform } from '../src/platforms/platform.ts';
import { placePost } from '../src/posts/place-post.ts';
import { measurePosts } from '../src/posts/post.metrics.ts';
import { describeCause } from '../src/posts/post-cause.ts';
import { getVideo } from '../src/videos/videos.repository.ts';
import { english, MINUTE, type Publishing, startPublishing } from './harness.ts';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ROME = 'Europe/Rome';
let publishing: Publishing;

beforeAll(async () => {
  publishing = await startPublishing('budgets');
  // Noon, so that no day of any zone ends during a test.
  publishing.clock.moveTo(new Date(`${dayOf(new Date(publishing.clock.now().getTime() + DAY))}T12:00:00Z`));
}, 60_000);
afterAll(() => publishing.stop());

/** Each test takes a day that no other test of this file uses. */
let ahead = 40;
function freshNoon(): Date {
  ahead += 40;
  const day = new Date(publishing.clock.now().getTime() + ahead * DAY).toISOString().slice(0, 10);
  return new Date(`${day}T12:00:00Z`);
}

/** The platform's day of an instant; noon in UTC is the same day in California. */
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

async function accountOf(userId: string, platform: Platform): Promise<string> {
  if (platform === 'youtube') return 'app';
  const { account_id } = await publishing.db
    .selectFrom('social_connections')
    .select('account_id')
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .executeTakeFirstOrThrow();
  return account_id ?? '';
}

async function fill(platform: Platform, scope: string, day: string, used: number): Promise<void> {
  await publishing.db
    .insertInto('platform_budgets')
    .values({ platform, scope, day, used })
    .onConflict((conflict) => conflict.columns(['platform', 'scope', 'day']).doUpdateSet({ used }))
    .execute();
}

async function used(platform: Platform, scope: string, day: string): Promise<number> {
  const row = await publishing.db
    .selectFrom('platform_budgets')
    .select('used')
    .where('platform', '=', platform)
    .where('scope', '=', scope)
    .where(sql<string>`day::text`, '=', day)
    .executeTakeFirst();
  return row?.used ?? 0;
}

async function request(userId: string, publishAt: Date, platform: Platform, timeZone = ROME): Promise<string> {
  const videoId = randomUUID();
  const payload = { videoId, userId, videoType: 'v1', publishAt: publishAt.toISOString(), platforms: [platform] };
  const caption = `clip ${videoId}`;
  const event = events.VideoRequested.codec.fromJSON({ ...payload, caption, timeZone, revision: 1 });
  await publishing.publish(events.VideoRequested, event);
  return videoId;
}

async function move(userId: string, videoId: string, publishAt: Date, revision: number, platform: Platform) {
  const payload = { userId, videoId, publishAt: publishAt.toISOString(), platforms: [platform], timeZone: ROME };
  const event = events.VideoRescheduled.codec.fromJSON({ ...payload, caption: `clip ${videoId}`, revision });
  await publishing.publish(events.VideoRescheduled, event);
}

async function announcedEvents(userId: string, videoId: string): Promise<Record<string, unknown>[]> {
  const rows = await publishing.db
    .selectFrom('outbox')
    .select('payload')
    .where('key', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ payload }) => payload as Record<string, unknown>).filter((each) => each['videoId'] === videoId);
}

describe('a requested post', () => {
  test('holds a slot of the day it goes out on, and returns it when it is moved or cancelled', async () => {
    const userId = await publishing.creator('facebook');
    const page = await accountOf(userId, 'facebook');
    const [first, second] = [freshNoon(), freshNoon()];
    const videoId = await request(userId, first, 'facebook');
    await publishing.postIn(videoId, 'facebook', 'waiting');
    expect(await used('facebook', page, dayOf(first))).toBe(1);

    await move(userId, videoId, second, 2, 'facebook');
    await eventually(async () => {
      expect(await used('facebook', page, dayOf(second))).toBe(1);
    });
    expect(await used('facebook', page, dayOf(first))).toBe(0);

    const cancelled = events.VideoCancelled.codec.fromJSON({ userId, videoId, revision: 3 });
    await publishing.publish(events.VideoCancelled, cancelled);
    const post = await publishing.postIn(videoId, 'facebook', 'cancelled');
    expect(post.budget_day).toBeNull();
    expect(await used('facebook', page, dayOf(second))).toBe(0);
  });

  test('whose day is full goes out on the next day with room at the same hour, with the cause', async () => {
    const userId = await publishing.creator('tiktok');
    const account = await accountOf(userId, 'tiktok');
    const due = freshNoon();
    const nextDay = new Date(due.getTime() + DAY);
    const dayAfter = new Date(due.getTime() + 2 * DAY);
    await fill('tiktok', account, dayOf(due), 15);
    await fill('tiktok', account, dayOf(nextDay), 15);
    const videoId = await request(userId, due, 'tiktok', 'UTC');
    const post = await publishing.postIn(videoId, 'tiktok', 'waiting');
    expect([post.due_at, post.budget_day]).toEqual([dayAfter, dayOf(dayAfter)]);
    const [last] = (await announcedEvents(userId, videoId)).slice(-1);
    expect(last).toMatchObject({ state: 'waiting', code: 'BUDGET_SPENT', goesOutAt: dayAfter.toISOString() });
    expect(last?.['causeData']).toEqual({ movedFrom: due.toISOString(), perDay: 15 });
    expect(describeCause(post, english).message).toMatch(
      /^TikTok takes 15 posts a day from one account; this one goes out on \w+ \d+ at 12:00\.$/,
    );

    // A new render does not move it back; a new time of the entry takes a new slot.
    await publishing.finishVideo(userId, videoId);
    const free = freshNoon();
    await move(userId, videoId, free, 2, 'tiktok');
    await eventually(async () => {
      const row = await publishing.postIn(videoId, 'tiktok', 'waiting');
      expect([row.due_at, row.moved]).toEqual([free, null]);
    });
    expect(await used('tiktok', account, dayOf(dayAfter))).toBe(0);
  });

  test('returns its slot when it fails before it goes out, and when its user is deleted', async () => {
    const userId = await publishing.creator('instagram');
    const account = await accountOf(userId, 'instagram');
    const due = freshNoon();
    const failing = await request(userId, due, 'instagram');
    const staying = await request(userId, new Date(due.getTime() + HOUR), 'instagram');
    await publishing.postIn(staying, 'instagram', 'waiting');
    expect(await used('instagram', account, dayOf(due))).toBe(2);
    const failed = { videoId: failing, userId, variation: 0, code: 'REFUSED' };
    await publishing.publish(events.VideoFailed, events.VideoFailed.codec.fromJSON(failed));
    await publishing.postIn(failing, 'instagram', 'failed');
    expect(await used('instagram', account, dayOf(due))).toBe(1);

    await publishing.publish(events.UserDeleted, { userId, revision: 2 });
    await eventually(async () => {
      expect(await used('instagram', account, dayOf(due))).toBe(0);
    });
  });

  test('that waits for an account takes a slot when there is one', async () => {
    const userId = randomUUID();
    publishing.neighbours.tiers.set(userId, 'pro');
    const publishAt = new Date(publishing.clock.now().getTime() + 30 * MINUTE);
    const videoId = await request(userId, publishAt, 'facebook');
    expect((await publishing.postIn(videoId, 'facebook', 'waiting')).budget_day).toBeNull();
    await publishing.connect(userId, 'facebook', { account: `u${userId.slice(0, 8)}` });
    await publishing.finishVideo(userId, videoId);
    const staged = await publishing.postIn(videoId, 'facebook', 'staged');
    expect(staged.budget_scope).toBe(await accountOf(userId, 'facebook'));
    expect(staged.budget_day).toBe(dayOf(publishAt));
  });

  test('keeps its slot when it goes out, and takes no second one', async () => {
    const userId = await publishing.creator('facebook');
    const page = await accountOf(userId, 'facebook');
    const publishAt = new Date(publishing.clock.now().getTime() + 2 * MINUTE);
    const videoId = await request(userId, publishAt, 'facebook');
    await publishing.finishVideo(userId, videoId);
    await publishing.postIn(videoId, 'facebook', 'staged');
    publishing.clock.advance(2 * MINUTE);
    publishing.app.wake();
    await publishing.postIn(videoId, 'facebook', 'posted');
    expect(await used('facebook', page, dayOf(publishAt))).toBe(1);
  });
});

describe("YouTube's day", () => {
  test('is counted when the upload begins: the slot moves to today, and stays taken when the post is cancelled', async () => {
    const userId = await publishing.creator('youtube');
    const due = new Date(publishing.clock.now().getTime() + 3 * DAY);
    const pacific = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(at);
    const [today, day] = [pacific(publishing.clock.now()), pacific(due)];
    const before = await used('youtube', 'app', today);
    const planned = await used('youtube', 'app', day);
    const videoId = await request(userId, due, 'youtube');
    await publishing.postIn(videoId, 'youtube', 'waiting');
    expect(await used('youtube', 'app', day)).toBe(planned + 1);
    await publishing.finishVideo(userId, videoId);
    await publishing.postIn(videoId, 'youtube', 'staged');
    expect([await used('youtube', 'app', today), await used('youtube', 'app', day)]).toEqual([before + 1, planned]);
    await publishing.publish(
      events.VideoCancelled,
      events.VideoCancelled.codec.fromJSON({ userId, videoId, revision: 2 }),
    );
    await publishing.postIn(videoId, 'youtube', 'cancelled');
    expect(await used('youtube', 'app', today)).toBe(before + 1);
  });

  test('keeps half of its slots for its own posts: uploads for other days wait for theirs', async () => {
    const userId = await publishing.creator('youtube');
    const due = new Date(publishing.clock.now().getTime() + 3 * DAY);
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(publishing.clock.now());
    const before = await used('youtube', 'app', today);
    await fill('youtube', 'app', today, 50);
    const videoId = await request(userId, due, 'youtube');
    await publishing.finishVideo(userId, videoId);
    await eventually(async () => {
      const post = await publishing.postIn(videoId, 'youtube', 'waiting');
      expect(post.next_action_at?.getTime()).toBeGreaterThan(publishing.clock.now().getTime());
    });
    expect(await used('youtube', 'app', today)).toBe(50);
    await fill('youtube', 'app', today, before);
  });
});

describe('a platform that refuses a post because its day is full', () => {
  test('moves the post to the next day with the cause, and closes the day for other posts too', async () => {
    const userId = await publishing.creator('instagram');
    const account = await accountOf(userId, 'instagram');
    await publishing.knobs('instagram', { postsPerDay: 0 });
    const publishAt = new Date(publishing.clock.now().getTime() + 5 * MINUTE);
    const videoId = await request(userId, publishAt, 'instagram');
    await publishing.finishVideo(userId, videoId);
    await eventually(async () => {
      const post = await publishing.postIn(videoId, 'instagram', 'waiting');
      expect(post.moved).toMatchObject({ code: 'DAILY_LIMIT', from: publishAt.toISOString() });
    });
    await publishing.knobs('instagram', { postsPerDay: 100 });
    const post = await publishing.postIn(videoId, 'instagram', 'waiting');
    expect(post.due_at).toEqual(new Date(publishAt.getTime() + DAY));
    expect(await used('instagram', account, dayOf(publishing.clock.now()))).toBe(50);
    const [last] = (await announcedEvents(userId, videoId)).slice(-1);
    expect(last).toMatchObject({ code: 'DAILY_LIMIT', causeData: { movedFrom: publishAt.toISOString() } });
    expect(describeCause(post, english).message).toMatch(/^Instagram takes no more from this account on/);
  });
});

describe('the last slot of a day', () => {
  test('is given to one of 50 posts that are placed at the same moment', async () => {
    const due = freshNoon();
    const { limits } = publishing.app.engine;
    const perDay = limits.youtube;
    await fill('youtube', 'app', dayOf(due), perDay - 1);
    const now = publishing.clock.now();
    const posts = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const [videoId, userId] = [randomUUID(), randomUUID()];
        await publishing.db
          .insertInto('videos')
          .values({ id: videoId, user_id: userId, source: 'entry', publish_at: due, created_at: now })
          .execute();
        return publishing.db
          .insertInto('posts')
          .values({
            video_id: videoId,
            user_id: userId,
            platform: 'youtube',
            state: 'waiting',
            due_at: due,
            updated_at: now,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
      }),
    );
    const placed = await Promise.all(
      posts.map((post) =>
        publishing.db.transaction().execute(async (trx) => {
          const video = await getVideo(trx, post.video_id);
          return placePost(trx, post, { now, limits, video });
        }),
      ),
    );
    expect(placed.filter(({ budget_day }) => budget_day === dayOf(due))).toHaveLength(1);
    expect(placed.filter(({ due_at }) => due_at.getTime() === due.getTime() + DAY)).toHaveLength(49);
    expect(await used('youtube', 'app', dayOf(due))).toBe(perDay);
    expect(await used('youtube', 'app', dayOf(new Date(due.getTime() + DAY)))).toBe(49);
  });
});

describe('days that have ended', () => {
  test('are deleted after a month', async () => {
    const now = publishing.clock.now();
    const [old, recent] = [40, 20].map((days) => dayOf(new Date(now.getTime() - days * DAY))) as [string, string];
    await fill('tiktok', 'pruned', old, 3);
    await fill('tiktok', 'pruned', recent, 4);
    await pruneDays(publishing.db, now);
    expect([await used('tiktok', 'pruned', old), await used('tiktok', 'pruned', recent)]).toEqual([0, 4]);
  });
});

describe('the forecast of a calendar', () => {
  const clientOf = (service: string) =>
    createGrpcClient(PublishingServiceClient, {
      address: `127.0.0.1:${publishing.app.grpc.port()}`,
      signer: createIdentitySigner({ issuer: service, keyFile: publishing.identity.keyFile(service) }),
    });

  test('names the posts that a day has no room for, counts its own posts too, and reserves nothing', async () => {
    const client = clientOf('scheduling');
    const userId = await publishing.creator('tiktok', 'facebook');
    const account = await accountOf(userId, 'tiktok');
    const due = freshNoon();
    await fill('tiktok', account, dayOf(due), 14);
    const posts = [0, 1, 2].map((hour) => ({
      videoId: `planned-${hour}-${userId}`,
      publishAt: new Date(due.getTime() + hour * HOUR),
      platforms: hour === 2 ? ['facebook'] : [],
    }));
    const ask = () => client.forecastPosts(ForecastPostsRequest.fromPartial({ userId, timeZone: 'UTC', posts }));
    const { moved } = await ask();
    expect(moved).toEqual([
      {
        videoId: posts[1]?.videoId,
        platform: 'tiktok',
        code: 'BUDGET_SPENT',
        causeData: expect.objectContaining({ movedFrom: new Date(due.getTime() + HOUR), perDay: 15 }),
        goesOutAt: new Date(due.getTime() + HOUR + DAY),
      },
    ]);
    expect(await used('tiktok', account, dayOf(due))).toBe(14);
    expect((await ask()).moved).toHaveLength(1);
    await client.stop();
  });

  test('sees the last post of a full calendar of the largest plan', async () => {
    const client = clientOf('scheduling');
    const userId = await publishing.creator('tiktok');
    const first = freshNoon();
    ahead += 480;
    const posts = Array.from({ length: 480 }, (_, day) => ({
      videoId: `planned-${day}-${userId}`,
      publishAt: new Date(first.getTime() + day * DAY),
      platforms: [],
    }));
    const last = posts.at(-1);
    await fill('tiktok', await accountOf(userId, 'tiktok'), dayOf(last?.publishAt ?? first), 15);
    const { moved } = await client.forecastPosts(ForecastPostsRequest.fromPartial({ userId, timeZone: 'UTC', posts }));
    expect(moved.map(({ videoId }) => videoId)).toEqual([last?.videoId]);
    await client.stop();
  });

  test('names the posts that can not go out as the accounts are', async () => {
    const client = clientOf('scheduling');
    const userId = await publishing.creator('tiktok');
    const publishAt = new Date(publishing.clock.now().getTime() + DAY);
    const posts = [
      { videoId: `both-${userId}`, publishAt, platforms: ['tiktok', 'instagram'] },
      { videoId: `all-${userId}`, publishAt: new Date(publishAt.getTime() + HOUR), platforms: [] },
    ];
    const request = ForecastPostsRequest.fromPartial({ userId, timeZone: 'UTC', posts });
    const foreseen = async () =>
      (await client.forecastPosts(request)).refused.map(({ videoId, platform, code, needs }) => [
        videoId.split('-')[0],
        platform,
        code,
        needs,
      ]);
    expect(await foreseen()).toEqual([['both', 'instagram', 'NOT_CONNECTED', '']]);
    const broken = { state: 'needs_reconnect' as const, cause: 'ACCESS_REMOVED' as const };
    await publishing.db.updateTable('social_connections').set(broken).where('user_id', '=', userId).execute();
    expect(await foreseen()).toEqual([
      ['both', 'tiktok', 'ACCESS_REMOVED', 'reconnect'],
      ['both', 'instagram', 'NOT_CONNECTED', ''],
      ['all', 'tiktok', 'ACCESS_REMOVED', 'reconnect'],
    ]);
    await client.stop();
  });

  test('counts a requested post once, gives its new time, and frees its slot when its entry moves', async () => {
    const client = clientOf('scheduling');
    const userId = await publishing.creator('tiktok');
    const account = await accountOf(userId, 'tiktok');
    const due = freshNoon();
    await fill('tiktok', account, dayOf(due), 14);
    const [holder, moved] = [
      await request(userId, due, 'tiktok', 'UTC'),
      await request(userId, new Date(due.getTime() + HOUR), 'tiktok', 'UTC'),
    ];
    await publishing.postIn(holder, 'tiktok', 'waiting');
    await publishing.postIn(moved, 'tiktok', 'waiting');
    const forecast = async (holderAt: Date, third: Date) => {
      const posts = [
        { videoId: holder, publishAt: holderAt, platforms: [] },
        { videoId: moved, publishAt: new Date(due.getTime() + HOUR), platforms: [] },
        { videoId: 'third', publishAt: third, platforms: [] },
      ];
      const answer = await client.forecastPosts(ForecastPostsRequest.fromPartial({ userId, timeZone: 'UTC', posts }));
      return answer.moved.map(({ videoId, goesOutAt }) => [videoId, goesOutAt]);
    };
    const third = new Date(due.getTime() + 2 * HOUR);
    expect(await forecast(due, third)).toEqual([
      [moved, new Date(due.getTime() + HOUR + DAY)],
      ['third', new Date(third.getTime() + DAY)],
    ]);
    const elsewhere = freshNoon();
    expect(await forecast(elsewhere, third)).toEqual([[moved, new Date(due.getTime() + HOUR + DAY)]]);
    await client.stop();
  });

  test('leaves out accounts that are not connected, and answers only to scheduling', async () => {
    const client = clientOf('scheduling');
    const userId = randomUUID();
    const due = freshNoon();
    await fill('youtube', 'app', dayOf(due), 100);
    const posts = [{ videoId: 'v', publishAt: due, platforms: ['youtube'] }];
    const asked = ForecastPostsRequest.fromPartial({ userId, timeZone: ROME, posts });
    expect((await client.forecastPosts(asked)).moved).toEqual([]);
    const partners = clientOf('external-api');
    await expect(partners.forecastPosts(asked)).rejects.toMatchObject({ code: 'RPC_NOT_ALLOWED' });
    await client.stop();
    await partners.stop();
  });
});

test('the metrics have what is left of the day, late steps and unconfirmed posts', async () => {
  const noon = freshNoon();
  await fill('youtube', 'app', dayOf(noon), 12);
  const userId = await publishing.creator('youtube');
  const publishAt = new Date(publishing.clock.now().getTime() + HOUR);
  const videoId = await publishing.requestVideo(userId, { publishAt });
  await publishing.postIn(videoId, 'youtube', 'waiting');
  const metrics = createMetrics({ service: 'publishing', processMetrics: false });
  // The running worker does not see what is not committed.
  const trx = await publishing.db.startTransaction().execute();
  await sql`delete from measurements`.execute(trx);
  await trx.updateTable('posts').set({ next_action_at: null }).where('video_id', '!=', videoId).execute();
  const next_action_at = new Date(noon.getTime() - 5 * MINUTE);
  await trx
    .updateTable('posts')
    .set({ state: 'unconfirmed', next_action_at, leased_until: null })
    .where('video_id', '=', videoId)
    .execute();
  const unconfirmed = await trx
    .selectFrom('posts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('state', '=', 'unconfirmed')
    .executeTakeFirstOrThrow();
  const clock = { ...publishing.clock, now: () => noon };
  const { limits } = publishing.app.engine;
  measurePosts(createMeasurements({ db: trx, metrics, logger: silentLogger }), trx, { clock, limits });
  const text = await metrics.registry.metrics();
  await trx.rollback().execute();
  const left = limits.youtube - 12;
  expect(text).toContain(`publishing_budget_left{platform="youtube",service="publishing"} ${left}\n`);
  expect(text).toContain('publishing_due_lag_seconds{service="publishing"} 300\n');
  expect(text).toContain(`publishing_unconfirmed_posts{service="publishing"} ${unconfirmed.count}\n`);
}, 30_000);

test('a post whose step is under way is not late, however long the step takes', async () => {
  const userId = await publishing.creator('youtube');
  const publishAt = new Date(publishing.clock.now().getTime() + HOUR);
  const videoId = await publishing.requestVideo(userId, { publishAt });
  await publishing.finishVideo(userId, videoId);
  const called = Promise.withResolvers<void>();
  const measured = Promise.withResolvers<void>();
  publishing.meanwhile(videoId, 'before-call', () => {
    called.resolve();
    return measured.promise;
  });
  const posted = publishing.carriedTo(videoId, 'youtube', 'posted');
  await called.promise;
  publishing.clock.advance(5 * MINUTE);
  publishing.app.wake();
  // Meanwhile the worker carries out what else has become due.
  await eventually(async () => {
    await sql`delete from measurements`.execute(publishing.db);
    const metrics = createMetrics({ service: 'publishing', processMetrics: false });
    measurePosts(createMeasurements({ db: publishing.db, metrics, logger: silentLogger }), publishing.db, {
      clock: publishing.clock,
      limits: publishing.app.engine.limits,
    });
    const text = await metrics.registry.metrics();
    expect(text).toContain('publishing_due_lag_seconds{service="publishing"} 0\n');
    expect(text).toContain('publishing_due_posts{service="publishing"} 1\n');
  }).finally(measured.resolve);
  await posted;
}, 60_000);
