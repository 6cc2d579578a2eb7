import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  events,
  type PostMeasured,
  type PostStateChanged,
  type SubscriptionChanged,
  type VideoRequested,
  type VideoRescheduled,
} from '@reelwright/contracts';
import { type Platform, platforms, type Style, styles, type Tier } from '@reelwright/product';
import { eventually, tablesNaming } from '@reelwright/testing';
import { type Analytics, startAnalytics } from './harness.ts';

const NOW = new Date('2026-05-20T12:00:00Z');
const DAY = 86_400_000;
let analytics: Analytics;
beforeAll(async () => {
  analytics = await startAnalytics({ now: NOW });
}, 60_000);
afterAll(() => analytics.stop());

const daysAgo = (days: number, hour = 9) => new Date(Date.UTC(2026, 4, 20 - days, hour));

async function givenUser(tier: Tier = 'elite', entitledUntil: Date | undefined = undefined): Promise<string> {
  const userId = analytics.newUser();
  if (tier !== 'free') await givenPlan(userId, { tier, entitledUntil, revision: 1 });
  return userId;
}

/** A plan that billing has, and whose event has arrived. */
async function givenPlan(userId: string, plan: Partial<SubscriptionChanged>): Promise<void> {
  const { tier, entitledUntil } = plan;
  analytics.billing.plans.set(userId, { ...(tier && { tier }), entitledUntil });
  await analytics.state(events.SubscriptionChanged, { userId, ...plan });
}

const requested = (userId: string, videoId: string, more: Partial<VideoRequested> = {}) =>
  ({
    userId,
    videoId,
    videoType: 'v1',
    title: 'Glass, slowly',
    revision: 1,
    ...more,
  }) satisfies Partial<VideoRequested>;
const posted = (userId: string, videoId: string, more: Partial<PostStateChanged> = {}) =>
  ({
    userId,
    videoId,
    platform: 'tiktok',
    state: 'posted',
    permalink: `https://tiktok.test/${videoId}`,
    postedAt: daysAgo(2),
    revision: 5,
    ...more,
  }) satisfies Partial<PostStateChanged>;
const measured = (userId: string, videoId: string, more: Partial<PostMeasured> = {}) =>
  ({
    userId,
    videoId,
    platform: 'tiktok',
    views: 100,
    likes: 7,
    measuredAt: daysAgo(0),
    postedAt: daysAgo(2),
    changedAt: daysAgo(0),
    ...more,
  }) satisfies Partial<PostMeasured>;

async function get(userId: string | undefined, url: string) {
  const headers = userId === undefined ? {} : await analytics.identity.asUser(userId);
  const reply = await analytics.app.inject({ url, headers });
  return { status: reply.statusCode, headers: reply.headers, text: reply.body, json: () => reply.json() };
}
const postsOf = async (userId: string) => (await get(userId, '/api/analytics/posts')).json().posts;

/** A video that went out and was measured. */
async function givenPost(userId: string, more: Partial<PostMeasured> = {}): Promise<string> {
  const videoId = randomUUID();
  await analytics.state(events.VideoRequested, requested(userId, videoId));
  await analytics.state(events.PostStateChanged, posted(userId, videoId));
  await analytics.state(events.PostMeasured, measured(userId, videoId, more));
  return videoId;
}

