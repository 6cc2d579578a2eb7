import { randomUUID } from 'node:crypto';
import { silentLogger } from '@reelwright/logger';
import { createMeasurements } from '@reelwright/measurements';
import { createMetrics } from '@reelwright/metrics';
import { emulatedPlatforms as platforms } from '@reelwright/sandbox/platforms';
import { sql } from 'kysely';
import { forecastPosts } from '../src/posts/forecast.ts';
import { placeUpload } from '../src/posts/place-post.ts';
import { measurePosts } from '../src/posts/post.metrics.ts';
import { getVideo } from '../src/videos/videos.repository.ts';
import { consent } from './consent.ts';
import { MINUTE, type Publishing, startPublishing } from './harness.ts';

let publishing: Publishing;

beforeAll(async () => {
  publishing = await startPublishing('cell', { CELL: 'eu2', YOUTUBE_UPLOADS_PER_DAY: 2 });
}, 60_000);
afterAll(() => publishing.stop());

describe.each(platforms)('the state of a consent at %s', (platform) => {
  const back = async (userId: string, query: URLSearchParams) =>
    String((await publishing.call(userId, 'GET', `/api/${platform}/callback?${query}`)).headers.location);

  test('begins with the cell, also when the person returns, and works once', async () => {
    const userId = randomUUID();
    publishing.neighbours.tiers.set(userId, 'pro');
    const { authUrl } = (await publishing.call(userId, 'GET', `/api/${platform}/auth`)).json();
    const account = platform === 'youtube' ? 'nico.bianchi@example.com' : `u${userId.slice(0, 8)}`;
    const query = await consent(platform, authUrl, { account });
    const state = query.get('state') ?? '';
    expect(state).toMatch(/^eu2\.[\w-]{43}$/);
    expect(new URL(authUrl).searchParams.get('state')).toBe(state);

    for (const changed of [state.replace('eu2.', 'us1.'), state.replace('eu2.', '')]) {
      const tampered = new URLSearchParams(query);
      tampered.set('state', changed);
      expect(await back(userId, tampered)).toContain('reason=CONSENT_EXPIRED');
    }
    expect(await back(userId, query)).toMatch(new RegExp(`(connected|choose)=${platform}`));
    expect(await back(userId, query)).toContain('reason=CONSENT_EXPIRED');
  });
});

describe("a cell's share of YouTube's uploads", () => {
  const DAY = 24 * 60 * MINUTE;
  const dayOf = (at: Date) => at.toISOString().slice(0, 10);
  const usedOn = async (at: Date) => {
    const rows = publishing.db.selectFrom('platform_budgets').select('used').where('scope', '=', 'app');
    return (await rows.where(sql<string>`day::text`, '=', dayOf(at)).executeTakeFirst())?.used ?? 0;
  };

  test('is what its days take: a third post goes out on the next day', async () => {
    const userId = await publishing.creator('youtube');
    // Noon in UTC is the same day in California.
    const noon = new Date(`${dayOf(new Date(publishing.clock.now().getTime() + 40 * DAY))}T12:00:00Z`);
    const posts = [];
    for (let count = 0; count < 3; count += 1) {
      const videoId = await publishing.requestVideo(userId, { publishAt: noon, platforms: ['youtube'] });
      posts.push(await publishing.postIn(videoId, 'youtube', 'waiting'));
    }
    const nextDay = new Date(noon.getTime() + DAY);
    expect(posts.map(({ due_at }) => due_at)).toEqual([noon, noon, nextDay]);
    expect([await usedOn(noon), await usedOn(nextDay)]).toEqual([2, 1]);
    expect(posts[2]?.moved).toMatchObject({ code: 'BUDGET_SPENT', from: noon.toISOString() });
  });

  test('of one upload is for a post of that day: the upload for another day waits for its own', async () => {
    const userId = await publishing.creator('youtube');
    const noon = new Date(`${dayOf(new Date(publishing.clock.now().getTime() + 60 * DAY))}T12:00:00Z`);
    const videoId = await publishing.requestVideo(userId, { publishAt: noon, platforms: ['youtube'] });
    const post = await publishing.postIn(videoId, 'youtube', 'waiting');
    const limits = { ...publishing.app.engine.limits, youtube: 1 };
    const video = await getVideo(publishing.db, videoId);
    const uploadOn = (now: Date) =>
      publishing.db.transaction().execute((trx) => placeUpload(trx, post, { now, limits, video }));
    for (const now of [new Date(noon.getTime() - DAY), noon]) {
      expect((await uploadOn(now)).budget_day).toBe(dayOf(noon));
    }
    expect([await usedOn(new Date(noon.getTime() - DAY)), await usedOn(noon)]).toEqual([0, 1]);
  });

  test('is the limit of the forecast for a calendar, and of the metric', async () => {
    const userId = await publishing.creator('youtube');
    const noon = new Date(`${dayOf(new Date(publishing.clock.now().getTime() + 80 * DAY))}T12:00:00Z`);
    const posts = [0, 1, 2].map((hour) => ({
      videoId: randomUUID(),
      publishAt: new Date(noon.getTime() + hour * 60 * MINUTE),
      platforms: [],
    }));
    const { limits, levels, logins } = publishing.app.engine;
    const given = { userId, timeZone: 'UTC', posts, now: publishing.clock.now(), real: new Date() };
    const { moved } = await forecastPosts({ db: publishing.db, limits, levels, logins }, given);
    expect(moved.map(({ videoId, moved: { code } }) => [videoId, code])).toEqual([[posts[2]?.videoId, 'BUDGET_SPENT']]);

    const metrics = createMetrics({ service: 'publishing', processMetrics: false });
    const measurements = createMeasurements({ db: publishing.db, metrics, logger: silentLogger });
    measurePosts(measurements, publishing.db, { clock: { ...publishing.clock, now: () => noon }, limits });
    await sql`delete from measurements`.execute(publishing.db);
    expect(await metrics.registry.metrics()).toContain(
      'publishing_budget_left{platform="youtube",service="publishing"} 2\n',
    );
  });
});
