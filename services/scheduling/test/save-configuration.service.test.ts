import { AppError } from '@reelwright/errors';
import { sql } from 'kysely';
import { captionsFor, days, fullCalendar, type Scheduling, START, startScheduling } from './harness.ts';

let scheduling: Scheduling;
beforeAll(async () => {
  scheduling = await startScheduling();
});
afterAll(() => scheduling.stop());
afterEach(() => {
  scheduling.clock.moveTo(START);
  scheduling.neighbours.entitlement = undefined;
  scheduling.neighbours.folderUrl = 'https://drive.test/folder';
});

const UPGRADED = { tier: 'pro', videosPerMonth: 12, monthAnchor: START, status: 'active', revision: 3 };
const ROME = { timeZone: 'Europe/Rome' };
const typesOf = async (userId: string) => (await scheduling.eventsOf(userId)).map(({ type }) => type);

describe('GET /api/video-configuration', () => {
  it('answers the defaults before the first save', async () => {
    const user = await scheduling.user();
    const { status, body } = await scheduling.get(user, '/api/video-configuration');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: null,
      userId: user,
      createdAt: null,
      updatedAt: null,
      saved: false,
      version: 0,
      videoType: 'v1',
      includeAudio: true,
      notes: '',
      brand: { name: '', occupation: '', feel: '', colours: [] },
      timeZone: 'UTC',
      askBeforePosting: false,
      scheduledDates: [],
      videosPerMonth: 1,
      usedThisMonth: 0,
      folderUrl: 'https://drive.test/folder',
    });
  });

  it('gives the saved configuration an id that no save changes, and the time of the save', async () => {
    const user = await scheduling.user();
    await scheduling.save(user, []);
    const first = (await scheduling.get(user, '/api/video-configuration')).body;
    expect(first).toMatchObject({ userId: user, updatedAt: first.createdAt });
    expect(Date.parse(first.createdAt)).toBeGreaterThanOrEqual(START.getTime());
    expect(first.id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);

    await scheduling.plan(user, {});
    scheduling.clock.moveTo(new Date('2026-11-21T10:00:00Z'));
    expect((await scheduling.save(user, [], { notes: 'New' })).status).toBe(200);
    const second = (await scheduling.get(user, '/api/video-configuration')).body;
    expect(second).toMatchObject({ id: first.id, createdAt: first.createdAt, notes: 'New' });
    expect(Date.parse(second.updatedAt)).toBeGreaterThanOrEqual(Date.parse('2026-11-21T10:00:00Z'));
  });

  it('has no folder if drive has none', async () => {
    scheduling.neighbours.folderUrl = undefined;
    const { body } = await scheduling.get(await scheduling.user(), '/api/video-configuration');
    expect(body.folderUrl).toBeNull();
  });

  it('[ASVS 8.2.1] is for signed-in users only', async () => {
    const answer = await scheduling.app.http.app.inject({ url: '/api/video-configuration' });
    expect([answer.statusCode, answer.json().error]).toEqual([401, 'SIGNED_OUT']);
  });
});

it('a save is rolled back if its answer can not be read', async () => {
  const user = await scheduling.user({ tier: 'pro' });
  expect((await scheduling.save(user, days(1))).status).toBe(200);
  await sql`alter table video_posts rename to video_posts_away`.execute(scheduling.db);
  try {
    expect((await scheduling.save(user, days(2), { notes: 'New' })).status).toBe(500);
  } finally {
    await sql`alter table video_posts_away rename to video_posts`.execute(scheduling.db);
  }
  const { body } = await scheduling.get(user, '/api/video-configuration');
  expect(body).toMatchObject({ version: 1, notes: '', scheduledDates: [expect.anything()] });
});