describe('the list of posts', () => {
  it('has a post with its title, style, link and numbers', async () => {
    const userId = await givenUser();
    const videoId = await givenPost(userId, { watchSeconds: 350 });
    const { status, json } = await get(userId, '/api/analytics/posts');
    expect(status).toBe(200);
    expect(json()).toEqual({
      level: 'all',
      posts: [
        {
          videoId,
          platform: 'tiktok',
          title: 'Glass, slowly',
          style: 'v1',
          postedAt: daysAgo(2).toISOString(),
          permalink: `https://tiktok.test/${videoId}`,
          views: 100,
          likes: 7,
          watchSeconds: 350,
          measuredAt: daysAgo(0).toISOString(),
          code: null,
          message: null,
          fix: null,
        },
      ],
      reconnect: [],
      next: null,
    });
  });

  it('is the same in whatever order and however often the events arrive', async () => {
    const userId = await givenUser();
    const videoId = randomUUID();
    const all: (() => Promise<unknown>)[] = [
      () => analytics.state(events.VideoRequested, requested(userId, videoId)),
      () =>
        analytics.state(events.VideoRescheduled, {
          userId,
          videoId,
          title: 'Another title',
          revision: 2,
        } satisfies Partial<VideoRescheduled>),
      () => analytics.state(events.PostStateChanged, posted(userId, videoId, { permalink: '', revision: 4 })),
      () => analytics.state(events.PostStateChanged, posted(userId, videoId)),
      () => analytics.state(events.PostMeasured, measured(userId, videoId, { views: 10, changedAt: daysAgo(1) })),
      () => analytics.state(events.PostMeasured, measured(userId, videoId)),
    ];
    for (const send of all) await send();
    const expected = await postsOf(userId);
    expect(expected).toMatchObject([
      { title: 'Another title', style: 'v1', views: 100, permalink: expect.any(String) },
    ]);
    for (const send of [...all].reverse()) await send();
    expect(await postsOf(userId)).toEqual(expected);

    const other = randomUUID();
    await analytics.state(events.PostMeasured, measured(userId, other, { postedAt: daysAgo(3) }));
    await analytics.state(events.PostStateChanged, posted(userId, other, { postedAt: daysAgo(3) }));
    await analytics.state(events.VideoRescheduled, { userId, videoId: other, title: 'Another title', revision: 2 });
    await analytics.state(events.VideoRequested, requested(userId, other));
    expect((await postsOf(userId))[1]).toMatchObject({
      videoId: other,
      title: 'Another title',
      style: 'v1',
      views: 100,
    });
  });

  it('says why numbers are missing, in words', async () => {
    const userId = await givenUser();
    const unknown = { views: undefined, likes: undefined, measuredAt: undefined, code: 'VIEWS_NEED_RECONNECT' };
    await givenPost(userId, unknown);
    expect(await postsOf(userId)).toMatchObject([
      {
        views: null,
        measuredAt: null,
        code: 'VIEWS_NEED_RECONNECT',
        message: 'Reelwright has no permission to read views on TikTok.',
        fix: 'Reconnect TikTok to see views, and leave every permission ticked.',
      },
    ]);
  });

  it('names each platform to connect again once, also if its posts are on another page', async () => {
    const userId = await givenUser();
    const code = 'VIEWS_NEED_RECONNECT';
    for (const days of [9, 8]) await givenPost(userId, { code, postedAt: daysAgo(days) });
    await givenPost(userId, { code: 'VIEWS_DELAYED' });
    await analytics.state(
      events.PostMeasured,
      measured(userId, randomUUID(), { platform: 'youtube', code: 'WATCH_TIME_NEEDS_RECONNECT' }),
    );
    const reconnect = async () => (await get(userId, '/api/analytics/posts?limit=1')).json().reconnect;
    expect(await reconnect()).toEqual([
      {
        platform: 'tiktok',
        message: 'Reelwright has no permission to read views on TikTok.',
        fix: 'Reconnect TikTok to see views, and leave every permission ticked.',
      },
      { platform: 'youtube', message: expect.stringContaining('watch time'), fix: expect.stringContaining('YouTube') },
    ]);
    await givenPlan(userId, { tier: 'pro', revision: 2 });
    expect((await reconnect()).map(({ platform }: { platform: Platform }) => platform)).toEqual(['tiktok']);
  });

  it('has a post that went out and was not measured yet, and none that did not go out', async () => {
    const userId = await givenUser();
    const videoId = randomUUID();
    await analytics.state(events.PostStateChanged, posted(userId, videoId));
    await analytics.state(events.PostStateChanged, posted(userId, randomUUID(), { state: 'failed' }));
    expect(await postsOf(userId)).toMatchObject([{ videoId, title: '', style: null, views: null, measuredAt: null }]);
  });

  it('goes on with its cursor, without a gap and without a repetition', async () => {
    const userId = await givenUser();
    const ids = [];
    // Two of them at the same instant.
    for (const days of [5, 4, 4, 3, 2]) ids.push(await givenPostAt(userId, daysAgo(days)));
    const seen: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const cursor: string = next === '' ? '' : `&cursor=${next}`;
      const page = (await get(userId, `/api/analytics/posts?limit=2${cursor}`)).json();
      seen.push(...page.posts.map(({ videoId }: { videoId: string }) => videoId));
      next = page.next;
    }
    expect([...seen].sort()).toEqual([...ids].sort());
    expect(seen[0]).toBe(ids[4]);
    expect(seen[4]).toBe(ids[0]);
  });

  it.each(['x', 'W10', Buffer.from('["2026-01-01","a\\u0000","b"]').toString('base64url')])(
    'refuses the cursor %s',
    async (cursor) => {
      const { status, json } = await get(await givenUser(), `/api/analytics/posts?cursor=${cursor}`);
      expect([status, json().error]).toEqual([400, 'CURSOR_INVALID']);
    },
  );
});

