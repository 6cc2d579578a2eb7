import { dispatchBatch } from '../src/dispatch/dispatch-batch.ts';
import { days, type Scheduling, START, startScheduling } from './harness.ts';

let scheduling: Scheduling;

beforeAll(async () => {
  scheduling = await startScheduling();
});
afterAll(() => scheduling.stop());
beforeEach(() => scheduling.clock.moveTo(START));

const ENDS = new Date('2026-12-21T09:00:00Z');
/** `count` entries at 10:00, one a day from the plan's end on. */
const after = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ date: `2026-12-${21 + index}`, time: '10:00' }));
const cancelled = { status: 'cancelling', currentPeriodEnd: ENDS, entitledUntil: ENDS };
const downgraded = {
  status: 'downgrade_pending',
  currentPeriodEnd: ENDS,
  nextTier: 'starter',
  nextVideosPerMonth: 8,
};
const statesOf = async (user: string) =>
  (await scheduling.get(user, '/api/video-configuration')).body.scheduledDates.map(
    ({ state }: { state: string }) => state,
  );
const causesOf = async (user: string) =>
  (await scheduling.get(user, '/api/video-configuration')).body.scheduledDates.map(
    ({ why }: { why: { code: string } | null }) => why?.code ?? null,
  );
const repeat = (count: number, state: string) => Array(count).fill(state);

/** Requests all due entries of all users. */
async function dispatch(): Promise<void> {
  while ((await dispatchBatch(scheduling.db, scheduling.clock.now(), 1_000)).found > 0);
}

const asked = async (user: string) =>
  (await scheduling.eventsOf(user)).filter(({ type }) => type === 'VideoRequested').length;

describe('a cancelled plan', () => {
  it('[ASVS 8.2.1] makes nothing that goes out after its end, and resumes it all when it is renewed', async () => {
    const user = await scheduling.user({ tier: 'pro' });
    await scheduling.save(user, [...days(2, 25), ...after(3)]);
    await scheduling.plan(user, { tier: 'pro', ...cancelled, revision: 2 });
    expect(await statesOf(user)).toEqual([...repeat(2, 'planned'), ...repeat(3, 'paused')]);
    scheduling.clock.moveTo(new Date('2026-12-21T08:30:00Z'));
    await dispatch();
    expect(await asked(user)).toBe(0);
    await scheduling.plan(user, { tier: 'pro', revision: 3 });
    expect((await statesOf(user)).slice(-3)).toEqual(repeat(3, 'planned'));
    await dispatch();
    expect(await asked(user)).toBe(1);
  });

  it('gives each entry its cause: the plan ends before it, or there is no plan', async () => {
    const user = await scheduling.user({ tier: 'pro' });
    await scheduling.save(user, [...days(1, 25), ...after(2)]);
    await scheduling.plan(user, { tier: 'pro', ...cancelled, revision: 2 });
    expect(await causesOf(user)).toEqual([null, ...repeat(2, 'ENTRY_AFTER_PLAN')]);
    const free = { tier: 'free', monthAnchor: undefined, currentPeriodEnd: undefined, revision: 3 };
    await scheduling.plan(user, free);
    expect(await causesOf(user)).toEqual(repeat(3, 'ENTRY_NO_PLAN'));
  });

  it('gives a video that was requested before the cancellation the cause that it will not be posted', async () => {
    const user = await scheduling.user({ tier: 'pro' });
    await scheduling.save(user, after(1));
    scheduling.clock.moveTo(new Date('2026-12-20T10:00:00Z'));
    await dispatch();
    await scheduling.plan(user, { tier: 'pro', ...cancelled, revision: 2 });
    expect(await causesOf(user)).toEqual(['PLAN_ENDS_BEFORE']);
    const { videos } = (await scheduling.get(user, '/api/videos')).body;
    expect(videos[0].why.code).toBe('PLAN_ENDS_BEFORE');
  });

  it('[ASVS 8.2.1] refuses new and moved entries after its end', async () => {
    const user = await scheduling.user({ tier: 'pro' });
    const { body } = await scheduling.save(user, [...days(1, 25), ...after(1)]);
    await scheduling.plan(user, { tier: 'pro', ...cancelled, revision: 2 });
    const [early, late] = body.scheduledDates.map(({ id, date, time }: Record<string, string>) => ({ id, date, time }));
    const added = await scheduling.save(user, [early, late, ...after(2).slice(1)]);
    expect([added.status, added.body.error]).toEqual([403, 'PLAN_ENDS']);
    expect(added.body.message).toBe('Your Pro plan ends on December 21, 2026. Renew it to schedule videos for later.');
    const moved = await scheduling.save(user, [{ ...early, date: '2026-12-25' }, late]);
    expect(moved.body.error).toBe('PLAN_ENDS');
    expect(await statesOf(user)).toEqual(['planned', 'paused']);
    expect((await scheduling.save(user, [early, late, ...days(1, 26)])).status).toBe(200);
  });

  it('names the day of its end in the zone of the calendar', async () => {
    const night = new Date('2026-12-21T23:30:00Z');
    const user = await scheduling.user({ tier: 'pro', ...cancelled, currentPeriodEnd: night, entitledUntil: night });
    const refused = await scheduling.save(user, after(3).slice(2), { timeZone: 'Europe/Rome' });
    expect(refused.body.message).toMatch(/^Your Pro plan ends on December 22, 2026\./);
  });

  it('accepts entries after its end when billing answers that it was renewed', async () => {
    const user = await scheduling.user({ tier: 'pro', ...cancelled });
    scheduling.neighbours.entitlement = () => ({
      tier: 'pro',
      videosPerMonth: 12,
      status: 'active',
      monthAnchor: START,
      currentPeriodEnd: ENDS,
      revision: 2,
    });
    expect((await scheduling.save(user, after(1))).status).toBe(200);
    scheduling.neighbours.entitlement = undefined;
  });
});