describe('a free user', () => {
  it('gets one video, which is requested at once', async () => {
    const user = await scheduling.user();
    const brand = { name: 'Ada', occupation: 'baker', feel: 'warm', colours: ['#ff8800'] };
    const { status, body } = await scheduling.save(user, [], { notes: 'More <sugar>', brand, videoType: 'v7' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ version: 1, scheduledDates: [], folderUrl: 'https://drive.test/folder' });
    const stated = await scheduling.eventsOf(user);
    expect(stated.map(({ type }) => type).sort()).toEqual(['ConfigurationSaved', 'VideoRequested']);
    expect(stated.find(({ type }) => type === 'VideoRequested')?.payload).toEqual({
      videoId: body.videoId,
      userId: user,
      videoType: 'v7',
      includeAudio: true,
      notes: 'More <sugar>',
      brand,
      caption: 'Fantasy Food ASMR by Ada, baker',
      captions: captionsFor('v7', brand),
      requestedAt: expect.any(String),
      revision: 1,
      review: {},
    });
    expect(await scheduling.used(user)).toBe(1);
  });

  it('may have a brand of emoji, whose caption is cut between visible characters', async () => {
    const user = await scheduling.user();
    const brand = { name: `a${'🌻'.repeat(39)}`, occupation: '🧁'.repeat(60), feel: '', colours: [] };
    expect((await scheduling.save(user, [], { brand })).status).toBe(200);
    const asked = (await scheduling.eventsOf(user)).find(({ type }) => type === 'VideoRequested');
    const caption = String(asked?.payload['caption']);
    expect([caption.isWellFormed(), caption.length]).toEqual([true, 99]);
  });

  it('[ASVS 8.2.1] is refused a calendar, and nothing is written', async () => {
    const user = await scheduling.user();
    const { status, body } = await scheduling.save(user, days(3), { notes: 'More sugar' });
    expect(status).toBe(403);
    expect(body).toMatchObject({ error: 'PLAN_FEATURE', message: 'Scheduling needs a paid plan.' });
    expect(await scheduling.eventsOf(user)).toEqual([]);
    const after = (await scheduling.get(user, '/api/video-configuration')).body;
    expect(after).toMatchObject({ saved: false, notes: '', usedThisMonth: 0 });
    expect((await scheduling.save(user, [])).body.videoId).toEqual(expect.any(String));
  });

  it('[ASVS 8.2.1] whose plan has lapsed is refused a calendar too', async () => {
    const user = await scheduling.user({ tier: 'pro', entitledUntil: new Date('2026-11-22T09:00:00Z') });
    await scheduling.save(user, days(1));
    const before = await scheduling.eventsOf(user);
    scheduling.clock.moveTo(new Date('2026-11-22T09:00:00Z'));
    const { status, body } = await scheduling.save(user, days(2));
    expect([status, body.error]).toEqual([403, 'PLAN_FEATURE']);
    expect(await scheduling.eventsOf(user)).toEqual(before);
    expect((await scheduling.get(user, '/api/video-configuration')).body.version).toBe(1);
  });

  it('is refused a second video in the same month, and gets one in the next', async () => {
    const user = await scheduling.user();
    await scheduling.save(user, []);
    const refused = await scheduling.save(user, []);
    expect([refused.status, refused.body.error]).toEqual([429, 'FREE_VIDEO_USED']);
    expect(refused.body.message).toContain('December 1, 2026');
    expect(await typesOf(user)).toHaveLength(2);
    scheduling.clock.moveTo(new Date('2026-12-01T00:00:01Z'));
    expect((await scheduling.save(user, [])).status).toBe(200);
  });

  it('gets the day of its next video in the zone of its configuration', async () => {
    const user = await scheduling.user();
    await scheduling.save(user, [], { timeZone: 'America/New_York' });
    const refused = await scheduling.save(user, []);
    expect(refused.body.message).toContain('You get the next one on November 30, 2026.');
  });

  it('gets one video out of 50 requests at once', async () => {
    const user = await scheduling.user();
    const answers = await Promise.all(Array.from({ length: 50 }, () => scheduling.save(user, [])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
    expect(await scheduling.used(user)).toBe(1);
  });

  it('has a calendar if billing answers with an upgrade whose event has not arrived', async () => {
    const user = await scheduling.user();
    scheduling.neighbours.entitlement = () => ({
      tier: 'starter',
      videosPerMonth: 8,
      monthAnchor: START,
      status: 'active',
      revision: 3,
    });
    const { body } = await scheduling.save(user, days(2));
    expect(body.scheduledDates).toHaveLength(2);
    expect(body.videoId).toBeUndefined();
  });

  it('has the size of the calendar of an upgrade whose event has not arrived', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    const sizeOf = async () => (await scheduling.get(user, '/api/video-configuration')).body.videosPerMonth;
    scheduling.neighbours.entitlement = () => ({ ...UPGRADED, revision: 9 });
    expect(await sizeOf()).toBe(12);
    scheduling.neighbours.entitlement = () => Promise.reject(new AppError('UNAVAILABLE', 'DOWN', 'Not now.'));
    expect(await sizeOf()).toBe(12);
  });

  it('has no video made by emptying its calendar while the event of an upgrade has not arrived', async () => {
    const user = await scheduling.user();
    scheduling.neighbours.entitlement = () => UPGRADED;
    const { status, body } = await scheduling.save(user, []);
    expect([status, body.videoId, body.scheduledDates]).toEqual([200, undefined, []]);
    expect(await typesOf(user)).not.toContain('VideoRequested');
  });

  it('has a calendar if the event of an upgrade arrives while billing is called', async () => {
    const user = await scheduling.user();
    const upgraded = { tier: 'starter', videosPerMonth: 8, monthAnchor: START, status: 'active', revision: 3 };
    scheduling.neighbours.entitlement = async () => {
      await scheduling.plan(user, upgraded);
      return upgraded;
    };
    expect((await scheduling.save(user, days(2))).body.scheduledDates).toHaveLength(2);
  });
});

describe('a calendar', () => {
  it('is saved with ids, zone and instants, and reserves its videos', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    const { status, body } = await scheduling.save(user, days(2), ROME);
    expect(status).toBe(200);
    expect(body).toMatchObject({ version: 1, timeZone: 'Europe/Rome' });
    expect(body.scheduledDates).toMatchObject([
      {
        date: '2026-11-25',
        time: '09:00',
        index: 1,
        publishAt: '2026-11-25T08:00:00.000Z',
        state: 'planned',
        status: { actions: ['edit', 'skip'] },
      },
      { date: '2026-11-26', time: '09:00', index: 2 },
    ]);
    expect(await scheduling.used(user)).toBe(2);
    expect(await typesOf(user)).toEqual(['ConfigurationSaved']);
  });

  it('does not change when it is saved again as it was read', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    await scheduling.save(user, days(3), ROME);
    const before = (await scheduling.get(user, '/api/video-configuration')).body;
    const entries = before.scheduledDates.map(({ id, date, time, index, caption, videoType, platforms }: never) => ({
      id,
      date,
      time,
      index,
      caption,
      videoType,
      platforms,
    }));
    const { status, body } = await scheduling.save(user, entries, { version: before.version });
    expect(status).toBe(200);
    expect(body.scheduledDates).toEqual(before.scheduledDates);
    expect(body.version).toBe(2);
  });

  it('clears the notes when they are sent empty', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    const notesOf = async () => (await scheduling.get(user, '/api/video-configuration')).body.notes;
    await scheduling.save(user, days(1), { notes: 'More sugar' });
    expect(await notesOf()).toBe('More sugar');
    expect((await scheduling.save(user, days(1), { notes: '' })).status).toBe(200);
    expect(await notesOf()).toBe('');
    const row = scheduling.db.selectFrom('video_configurations').select('notes').where('user_id', '=', user);
    expect(await row.executeTakeFirst()).toEqual({ notes: '' });
  });

  it('keeps its instants when it is saved from another zone, and new entries take that zone', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    const first = (await scheduling.save(user, days(1), ROME)).body.scheduledDates[0];
    const { body } = await scheduling.save(
      user,
      [{ id: first.id, date: first.date, time: first.time }, ...days(1, 26)],
      { timeZone: 'America/New_York' },
    );
    expect(body.scheduledDates).toMatchObject([
      { id: first.id, publishAt: '2026-11-25T08:00:00.000Z', date: '2026-11-25', time: '03:00' },
      { publishAt: '2026-11-26T14:00:00.000Z', date: '2026-11-26', time: '09:00' },
    ]);
    const again = body.scheduledDates.map(({ id, date, time }: Record<string, string>) => ({ id, date, time }));
    expect((await scheduling.save(user, again)).body.scheduledDates).toEqual(body.scheduledDates);
    const plain = body.scheduledDates.map(({ date, time }: Record<string, string>) => ({ date, time }));
    expect((await scheduling.save(user, plain)).body.scheduledDates).toEqual(body.scheduledDates);
  });

  it('matches by date and time when the save has no ids', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    const [one, two] = (await scheduling.save(user, days(2), ROME)).body.scheduledDates;
    const { body } = await scheduling.save(user, days(1, 26));
    expect(body.timeZone).toBe('Europe/Rome');
    expect(body.scheduledDates.map(({ id }: { id: string }) => id)).toEqual([two.id]);
    expect(body.scheduledDates).not.toContainEqual(expect.objectContaining({ id: one.id }));
    expect(await scheduling.used(user)).toBe(1);
  });

  it('takes a full calendar of the largest plan, and takes it back with its ids and in another zone', async () => {
    const user = await scheduling.user({ tier: 'elite' });
    const asked: number[] = [];
    scheduling.neighbours.forecast = ({ posts }) => {
      asked.push(posts.length);
      return [];
    };
    const full = fullCalendar(24);
    const { status, body } = await scheduling.save(user, full, ROME);
    expect([status, body.scheduledDates.length, asked]).toEqual([200, 480, [480]]);
    const ids = body.scheduledDates.map(({ id }: { id: string }) => id);
    const later = full.map(({ date }) => ({ date, time: '10:00' }));
    const athens = await scheduling.save(user, later, { timeZone: 'Europe/Athens' });
    expect(athens.body.scheduledDates.map(({ id }: { id: string }) => id)).toEqual(ids);
    scheduling.neighbours.forecast = () => [];
  });

  it('takes no new text once the texts of all entries together are too long, and still takes other changes', async () => {
    const user = await scheduling.user({ tier: 'elite' });
    const { body } = await scheduling.save(user, fullCalendar(24));
    await sql`update scheduled_videos set caption = repeat('x', 5000) where user_id = ${user}`.execute(scheduling.db);
    const entries: { id: string; date: string; time: string }[] = body.scheduledDates;
    const same = entries.map(({ id, date, time }) => ({ id, date, time }));
    const refused = await scheduling.save(
      user,
      same.map((entry, index) => (index ? entry : { ...entry, caption: 'New' })),
    );
    expect(refused).toMatchObject({ status: 400, body: { error: 'CALENDAR_TEXTS_TOO_LONG' } });
    const moved = await scheduling.save(
      user,
      same.map((entry, index) => (index ? entry : { ...entry, time: '10:00' })),
    );
    expect(moved.status).toBe(200);
  });

  it('accepts two entries that change places', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    const [one, two] = (await scheduling.save(user, days(2))).body.scheduledDates;
    const { status, body } = await scheduling.save(user, [
      { id: one.id, date: two.date, time: two.time },
      { id: two.id, date: one.date, time: one.time },
    ]);
    expect(status).toBe(200);
    expect(body.scheduledDates.map(({ id }: { id: string }) => id)).toEqual([two.id, one.id]);
  });

  it('releases the quota of entries that are removed before their request', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    await scheduling.save(user, days(8));
    expect((await scheduling.save(user, [])).body.scheduledDates).toEqual([]);
    expect(await scheduling.used(user)).toBe(0);
    expect((await scheduling.save(user, days(8))).status).toBe(200);
  });

  it('counts each entry in the billing month of its post', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    expect((await scheduling.save(user, [...days(8), ...days(8, 55)])).status).toBe(200);
    expect(await scheduling.used(user)).toBe(8);
    const over = await scheduling.save(user, [...days(9), ...days(7, 55)]);
    expect([over.status, over.body.error]).toEqual([429, 'PLAN_LIMIT_REACHED']);
  });
});

