import { dispatchBatch } from '../src/dispatch/dispatch-batch.ts';
import { captionsFor, days, type Scheduling, START, startScheduling } from './harness.ts';

let scheduling: Scheduling;
beforeAll(async () => {
  scheduling = await startScheduling();
});
afterAll(() => scheduling.stop());
afterEach(() => scheduling.clock.moveTo(START));

interface CalendarEntry {
  id: string;
  date: string;
  time: string;
  state: string;
}
const textsIn = (captions: { platform: string; text: string }[]) =>
  Object.fromEntries(captions.map(({ platform, text }) => [platform, text]));
const kept = ({ id, date, time }: CalendarEntry) => ({ id, date, time });
const calendar = async (userId: string): Promise<CalendarEntry[]> =>
  (await scheduling.get(userId, '/api/video-configuration')).body.scheduledDates;
const entryEvents = async (userId: string) =>
  (await scheduling.eventsOf(userId)).filter(({ type }) => type !== 'ConfigurationSaved');

/** A user with one requested and one planned entry. */
async function givenRequested(tier = 'pro'): Promise<{ user: string; entries: [CalendarEntry, CalendarEntry] }> {
  const user = await scheduling.user({ tier });
  await scheduling.save(user, [...days(1, 22), ...days(1, 28)]);
  scheduling.clock.moveTo(new Date('2026-11-21T10:00:00Z'));
  await dispatchBatch(scheduling.db, scheduling.clock.now(), 1_000);
  const [first, second] = await calendar(user);
  if (!first || !second) throw new Error('two entries were saved');
  expect([first.state, second.state]).toEqual(['requested', 'planned']);
  return { user, entries: [first, second] };
}

describe('an entry that was requested', () => {
  it('publishes its new time when it is moved; a planned one publishes nothing', async () => {
    const { user, entries } = await givenRequested();
    const [first, second] = entries;
    await scheduling.save(user, [
      { ...kept(first), date: '2026-11-23', time: '18:00' },
      { ...kept(second), time: '11:00' },
    ]);
    expect((await entryEvents(user)).slice(1)).toEqual([
      {
        type: 'VideoRescheduled',
        payload: {
          videoId: first.id,
          userId: user,
          publishAt: '2026-11-23T18:00:00.000Z',
          caption: "Glass Squish: today's reel",
          captions: captionsFor('v1'),
          revision: 3,
          timeZone: 'UTC',
          review: {},
        },
      },
    ]);
    expect(await calendar(user)).toMatchObject([
      { id: first.id, date: '2026-11-23', time: '18:00', state: 'requested' },
      { id: second.id, time: '11:00', state: 'planned' },
    ]);
  });

  it('publishes its removal, and keeps its quota used', async () => {
    const { user, entries } = await givenRequested();
    await scheduling.save(user, [kept(entries[1])]);
    expect((await entryEvents(user)).slice(1)).toEqual([
      { type: 'VideoCancelled', payload: { videoId: entries[0].id, userId: user, revision: 3 } },
    ]);
    expect(await scheduling.used(user)).toBe(2);
    expect((await scheduling.get(user, '/api/videos')).body.videos).toHaveLength(1);
    const again = await scheduling.save(user, [kept(entries[1]), { date: '2026-11-22', time: '09:00' }]);
    expect(again.status).toBe(200);
  });

  it('is made again in another style, and its caption changes without a new render', async () => {
    const { user, entries } = await givenRequested();
    const [first, second] = entries;
    await scheduling.save(user, [{ ...kept(first), videoType: 'v5', caption: 'Hello', time: '10:00' }, kept(second)]);
    expect((await entryEvents(user)).slice(1)).toMatchObject([
      { type: 'VideoRescheduled', payload: { caption: 'Hello', publishAt: '2026-11-22T10:00:00.000Z', revision: 3 } },
      { type: 'VideoRequested', payload: { videoType: 'v5', variation: 1, caption: 'Hello', revision: 4 } },
    ]);
    await scheduling.save(user, [{ ...kept(first), time: '10:00', caption: 'Bye' }, kept(second)]);
    expect((await entryEvents(user)).slice(3)).toMatchObject([
      { type: 'VideoRescheduled', payload: { caption: 'Bye', revision: 5 } },
    ]);
  });

  it('publishes its new title without a new render, and shows it', async () => {
    const { user, entries } = await givenRequested();
    const [first, second] = [kept(entries[0]), kept(entries[1])];
    const titles = async () =>
      (await scheduling.get(user, '/api/videos')).body.videos.map(({ title }: { title: string | null }) => title);
    await scheduling.save(user, [{ ...first, title: ' Ours ' }, second]);
    expect((await entryEvents(user)).slice(1)).toMatchObject([
      { type: 'VideoRescheduled', payload: { title: 'Ours', caption: "Glass Squish: today's reel", revision: 3 } },
    ]);
    expect([await calendar(user), await titles()]).toMatchObject([
      [{ title: 'Ours' }, { title: null }],
      [null, 'Ours'],
    ]);
    await scheduling.save(user, [{ ...first, title: null }, second]);
    expect((await entryEvents(user)).slice(2)).toMatchObject([{ type: 'VideoRescheduled', payload: { revision: 4 } }]);
    expect((await entryEvents(user)).at(-1)?.payload).not.toHaveProperty('title');
    expect(await titles()).toEqual([null, null]);
  });

  it('publishes the new text of one platform without a new render, and its answers show the texts of all', async () => {
    const { user, entries } = await givenRequested('starter');
    const [first, second] = [kept(entries[0]), kept(entries[1])];
    const captions = { tiktok: 'Hi <3', youtube: 'Hello' };
    await scheduling.save(user, [{ ...first, captions: { ...captions, facebook: ' ' } }, second]);
    const told = captionsFor('v1', undefined, { caption: null, captions });
    expect((await entryEvents(user)).slice(1)).toMatchObject([
      { type: 'VideoRescheduled', payload: { caption: "Glass Squish: today's reel", captions: told, revision: 3 } },
    ]);
    expect(await calendar(user)).toMatchObject([
      { captions, requested: { videoType: 'v1', captions: textsIn(told) } },
      { captions: null, requested: null },
    ]);
    await scheduling.save(user, [{ ...first, captions, caption: null }, second]);
    expect((await entryEvents(user)).slice(2)).toEqual([]);
    await scheduling.save(user, [{ ...first, captions: null, caption: 'Ours' }, second]);
    const everywhere = textsIn(captionsFor('v1', undefined, { caption: 'Ours', captions: null }));
    expect(await calendar(user)).toMatchObject([{ requested: { captions: everywhere } }, {}]);
  });

  it('keeps its requested style when the configuration gets another', async () => {
    const { user, entries } = await givenRequested();
    await scheduling.save(user, entries.map(kept), { videoType: 'v8' });
    expect(await entryEvents(user)).toHaveLength(1);
    const { videos } = (await scheduling.get(user, '/api/videos')).body;
    expect(videos.map(({ videoType }: { videoType: string }) => videoType)).toEqual(['v8', 'v1']);
  });
});