describe('a plan that a smaller one follows', () => {
  it('[ASVS 8.2.1] limits each entry by the plan of its time, and pauses the latest first', async () => {
    const user = await scheduling.user({ tier: 'elite' });
    await scheduling.save(user, [...days(6, 25), ...after(10)]);
    await scheduling.plan(user, { tier: 'elite', ...downgraded, revision: 2 });
    expect(await statesOf(user)).toEqual([...repeat(14, 'planned'), ...repeat(2, 'paused')]);
    await scheduling.plan(user, { tier: 'elite', revision: 3 });
    expect(await statesOf(user)).toEqual(repeat(16, 'planned'));
  });

  it('[ASVS 8.2.1] has as many entries after its end as the smaller plan, and its own number before it', async () => {
    const user = await scheduling.user({ tier: 'elite', ...downgraded });
    const refused = await scheduling.save(user, [...days(5, 25), ...after(9)]);
    expect([refused.status, refused.body.error]).toEqual([429, 'PLAN_LIMIT_REACHED']);
    expect(refused.body.message).toBe(
      'Your Starter plan starts on December 21, 2026. You can schedule 8 videos a month with it.',
    );
    expect((await scheduling.save(user, [...days(20, 25), ...after(0)].slice(0, 20))).status).toBe(200);
    expect((await scheduling.save(user, [...days(5, 25), ...after(8)])).status).toBe(200);
  });
});

describe('a plan that a smaller one follows at night', () => {
  it('names the day on which that one starts in the zone of the calendar', async () => {
    const night = new Date('2026-12-21T23:30:00Z');
    const user = await scheduling.user({ tier: 'elite', ...downgraded, currentPeriodEnd: night });
    const refused = await scheduling.save(user, after(10), { timeZone: 'Europe/Rome' });
    expect(refused.body.message).toMatch(/^Your Starter plan starts on December 22, 2026\./);
  });
});

describe('a plan that a smaller one follows in the middle of a month', () => {
  const middle = new Date('2026-12-05T09:00:00Z');
  const inMiddle = { ...downgraded, currentPeriodEnd: middle, revision: 2 };

  it('[ASVS 8.2.1] accepts no more entries by moving them there, or by saving the later ones first', async () => {
    const user = await scheduling.user({ tier: 'elite' });
    await scheduling.plan(user, { tier: 'elite', ...inMiddle });
    const moved = await scheduling.save(user, days(9, 25));
    const entries = moved.body.scheduledDates.map(({ id }: { id: string }, index: number) => ({
      id,
      ...days(1, 36 + index)[0],
    }));
    const refused = await scheduling.save(user, entries);
    expect([refused.status, refused.body.error]).toEqual([429, 'PLAN_LIMIT_REACHED']);
    expect((await scheduling.save(user, days(8, 36))).status).toBe(200);
    const early = await scheduling.save(user, [...days(1, 25), ...days(8, 36)]);
    expect(early.body.error).toBe('PLAN_LIMIT_REACHED');
    expect((await scheduling.save(user, days(20, 25, '10:00').slice(0, 10))).status).toBe(200);
  });

  it("[ASVS 8.2.2] allows an own style by the plan of the entry's time", async () => {
    const user = await scheduling.user({ tier: 'elite', ...inMiddle });
    const styled = (from: number) => days(1, from).map((entry) => ({ ...entry, videoType: 'v2' }));
    expect((await scheduling.save(user, styled(36))).body.error).toBe('PLAN_FEATURE');
    expect((await scheduling.save(user, styled(26))).status).toBe(200);
  });
});