describe('a save while billing does not answer', () => {
  beforeEach(() => {
    scheduling.neighbours.entitlement = () => {
      throw new AppError('UNAVAILABLE', 'DOWN', 'Not now.');
    };
  });

  const unknown = async (user: string, save: () => ReturnType<Scheduling['save']>) => {
    const before = await scheduling.eventsOf(user);
    const { status, body } = await save();
    expect([status, body.error]).toEqual([503, 'PLAN_UNKNOWN']);
    expect(await scheduling.eventsOf(user)).toEqual(before);
  };

  it('does not refuse a calendar as that of a free user', async () => {
    const user = await scheduling.user();
    await unknown(user, () => scheduling.save(user, days(2)));
    expect((await scheduling.get(user, '/api/video-configuration')).body).toMatchObject({
      saved: false,
      usedThisMonth: 0,
    });
  });

  it('does not refuse what an upgrade may allow', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    await unknown(user, () => scheduling.save(user, days(9)));
    await unknown(user, () => scheduling.save(user, [{ date: '2026-11-25', time: '09:00', videoType: 'v2' }]));
    const free = await scheduling.user();
    expect((await scheduling.save(free, [])).status).toBe(200);
    await unknown(free, () => scheduling.save(free, []));
  });

  it('saves what the known plan allows, and refuses what no plan allows', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    expect((await scheduling.save(user, days(8))).status).toBe(200);
    expect((await scheduling.save(user, days(1), { version: 7 })).body.error).toBe('CONFIGURATION_STALE');
  });
});