describe('the displayed caption of a video', () => {
  const brand = { name: 'Ada' };
  const shown = async (userId: string): Promise<string[]> =>
    (await scheduling.get(userId, '/api/videos')).body.videos.map(({ caption }: { caption: string }) => caption);
  const publishedCaption = async (userId: string) => (await entryEvents(userId)).at(-1)?.payload['caption'];

  it('is that of its request, whatever the configuration is now', async () => {
    const { user, entries } = await givenRequested();
    await scheduling.save(user, entries.map(kept), { brand });
    expect(await shown(user)).toEqual(['Glass Squish by Ada', "Glass Squish: today's reel"]);
    expect(await publishedCaption(user)).toBe("Glass Squish: today's reel");
  });

  it('is the newer one that a move or a new request published', async () => {
    const { user, entries } = await givenRequested();
    const [first, second] = [kept(entries[0]), kept(entries[1])];
    await scheduling.save(user, [{ ...first, time: '10:00' }, second], { brand });
    expect([(await shown(user)).at(-1), await publishedCaption(user)]).toEqual([
      'Glass Squish by Ada',
      'Glass Squish by Ada',
    ]);

    await scheduling.save(user, [{ ...first, time: '10:00', videoType: 'v8' }, second], { brand });
    expect([(await shown(user)).at(-1), await publishedCaption(user)]).toEqual([
      'Urban Rush by Ada',
      'Urban Rush by Ada',
    ]);

    await scheduling.save(user, [{ ...first, time: '10:00', videoType: 'v8' }, second], { brand: { name: 'Bo' } });
    expect((await shown(user)).at(-1)).toBe('Urban Rush by Ada');
    await scheduling.post(user, '/api/regenerate-videos');
    expect((await shown(user)).at(-1)).toBe('Urban Rush by Bo');
  });

  it("fits the video's style when it is moved or reworded after the configuration got another style", async () => {
    const { user, entries } = await givenRequested();
    const [first, second] = [kept(entries[0]), kept(entries[1])];
    await scheduling.save(user, [{ ...first, time: '10:00' }, second], { videoType: 'v8' });
    const squish = "Glass Squish: today's reel";
    expect([(await shown(user)).at(-1), await publishedCaption(user)]).toEqual([squish, squish]);
    await scheduling.save(user, [{ ...first, time: '10:00', platforms: ['tiktok'] }, second], { videoType: 'v8' });
    expect([(await shown(user)).at(-1), await publishedCaption(user)]).toEqual([squish, squish]);
    expect((await entryEvents(user)).filter(({ type }) => type === 'VideoRequested')).toHaveLength(1);
  });

  it('is kept for the video of the free plan too', async () => {
    const user = await scheduling.user();
    await scheduling.save(user, [], { brand });
    await scheduling.plan(user, { tier: 'starter' });
    await scheduling.save(user, [], { brand: { name: 'Bo' } });
    expect(await shown(user)).toEqual(['Glass Squish by Ada']);
  });
});