it('a text of its own belongs to every plan that posts, and a smaller plan keeps the style that an entry has', async () => {
  const user = await scheduling.user({ tier: 'pro' });
  const styled = days(1).map((entry) => ({ ...entry, videoType: 'v2', platforms: ['tiktok'] }));
  const [{ id, date, time }] = (await scheduling.save(user, styled)).body.scheduledDates;
  await scheduling.plan(user, { tier: 'starter', revision: 2 });
  const change = async (settings: object) => {
    const { status, body } = await scheduling.save(user, [{ id, date, time, ...settings }]);
    return status === 200 ? body.scheduledDates[0] : body.error;
  };
  const texts = { title: 'Ours', caption: 'Mine', captions: { tiktok: 'For TikTok' } };
  expect(await change(texts)).toMatchObject({ videoType: 'v2', platforms: ['tiktok'], ...texts });
  expect(await change({ videoType: 'v3' })).toBe('PLAN_FEATURE');
  expect(await change({ platforms: ['tiktok', 'youtube'] })).toBe('PLAN_FEATURE');
  expect(await change({ videoType: null, platforms: [] })).toMatchObject({
    videoType: null,
    platforms: null,
    ...texts,
  });
  expect(await change({ videoType: 'v2' })).toBe('PLAN_FEATURE');
});

describe('a requested video', () => {
  it('[ASVS 8.2.1] counts in its month wherever it is moved', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    const { body } = await scheduling.save(user, days(8, 22));
    for (const day of [21, 22, 23, 24, 25, 26, 27, 28]) {
      scheduling.clock.moveTo(new Date(`2026-11-${day}T12:00:00Z`));
      await dispatch();
    }
    expect(await asked(user)).toBe(8);
    const last = body.scheduledDates.at(-1);
    const moved = await scheduling.save(user, [{ id: last.id, date: '2027-02-10', time: '09:00' }]);
    expect(moved.status).toBe(200);
    expect(await scheduling.used(user)).toBe(8);
    const more = await scheduling.save(user, [{ id: last.id, date: '2027-02-10', time: '09:00' }, ...days(1, 36)]);
    expect(more.body.error).toBe('PLAN_LIMIT_REACHED');
    await scheduling.plan(user, { videosPerMonth: 8, revision: 2 });
    expect(await scheduling.used(user)).toBe(8);
  });

  it("[ASVS 8.2.1] in the last hour of a larger plan counts in the smaller plan's months", async () => {
    const user = await scheduling.user({ tier: 'starter' });
    scheduling.clock.moveTo(new Date('2026-12-21T07:50:00Z'));
    await scheduling.plan(user, { tier: 'elite', currentPeriodEnd: ENDS, revision: 2 });
    const first = (hour: number) => ({ date: '2026-12-21', time: `${10 + hour}:00` });
    await scheduling.save(
      user,
      Array.from({ length: 12 }, (_, hour) => first(hour)),
    );
    await dispatch();
    expect(await asked(user)).toBe(12);
    await scheduling.plan(user, { tier: 'elite', ...downgraded, revision: 3 });
    await scheduling.plan(user, { tier: 'starter', currentPeriodEnd: new Date('2027-01-21T09:00:00Z'), revision: 4 });
    scheduling.clock.moveTo(new Date('2026-12-22T09:00:00Z'));
    expect(await scheduling.used(user)).toBe(8);
    scheduling.clock.moveTo(new Date('2027-01-22T09:00:00Z'));
    expect(await scheduling.used(user)).toBe(4);
  });

  it('[ASVS 2.4.1] is made again in another style at most five times', async () => {
    const user = await scheduling.user({ tier: 'pro' });
    const { body } = await scheduling.save(user, days(1, 22));
    await dispatch();
    const [entry] = body.scheduledDates;
    const restyled = (count: number) =>
      scheduling.save(user, [
        { id: entry.id, date: entry.date, time: entry.time, videoType: count % 2 === 0 ? 'v2' : 'v3' },
      ]);
    for (let count = 0; count < 5; count++) expect((await restyled(count)).status).toBe(200);
    const refused = await restyled(5);
    expect([refused.status, refused.body.error]).toEqual([429, 'REMADE_TOO_OFTEN']);
    expect(await asked(user)).toBe(6);
  });

  it('of an ended plan does not use up the free video', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    await scheduling.save(user, days(1, 22));
    await dispatch();
    await scheduling.plan(user, { tier: 'free', monthAnchor: undefined, currentPeriodEnd: undefined, revision: 2 });
    expect(await scheduling.used(user)).toBe(0);
    expect((await scheduling.save(user, [])).body.videoId).toEqual(expect.any(String));
    expect((await scheduling.save(user, [])).body.error).toBe('FREE_VIDEO_USED');
  });
});