async function givenPostAt(userId: string, postedAt: Date): Promise<string> {
  const videoId = randomUUID();
  await analytics.state(events.PostMeasured, measured(userId, videoId, { postedAt }));
  return videoId;
}

describe('a plan', () => {
  const calls = ['/api/analytics', '/api/analytics/posts', '/api/analytics.csv'];

  it.each<[Tier, number[]]>([
    ['free', [403, 403, 403]],
    ['starter', [403, 200, 403]],
    ['pro', [403, 200, 403]],
    ['elite', [200, 200, 200]],
  ])('%s answers sums, list and file with %j', async (tier, expected) => {
    const userId = await givenUser(tier);
    const replies = await Promise.all(calls.map((url) => get(userId, url)));
    expect(replies.map(({ status }) => status)).toEqual(expected);
    for (const { status, json } of replies) {
      if (status === 403)
        expect(json()).toMatchObject({ error: 'PLAN_FEATURE', message: expect.stringMatching(/plan/) });
    }
  });

  it.each<Tier>(['starter', 'pro'])('%s shows views, and no likes or watch time', async (tier) => {
    const userId = await givenUser(tier);
    await givenPost(userId, { watchSeconds: 350 });
    expect(await postsOf(userId)).toMatchObject([{ views: 100, likes: null, watchSeconds: null }]);
    expect((await get(userId, '/api/analytics/posts')).json().level).toBe('views');
  });

  it('that has ended shows what Free shows', async () => {
    const userId = await givenUser('elite', new Date(NOW.getTime() - DAY));
    expect((await get(userId, '/api/analytics')).status).toBe(403);
    expect((await get(await givenUser('elite', new Date(NOW.getTime() + DAY)), '/api/analytics')).status).toBe(200);
  });

  it.each<[Tier, Tier, number[]]>([
    ['free', 'starter', [403, 200, 403]],
    ['free', 'elite', [200, 200, 200]],
    ['starter', 'elite', [200, 200, 200]],
  ])('shows its numbers as soon as billing has it, before its event: %s to %s', async (from, to, expected) => {
    const userId = await givenUser(from);
    await givenPost(userId);
    analytics.billing.plans.set(userId, { tier: to });
    const replies = await Promise.all(calls.map((url) => get(userId, url)));
    expect(replies.map(({ status }) => status)).toEqual(expected);
    expect(await postsOf(userId)).toMatchObject([{ views: 100, likes: to === 'elite' ? 7 : null }]);
  });

  it('that has ended in billing shows what Free shows, before its event', async () => {
    const userId = await givenUser('starter');
    analytics.billing.plans.set(userId, { tier: 'starter', entitledUntil: new Date(NOW.getTime() - DAY) });
    expect((await get(userId, '/api/analytics/posts')).status).toBe(403);
  });

  it('shows what the last known plan shows while billing does not answer', async () => {
    const [starter, free] = [await givenUser('starter'), await givenUser('free')];
    for (const userId of [starter, free]) analytics.billing.plans.set(userId, { tier: 'elite' });
    analytics.billing.hangs = true;
    try {
      const replies = await Promise.all([starter, free].map((userId) => get(userId, '/api/analytics/posts')));
      expect(replies.map(({ status, json }) => [status, json().level ?? json().error])).toEqual([
        [200, 'views'],
        [403, 'PLAN_FEATURE'],
      ]);
    } finally {
      analytics.billing.hangs = false;
    }
  });

  it('that shows everything is not asked about', async () => {
    const userId = await givenUser('elite');
    for (const url of calls) expect((await get(userId, url)).status).toBe(200);
    expect(analytics.billing.asked).not.toContain(userId);
  });

  it('is asked of a signed-in user only', async () => {
    for (const url of calls) expect((await get(undefined, url)).status).toBe(401);
  });
});