describe('a plan that changes', () => {
  it('pauses the latest entries that a smaller plan has no room for, and resumes them on a larger one', async () => {
    const user = await scheduling.user({ tier: 'pro' });
    await scheduling.save(user, days(12));
    await scheduling.plan(user, { tier: 'starter', revision: 2 });
    const states = (await calendar(user)).map(({ state }) => state);
    expect(states).toEqual([...Array(8).fill('planned'), ...Array(4).fill('paused')]);
    expect(await scheduling.used(user)).toBe(8);
    const refused = await scheduling.save(user, [...(await calendar(user)).map(kept), ...days(1, 45)]);
    expect(refused.body.error).toBe('PLAN_LIMIT_REACHED');

    await scheduling.plan(user, { tier: 'elite', revision: 3 });
    expect(new Set((await calendar(user)).map(({ state }) => state))).toEqual(new Set(['planned']));
    expect(await scheduling.used(user)).toBe(12);
  });

  it('resumes the earliest first as far as there is room, and never past ones', async () => {
    const user = await scheduling.user({ tier: 'elite' });
    await scheduling.save(user, days(16)); // November 25 to December 10
    await scheduling.plan(user, { tier: 'free', revision: 2 });
    const before = scheduling.clock.now();
    scheduling.clock.moveTo(new Date('2026-11-27T12:00:00Z'));
    await scheduling.plan(user, { tier: 'pro', revision: 3 });
    const states = (await calendar(user)).map(({ state }) => state);
    scheduling.clock.moveTo(before);
    expect(states).toEqual([...Array(3).fill('paused'), ...Array(12).fill('planned'), 'paused']);
    expect(await scheduling.used(user)).toBe(12);
  });

  it('resumes a paused entry as soon as a removed one makes room', async () => {
    const user = await scheduling.user({ tier: 'pro' });
    await scheduling.save(user, days(9));
    await scheduling.plan(user, { tier: 'starter', revision: 2 });
    const entries = await calendar(user);
    await scheduling.save(user, entries.slice(1).map(kept));
    expect(new Set((await calendar(user)).map(({ state }) => state))).toEqual(new Set(['planned']));
    expect(await scheduling.used(user)).toBe(8);
  });

  it('pauses everything planned on the free plan, deletes nothing, and a free save leaves it alone', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    await scheduling.save(user, days(3));
    await scheduling.plan(user, { tier: 'free', revision: 2 });
    expect((await calendar(user)).map(({ state }) => state)).toEqual(['paused', 'paused', 'paused']);
    expect((await scheduling.save(user, [])).status).toBe(200);
    await scheduling.plan(user, { tier: 'starter', revision: 3 });
    expect((await calendar(user)).map(({ state }) => state)).toEqual(['planned', 'planned', 'planned']);
  });

  it('counts the months from the new anchor', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    await scheduling.save(user, [...days(4), ...days(4, 51)]); // November 25–28 and December 21–24
    expect(await scheduling.used(user)).toBe(4);
    scheduling.clock.moveTo(new Date('2026-11-24T12:00:00Z'));
    await scheduling.plan(user, { tier: 'starter', monthAnchor: new Date('2026-11-24T12:00:00Z'), revision: 2 });
    expect(await scheduling.used(user)).toBe(8);
  });

  it('applies a higher revision only', async () => {
    const user = await scheduling.user({ tier: 'pro', revision: 5 });
    expect(await scheduling.plan(user, { tier: 'free', revision: 5 })).toBe(false);
    expect(await scheduling.plan(user, { tier: 'free', revision: 4 })).toBe(false);
    expect((await scheduling.get(user, '/api/video-configuration')).body.videosPerMonth).toBe(12);
  });
});