describe('a plan that is not paid', () => {
  const paidUntil = new Date('2026-12-21T09:00:00Z');
  const graceEnds = new Date('2026-12-28T09:00:00Z');
  const overdue = { status: 'past_due', currentPeriodEnd: paidUntil, entitledUntil: graceEnds };

  it('[ASVS 8.2.1] makes nothing that goes out after its grace period, until it is paid', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    await scheduling.save(user, [
      { date: '2026-12-28', time: '08:00' },
      { date: '2026-12-28', time: '10:00' },
    ]);
    scheduling.clock.moveTo(new Date('2026-12-27T20:00:00Z'));
    await scheduling.plan(user, { ...overdue, revision: 2 });
    await dispatch();
    expect(await asked(user)).toBe(1);
    expect((await statesOf(user)).at(-1)).toBe('paused');
    expect((await causesOf(user)).at(-1)).toBe('ENTRY_UNPAID');
    await scheduling.plan(user, { currentPeriodEnd: new Date('2027-01-21T09:00:00Z'), revision: 3 });
    await dispatch();
    expect(await asked(user)).toBe(2);
  });

  it('[ASVS 8.2.1] counts the videos of its grace period in the first month of the next plan', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    await scheduling.save(user, [...days(2, 25), ...after(5)]);
    scheduling.clock.moveTo(new Date('2026-11-24T10:00:00Z'));
    await dispatch();
    scheduling.clock.moveTo(new Date('2026-12-23T12:00:00Z'));
    await scheduling.plan(user, { ...overdue, revision: 2 });
    await dispatch();
    await scheduling.plan(user, { tier: 'free', monthAnchor: undefined, currentPeriodEnd: undefined, revision: 3 });
    const boughtAgain = new Date('2026-12-24T12:00:00Z');
    scheduling.clock.moveTo(boughtAgain);
    await scheduling.plan(user, {
      monthAnchor: boughtAgain,
      currentPeriodEnd: new Date('2027-01-24T12:00:00Z'),
      revision: 4,
    });
    // The entries of the 23rd and 24th were made in the unpaid days; that of the 25th was paused and is resumed.
    expect(await scheduling.used(user)).toBe(3);
    expect((await scheduling.save(user, days(7, 56))).body.error).toBe('PLAN_LIMIT_REACHED');
    expect((await scheduling.save(user, days(6, 56))).status).toBe(200);
    expect(await scheduling.used(user)).toBe(8);
  });

  it('[ASVS 8.2.1] counts the videos of its grace period also if they were removed', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    scheduling.clock.moveTo(new Date('2026-12-21T12:00:00Z'));
    await scheduling.plan(user, { ...overdue, revision: 2 });
    await scheduling.save(user, [
      { date: '2026-12-21', time: '14:00' },
      { date: '2026-12-21', time: '15:00' },
    ]);
    await dispatch();
    expect((await scheduling.save(user, [])).status).toBe(200);
    await scheduling.plan(user, { tier: 'free', monthAnchor: undefined, currentPeriodEnd: undefined, revision: 3 });
    const boughtAgain = new Date('2026-12-22T12:00:00Z');
    scheduling.clock.moveTo(boughtAgain);
    await scheduling.plan(user, {
      monthAnchor: boughtAgain,
      currentPeriodEnd: new Date('2027-01-22T12:00:00Z'),
      revision: 4,
    });
    expect(await scheduling.used(user)).toBe(2);
  });

  it('counts against the next plan for two months only', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    scheduling.clock.moveTo(new Date('2026-12-21T12:00:00Z'));
    await scheduling.plan(user, { ...overdue, revision: 2 });
    await scheduling.save(user, [{ date: '2026-12-21', time: '14:00' }]);
    await dispatch();
    await scheduling.plan(user, { tier: 'free', monthAnchor: undefined, currentPeriodEnd: undefined, revision: 3 });
    const boughtAgain = new Date('2027-02-22T12:00:00Z');
    scheduling.clock.moveTo(boughtAgain);
    await scheduling.plan(user, {
      monthAnchor: boughtAgain,
      currentPeriodEnd: new Date('2027-03-22T12:00:00Z'),
      revision: 4,
    });
    expect(await scheduling.used(user)).toBe(0);
  });

  it('counts nothing twice when it is paid late', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    await scheduling.save(user, after(2));
    scheduling.clock.moveTo(new Date('2026-12-21T12:00:00Z'));
    await scheduling.plan(user, { ...overdue, revision: 2 });
    await dispatch();
    await scheduling.plan(user, { currentPeriodEnd: new Date('2027-01-21T09:00:00Z'), revision: 3 });
    expect(await scheduling.used(user)).toBe(2);
  });
});