describe('another user', () => {
  it('[ASVS 8.2.2] sees none of it', async () => {
    await givenPost(await givenUser());
    const other = await givenUser();
    expect(await postsOf(other)).toEqual([]);
    expect((await get(other, '/api/analytics')).json().totals.posts).toBe(0);
    expect((await get(other, '/api/analytics.csv')).text.split('\r\n')).toHaveLength(2);
  });
});

describe('the sums', () => {
  it('are in the time zone that is asked for', async () => {
    const userId = await givenUser();
    await givenPost(userId);
    await givenPost(userId, { views: 50 });
    const { hours, bestHours, timeZone, totals, measuredAt } = (
      await get(userId, '/api/analytics?timeZone=Europe/Rome')
    ).json();
    expect([timeZone, bestHours, totals.views, measuredAt]).toEqual([
      'Europe/Rome',
      [11],
      150,
      daysAgo(0).toISOString(),
    ]);
    expect(hours[11]).toMatchObject({ hour: 11, posts: 2, viewsPerPost: 75 });
  });

  it.each(['Mars/Olympus', '+02:00', "'; drop table posts", ''])('refuse the zone %s', async (zone) => {
    const url = `/api/analytics?timeZone=${encodeURIComponent(zone)}`;
    const { status, json } = await get(await givenUser(), url);
    expect([status, json().error]).toEqual([400, 'UNKNOWN_TIME_ZONE']);
  });
});

describe('the file', () => {
  it('is named by its day, and downloaded', async () => {
    const { headers } = await get(await givenUser(), '/api/analytics.csv');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="reelwright-views-2026-05-20.csv"');
  });

  it('has no formula in the title of a video', async () => {
    const userId = await givenUser();
    const videoId = await givenPost(userId);
    await analytics.state(events.VideoRescheduled, { userId, videoId, title: '=cmd|calc', revision: 3 });
    expect((await get(userId, '/api/analytics.csv')).text).toContain(",'=cmd|calc,");
  });
});

describe('a deleted account', () => {
  it('leaves nothing, and a late event adds nothing', async () => {
    const userId = await givenUser();
    const videoId = await givenPost(userId);
    await analytics.state(events.UserDeleted, { userId });
    await analytics.state(events.PostMeasured, measured(userId, videoId, { changedAt: NOW }));
    await analytics.state(events.PostStateChanged, posted(userId, videoId, { revision: 9 }));
    await analytics.state(events.VideoRescheduled, { userId, videoId, title: 'x', revision: 9 });
    expect(await tablesNaming(analytics.db, [userId])).toEqual(['deleted_users']);
  });
});