describe('a save that is refused', () => {
  const cases: [string, number, object[], object?][] = [
    ['SLOT_IN_PAST', 400, [{ date: '2026-11-21', time: '08:00' }]],
    ['SLOT_TOO_SOON', 400, [{ date: '2026-11-21', time: '10:00' }], { timeZone: 'Asia/Kathmandu' }],
    ['SLOT_TOO_FAR', 400, [{ date: '9999-12-31', time: '09:00' }]],
    ['SLOT_TOO_FAR', 400, [{ date: '2028-11-22', time: '06:00' }]],
    ['SLOT_TAKEN', 400, [...days(1), ...days(1)]],
    ['VALIDATION_FAILED', 400, [{ date: '2026-11-25', time: '09:30' }]],
    ['VALIDATION_FAILED', 400, [{ date: '2026-02-30', time: '09:00' }]],
    ['VALIDATION_FAILED', 400, [{ date: '', time: '09:00' }]],
    ['VALIDATION_FAILED', 400, [{ date: '2026-11-25', time: '09:00', extra: 1 }]],
    ['VALIDATION_FAILED', 400, [], { userId: 'me' }],
    ['VALIDATION_FAILED', 400, [], { videoType: '' }],
    ['VALIDATION_FAILED', 400, [], { brand: { name: 'Ada', secret: 'x'.repeat(100_000) } }],
    ['UNKNOWN_VIDEO_TYPE', 400, days(1), { videoType: 'v9' }],
    ['UNKNOWN_TIME_ZONE', 400, days(1), { timeZone: 'Mars/Olympus' }],
    ['PLAN_LIMIT_REACHED', 429, days(9)],
    ['PLAN_FEATURE', 403, [{ date: '2026-11-25', time: '09:00', videoType: 'v2' }]],
    ['PLAN_FEATURE', 403, [{ date: '2026-11-25', time: '09:00', platforms: ['tiktok'] }]],
    ['VALIDATION_FAILED', 400, [{ date: '2026-11-25', time: '09:00', captions: { myspace: 'Hi' } }]],
    ['VALIDATION_FAILED', 400, [{ date: '2026-11-25', time: '09:00', captions: { tiktok: 7 } }]],
    ['VALIDATION_FAILED', 400, [{ date: '2026-11-25', time: '09:00', captions: { tiktok: 'x'.repeat(5_001) } }]],
    ['VALIDATION_FAILED', 400, [{ date: '2026-11-25', time: '09:00', title: 'x'.repeat(101) }]],
    ['VALIDATION_FAILED', 400, [{ date: '2026-11-25', time: '09:00', title: 'Two\nlines' }]],
    ['CONFIGURATION_STALE', 409, days(1), { version: 7 }],
    ['CONFIGURATION_STALE', 409, [{ id: '0198f2a4-6f3c-7e1e-9d55-0d9a6f7b1c2d', date: '2026-11-25', time: '09:00' }]],
  ];

  it.each(cases)(
    '[ASVS 2.2.2] [ASVS 15.3.3] answers %s (%i) and changes nothing',
    async (code, status, dates, more = {}) => {
      const user = await scheduling.user({ tier: 'starter' });
      if (code === 'SLOT_TOO_SOON') scheduling.clock.moveTo(new Date('2026-11-21T03:50:00Z'));
      const answer = await scheduling.save(user, dates, more);
      expect([answer.status, answer.body.error]).toEqual([status, code]);
      expect(typeof answer.body.message).toBe('string');
      expect(await scheduling.eventsOf(user)).toEqual([]);
      expect((await scheduling.get(user, '/api/video-configuration')).body.saved).toBe(false);
    },
  );

  it.each<[string, unknown, object?]>([
    ['Video type is required', [], { videoType: '' }],
    ['Video type is required', [], { videoType: undefined }],
    ['Date is required', [{ date: '', time: '09:00' }]],
    ['Date is required', [{ time: '09:00' }]],
    ['Time is required', [{ date: '2026-11-25', time: '' }]],
    ['Time is required', [{ date: '2026-11-25' }]],
    ['scheduledDates must be a list.', '2026-11-25'],
    ['scheduledDates[0].date must be text.', [{ date: 7, time: '09:00' }]],
    ['Unknown field: userId.', [], { userId: 'me' }],
    ['Unknown field: createdAt.', [], { createdAt: '2026-11-21T00:00:00Z' }],
    ['Write colours like #1a2b3c.', [], { brand: { colours: ['red'] } }],
    ['November 21, 2026 at 08:00 has passed. Choose a later time.', [{ date: '2026-11-21', time: '08:00' }]],
    [
      'There is already a video on November 25, 2026 at 09:00.',
      [1, 2].map(() => ({ date: '2026-11-25', time: '09:00' })),
    ],
  ])('says: %s', async (message, dates, more = {}) => {
    const user = await scheduling.user({ tier: 'starter' });
    const answer = await scheduling.save(user, dates as object[], more);
    expect([answer.status, answer.body.message]).toEqual([400, message]);
  });

  it("[ASVS 8.2.2] can not take another user's entry", async () => {
    const victim = await scheduling.user({ tier: 'starter' });
    const [entry] = (await scheduling.save(victim, days(1))).body.scheduledDates;
    const user = await scheduling.user({ tier: 'starter' });
    const answer = await scheduling.save(user, [{ id: entry.id, date: '2026-11-27', time: '09:00' }]);
    expect([answer.status, answer.body.error]).toEqual([409, 'CONFIGURATION_STALE']);
    expect((await scheduling.get(victim, '/api/video-configuration')).body.scheduledDates).toEqual([entry]);
  });

  it('can not change, move or remove an entry from 60 seconds before its time', async () => {
    const user = await scheduling.user({ tier: 'pro' });
    const [entry] = (await scheduling.save(user, days(1))).body.scheduledDates;
    scheduling.clock.moveTo(new Date('2026-11-25T08:59:01Z'));
    const at = { id: entry.id, date: entry.date, time: entry.time };
    for (const dates of [[], [{ ...at, time: '12:00' }], [{ ...at, caption: 'late' }]]) {
      const answer = await scheduling.save(user, dates);
      expect([answer.status, answer.body.error]).toEqual([400, 'SLOT_LOCKED']);
    }
    expect((await scheduling.save(user, [at])).body.scheduledDates).toMatchObject([
      { id: entry.id, status: { actions: [] } },
    ]);
    scheduling.clock.moveTo(new Date('2026-11-25T09:30:00Z'));
    expect((await scheduling.save(user, [])).body.scheduledDates).toMatchObject([{ id: entry.id }]);
  });

  it('takes the texts of each platform on the smallest plan that posts', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    const [slot] = days(1);
    const sent = { title: 'Ours', caption: ' Mine ', captions: { youtube: ' Y ', tiktok: 'T', facebook: ' ' } };
    const { status, body } = await scheduling.save(user, [{ ...slot, ...sent }]);
    const stored = { title: 'Ours', caption: 'Mine', captions: { tiktok: 'T', youtube: 'Y' } };
    expect([status, body.scheduledDates]).toMatchObject([200, [{ ...stored, requested: null }]]);
    const [{ id, date, time, captions }] = body.scheduledDates;
    const again = await scheduling.save(user, [{ id, date, time, captions }]);
    expect(again.body.scheduledDates).toEqual(body.scheduledDates);
    expect((await scheduling.get(user, '/api/videos')).body.videos).toMatchObject([stored]);
    const cleared = await scheduling.save(user, [{ id, date, time, caption: '', captions: {} }]);
    expect(cleared.body.scheduledDates).toMatchObject([{ title: 'Ours', caption: null, captions: null }]);
  });

  it('refuses texts of its own on the free plan, which posts nothing', async () => {
    const user = await scheduling.user();
    const answer = await scheduling.save(user, [{ date: '2026-11-25', time: '09:00', captions: { tiktok: 'T' } }]);
    expect([answer.status, answer.body.error]).toEqual([403, 'PLAN_FEATURE']);
  });

  it.each<[string, object]>([
    ['TikTok takes 2,200 characters at most; these are 2,201.', { captions: { tiktok: 'x'.repeat(2_201) } }],
    ['TikTok takes 2,200 characters at most; these are 2,201.', { title: 'Ours', caption: 'x'.repeat(2_201) }],
    ['YouTube takes 5,000 bytes at most; these are 5,002.', { captions: { youtube: `t\n${'è'.repeat(2_500)}` } }],
    ["YouTube doesn't take < and > in a caption.", { caption: 'fine', captions: { youtube: '<b>' } }],
    ["The first line is YouTube's title: 100 characters at most.", { captions: { youtube: 'x'.repeat(101) } }],
    ['Instagram takes 5 hashtags at most; these are 6.', { captions: { instagram: '#a #b #c #d #e #f' } }],
  ])('says: %s', async (problem, texts) => {
    const user = await scheduling.user({ tier: 'starter' });
    const { status, body } = await scheduling.save(user, [{ ...days(1)[0], ...texts }]);
    const message = `The video of November 25, 2026 at 09:00: ${problem}`;
    expect([status, body]).toMatchObject([400, { error: 'CAPTION_NOT_ALLOWED', message }]);
  });

  it('takes a text for all that one platform would refuse, if that platform has a text of its own', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    const texts = { caption: 'I <3 dogs', captions: { youtube: 'Dogs' } };
    expect((await scheduling.save(user, [{ ...days(1)[0], ...texts }])).status).toBe(200);
  });

  it('names the limits of a caption', async () => {
    const user = await scheduling.user({ tier: 'pro' });
    const [slot] = days(1);
    const withCaption = (caption: string, platforms: string[] | null = null) =>
      scheduling.save(user, [{ ...slot, caption, platforms }]);
    expect((await withCaption('x'.repeat(101))).body.error).toBe('CAPTION_NOT_ALLOWED');
    expect((await withCaption('a <b>')).body).toMatchObject({
      error: 'CAPTION_NOT_ALLOWED',
      message: "The video of November 25, 2026 at 09:00: YouTube doesn't take < and > in a caption.",
    });
    expect((await withCaption('x'.repeat(101), ['tiktok'])).status).toBe(200);
  });

  it('takes a title of 100 characters, and then a first line of any length', async () => {
    const user = await scheduling.user({ tier: 'pro' });
    const [slot] = days(1);
    const texts = { title: 'x'.repeat(100), caption: 'x'.repeat(101) };
    const { status, body } = await scheduling.save(user, [{ ...slot, ...texts }]);
    expect([status, body.scheduledDates]).toMatchObject([200, [texts]]);
  });

  it('takes a title that cannot be seen as none', async () => {
    const user = await scheduling.user({ tier: 'pro' });
    const [slot] = days(1);
    const unseen = ' \u200b\u200e\u00ad\u3164\u2800\u{e0041}\uffff';
    const { status, body } = await scheduling.save(user, [{ ...slot, title: unseen }]);
    expect([status, body.scheduledDates]).toMatchObject([200, [{ title: null }]]);
  });

  it('rejects a title that YouTube would cut or change, and takes it for other platforms', async () => {
    const user = await scheduling.user({ tier: 'pro' });
    const [slot] = days(1);
    const withTitle = (title: string, platforms: string[] | null = null) =>
      scheduling.save(user, [{ ...slot, title, platforms }]);
    const emojis = '🎬'.repeat(100);
    expect((await withTitle(emojis)).body.error).toBe('TITLE_NOT_ALLOWED');
    expect((await withTitle('1 < 2')).body).toMatchObject({
      error: 'TITLE_NOT_ALLOWED',
      message: "The video of November 25, 2026 at 09:00: YouTube doesn't take < and > in a title.",
    });
    expect((await withTitle('1 < 2', ['facebook'])).status).toBe(200);
    const { status, body } = await withTitle(emojis, ['facebook', 'tiktok']);
    expect([status, body.scheduledDates]).toMatchObject([200, [{ title: emojis }]]);
  });
});

describe('saves at the same time', () => {
  it('[ASVS 2.3.4] at one below the limit: exactly one of 50 succeeds', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    const entries = (await scheduling.save(user, days(7))).body.scheduledDates;
    const kept = entries.map(({ id, date, time }: { id: string; date: string; time: string }) => ({ id, date, time }));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        scheduling.save(
          user,
          [...kept, { date: '2026-12-10', time: `${String(6 + (index % 18)).padStart(2, '0')}:00` }],
          {
            version: 1,
          },
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === 'CONFIGURATION_STALE')).toHaveLength(49);
    expect(await scheduling.used(user)).toBe(8);
  });

  it('without a version: the ledger never exceeds the plan and agrees with the calendar', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => scheduling.save(user, days((index % 8) + 1, 25 + index))),
    );
    const { body } = await scheduling.get(user, '/api/video-configuration');
    const here = body.scheduledDates.filter(({ date }: { date: string }) => date < '2026-12-21');
    expect(body.usedThisMonth).toBe(here.length);
    expect(body.usedThisMonth).toBeLessThanOrEqual(8);
  });
});
