import { randomUUID } from 'node:crypto';
import { events, type ForecastPostsRequest, PostCauseData } from '@reelwright/contracts';
import { eventually } from '@reelwright/testing';
import { dispatchBatch } from '../src/dispatch/dispatch-batch.ts';
import { days, type Scheduling, startScheduling } from './harness.ts';

const ROME = { timeZone: 'Europe/Rome' };
let scheduling: Scheduling;

beforeAll(async () => {
  scheduling = await startScheduling({ kafka: true });
}, 60_000);
afterAll(() => scheduling.stop());
afterEach(() => {
  scheduling.neighbours.forecast = () => [];
  scheduling.neighbours.refused = () => [];
});

describe('the forecast of a save', () => {
  it("names the posts that a platform's day has no room for, and when they go out", async () => {
    const user = await scheduling.user({ tier: 'pro' });
    const asked: ForecastPostsRequest[] = [];
    const message = 'YouTube takes no more from Reelwright on November 26; goes out on November 27 at 09:00.';
    const goesOutAt = new Date('2026-11-27T08:00:00Z');
    scheduling.neighbours.forecast = (request) => {
      asked.push(request);
      const videoId = request.posts[1]?.videoId ?? '';
      const causeData = PostCauseData.fromPartial({ movedFrom: new Date('2026-11-26T08:00:00Z') });
      return [{ videoId, platform: 'youtube', code: 'BUDGET_SPENT', causeData, goesOutAt }];
    };
    const wanted = days(3).map((day, index) => (index === 1 ? { ...day, platforms: ['youtube'] } : day));
    const { status, body } = await scheduling.save(user, wanted, ROME);
    expect(status).toBe(200);
    expect(body.notices).toEqual([
      {
        id: body.scheduledDates[1].id,
        index: 2,
        platform: 'youtube',
        code: 'BUDGET_SPENT',
        message,
        goesOutAt: goesOutAt.toISOString(),
      },
    ]);
    expect(asked).toMatchObject([{ userId: user, timeZone: 'Europe/Rome' }]);
    expect(asked[0]?.posts.map(({ publishAt, platforms }) => [publishAt, platforms])).toEqual([
      [new Date('2026-11-25T08:00:00Z'), []],
      [new Date('2026-11-26T08:00:00Z'), ['youtube']],
      [new Date('2026-11-27T08:00:00Z'), []],
    ]);
  });

  it('names the posts that would be refused, after a save and at any time', async () => {
    const user = await scheduling.user({ tier: 'pro' });
    scheduling.neighbours.refused = ({ posts }) =>
      posts.slice(0, 1).map(({ videoId }) => ({
        videoId,
        platform: 'tiktok',
        code: 'ENDS_BEFORE',
        causeData: PostCauseData.fromPartial({}),
        needs: 'reconnect',
      }));
    const { body } = await scheduling.save(user, days(2), ROME);
    const refusals = [
      {
        id: body.scheduledDates[0].id,
        index: 1,
        platform: 'tiktok',
        code: 'ENDS_BEFORE',
        message: 'Our access to TikTok ends before this is due.',
        fix: 'Press Reconnect before then.',
        needs: 'reconnect',
      },
    ];
    expect(body.refusals).toEqual(refusals);
    const later = await scheduling.get(user, '/api/calendar-forecast');
    expect(later).toEqual({ status: 200, body: { notices: [], refusals } });
    scheduling.neighbours.forecast = undefined;
    expect((await scheduling.get(user, '/api/calendar-forecast')).body).toEqual({ notices: [], refusals: [] });
  });

  it('leaves out what its owner skipped', async () => {
    const user = await scheduling.user({ tier: 'pro' });
    const { body } = await scheduling.save(user, days(2), ROME);
    await scheduling.post(user, `/api/videos/${body.scheduledDates[0].id}/skip`);
    const asked: ForecastPostsRequest[] = [];
    scheduling.neighbours.forecast = (request) => {
      asked.push(request);
      return [];
    };
    await scheduling.get(user, '/api/calendar-forecast');
    expect(asked[0]?.posts.map(({ videoId }) => videoId)).toEqual([body.scheduledDates[1].id]);
  });

  it('is empty if publishing does not answer, and the save succeeds', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    scheduling.neighbours.forecast = undefined;
    const { status, body } = await scheduling.save(user, days(2));
    expect([status, body.notices]).toEqual([200, []]);
    expect((await scheduling.get(user, '/api/video-configuration')).body.scheduledDates).toHaveLength(2);
  });

  it('leaves out paused entries, and is not made without a calendar', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    await scheduling.save(user, days(2));
    await scheduling.plan(user, { tier: 'free', revision: 2 });
    let asked = 0;
    scheduling.neighbours.forecast = () => {
      asked += 1;
      return [];
    };
    expect((await scheduling.save(user, [])).body.notices).toEqual([]);
    expect(asked).toBe(0);
  });
});

describe('a post that its platform moves to another day', () => {
  it('is requested with the zone of its hour, and has the cause and its new time', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    const saved = await scheduling.save(user, days(1, 22), ROME);
    const [{ id }] = saved.body.scheduledDates;
    await dispatchBatch(scheduling.db, scheduling.clock.now(), 100);
    const at = { date: '2026-11-22', time: '11:00', id };
    await scheduling.save(user, [at], ROME);
    const words = (await scheduling.eventsOf(user)).filter(({ payload }) => payload['videoId'] === id);
    expect(words.map(({ type, payload }) => [type, payload['timeZone']])).toEqual([
      ['VideoRequested', 'Europe/Rome'],
      ['VideoRescheduled', 'Europe/Rome'],
    ]);

    const goesOutAt = new Date('2026-11-23T10:00:00Z');
    const message = 'TikTok takes no more from Reelwright on November 22; goes out on November 23 at 11:00.';
    const post = { videoId: id, userId: user, platform: 'tiktok', state: 'waiting', code: 'BUDGET_SPENT' };
    const causeData = PostCauseData.fromPartial({ movedFrom: new Date('2026-11-22T10:00:00Z') });
    await scheduling.send(events.PostStateChanged, { ...post, causeData, goesOutAt, revision: 2 }, randomUUID());
    await eventually(async () => {
      const { videos } = (await scheduling.get(user, '/api/videos')).body;
      expect(videos[0]).toMatchObject({
        publishAt: '2026-11-22T10:00:00.000Z',
        posts: [{ state: 'waiting', code: 'BUDGET_SPENT', message, goesOutAt: goesOutAt.toISOString() }],
      });
    });

    await scheduling.save(user, [at], { timeZone: 'America/New_York' });
    const { videos } = (await scheduling.get(user, '/api/videos')).body;
    expect(videos[0].posts[0].message).toMatch(/goes out on November 23 at 05:00\.$/);
  });
});