it('deletes views of posts after twelve months', async () => {
  const userId = await givenUser();
  await givenPostAt(userId, new Date('2025-05-19T00:00:00Z'));
  const kept = await givenPostAt(userId, new Date('2025-05-21T00:00:00Z'));
  const namedAt = new Date('2025-05-01T00:00:00Z');
  await analytics.state(events.VideoRequested, requested(userId, kept), { at: namedAt });
  await analytics.retention.sweep();
  expect(await postsOf(userId)).toMatchObject([{ videoId: kept, title: 'Glass, slowly', style: 'v1' }]);
});

describe('1,000 posts', () => {
  it('have the same numbers in the sums, the list and the file', async () => {
    const userId = await givenUser();
    const at = <Value>(list: readonly Value[], index: number) => list[index % list.length] as Value;
    const posts = Array.from({ length: 1_000 }, (_, index) => ({
      videoId: `video-${String(index).padStart(4, '0')}`,
      platform: at<Platform>(platforms, index),
      style: at<Style>(styles, index >> 2),
      postedAt: new Date(daysAgo(1 + (index % 80), 6).getTime() + (index % 13) * 3_600_000),
      views: (index * 37) % 4_000,
      likes: index % 90,
      watchSeconds: at(platforms, index) === 'tiktok' ? undefined : index * 3,
    }));
    for (const { style, ...post } of posts) {
      const { videoId } = post;
      await analytics.publish(events.VideoRequested, { ...requested(userId, videoId), videoType: style, title: '' });
      await analytics.publish(events.PostMeasured, measured(userId, videoId, post));
    }
    const sum = (rows: readonly { views: number }[]) => rows.reduce((total, { views }) => total + views, 0);
    // A video's style and a post's views come on different topics: a post may be counted before its style is known.
    await eventually(
      async () => {
        const { totals, styles: byStyle } = (await get(userId, '/api/analytics')).json();
        expect([totals.posts, sum(byStyle)]).toEqual([1_000, sum(posts)]);
      },
      { timeoutMs: 60_000 },
    );

    const list = [];
    for (let next: string | null = ''; next !== null; ) {
      const cursor: string = next === '' ? '' : `&cursor=${next}`;
      const page = (await get(userId, `/api/analytics/posts?limit=100${cursor}`)).json();
      list.push(...page.posts);
      next = page.next;
    }
    const file = (await get(userId, '/api/analytics.csv')).text.slice(1).trimEnd().split('\r\n').slice(1);
    const fromFile = file.map((line) => line.split(','));
    const numbers = (
      rows: readonly { videoId: string; views: number; likes: number; watchSeconds?: number | null | undefined }[],
    ) => rows.map(({ videoId, views, likes, watchSeconds }) => [videoId, views, likes, watchSeconds ?? null]).sort();
    expect(numbers(list)).toEqual(numbers(posts));
    expect(
      fromFile.map((row) => [row[9], Number(row[4]), Number(row[5]), row[6] === '' ? null : Number(row[6])]).sort(),
    ).toEqual(numbers(posts));

    const summary = (await get(userId, '/api/analytics')).json();
    expect(summary.totals).toMatchObject({ views: sum(posts), posts: 1_000, measuredPosts: 1_000 });
    expect(summary.platforms.map((one: { platform: string; views: number }) => [one.platform, one.views])).toEqual(
      platforms.map((name) => [name, sum(posts.filter(({ platform }) => platform === name))]),
    );
    expect(summary.styles.map((one: { style: string; views: number }) => [one.style, one.views])).toEqual(
      styles.map((name) => [name, sum(posts.filter(({ style }) => style === name))]),
    );
    expect(summary.hours.map(({ views }: { views: number }) => views)).toEqual(
      Array.from({ length: 24 }, (_, hour) => sum(posts.filter(({ postedAt }) => postedAt.getUTCHours() === hour))),
    );
  }, 120_000);
});
