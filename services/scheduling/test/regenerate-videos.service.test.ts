import { dispatchBatch } from '../src/dispatch/dispatch-batch.ts';
import { days, type Scheduling, START, startScheduling } from './harness.ts';

let scheduling: Scheduling;
beforeAll(async () => {
  scheduling = await startScheduling();
});
afterAll(() => scheduling.stop());
afterEach(() => {
  scheduling.clock.moveTo(START);
  scheduling.neighbours.entitlement = undefined;
});

const regenerate = (userId: string) => scheduling.post(userId, '/api/regenerate-videos');
const videosOf = async (userId: string) => (await scheduling.get(userId, '/api/videos')).body.videos;
const requests = async (userId: string) =>
  (await scheduling.eventsOf(userId)).filter(({ type }) => type === 'VideoRequested').map(({ payload }) => payload);

describe('POST /api/regenerate-videos', () => {
  it('gives planned entries another seed and requested ones another render, and uses no quota', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    await scheduling.save(user, [...days(1, 22), ...days(2, 28)]);
    scheduling.clock.moveTo(new Date('2026-11-21T10:00:00Z'));
    await dispatchBatch(scheduling.db, scheduling.clock.now(), 1_000);

    expect(await regenerate(user)).toEqual({ status: 200, body: { regenerated: 3, kept: [] } });

    expect((await videosOf(user)).map(({ variation }: { variation: number }) => variation)).toEqual([1, 1, 1]);
    expect(await requests(user)).toMatchObject([{ revision: 2 }, { variation: 1, revision: 3 }]);
    expect(await scheduling.used(user)).toBe(3);
    const stated = await scheduling.eventsOf(user);
    expect(stated.at(-1)).toMatchObject({ type: 'VideosRegenerated', payload: { userId: user, videoCount: 3 } });
  });

  it('is allowed once in 168 hours, and the status has the next time', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    await scheduling.save(user, days(2, 30));
    const before = (await scheduling.get(user, '/api/regeneration-status')).body;
    expect(before).toEqual({ canRegenerate: true, daysRemaining: 0, lastRegeneratedAt: null, nextAt: null });
    const answers = await Promise.all([regenerate(user), regenerate(user), regenerate(user)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    expect(answers.find(({ status }) => status === 429)?.body.error).toBe('REGENERATION_TOO_SOON');
    scheduling.clock.advance(167 * 3_600_000);
    expect((await scheduling.get(user, '/api/regeneration-status')).body).toMatchObject({
      canRegenerate: false,
      daysRemaining: 1,
    });
    expect((await regenerate(user)).status).toBe(429);
    scheduling.clock.advance(3_600_000);
    expect((await scheduling.get(user, '/api/regeneration-status')).body.canRegenerate).toBe(true);
    expect((await regenerate(user)).status).toBe(200);
  });

  it('keeps a video that is going out, and names it', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    await scheduling.save(user, days(2, 25));
    scheduling.clock.moveTo(new Date('2026-11-25T08:59:30Z'));
    await dispatchBatch(scheduling.db, scheduling.clock.now(), 1_000);
    const [later, first] = await videosOf(user);
    const { body } = await regenerate(user);
    expect(body).toEqual({ regenerated: 1, kept: [{ videoId: first.id, reason: 'It is going out now.' }] });
    const after = await videosOf(user);
    expect(after.map(({ id, variation }: { id: string; variation: number }) => [id, variation])).toEqual([
      [later.id, 1],
      [first.id, 0],
    ]);
  });

  it('makes the last video of a free user again', async () => {
    const user = await scheduling.user();
    const { videoId } = (await scheduling.save(user, [])).body;
    expect((await regenerate(user)).body).toEqual({ regenerated: 1, kept: [] });
    expect(await requests(user)).toMatchObject([{ videoId }, { videoId, variation: 1, revision: 2 }]);
    expect(await scheduling.used(user)).toBe(1);
  });

  it('makes all entries again that an upgrade resumes, before its event has arrived', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    await scheduling.save(user, days(2, 28));
    await scheduling.plan(user, { tier: 'free', status: 'ended', monthAnchor: undefined, revision: 5 });
    scheduling.neighbours.entitlement = () => ({
      tier: 'starter',
      videosPerMonth: 8,
      monthAnchor: START,
      status: 'active',
      revision: 6,
    });
    expect(await regenerate(user)).toEqual({ status: 200, body: { regenerated: 2, kept: [] } });
  });

  it("stores the user's e-mail, also if auth answers only later", async () => {
    const user = await scheduling.user({ tier: 'starter' });
    await scheduling.save(user, days(2, 30));
    const emails = async () => {
      const rows = await scheduling.db
        .selectFrom('video_regenerations')
        .select('user_email')
        .where('user_id', '=', user)
        .orderBy('regenerated_at')
        .execute();
      return rows.map(({ user_email }) => user_email);
    };
    scheduling.neighbours.email = undefined;
    expect((await regenerate(user)).status).toBe(200);
    expect(await emails()).toEqual([null]);

    scheduling.neighbours.email = 'ada@example.com';
    scheduling.clock.advance(168 * 3_600_000);
    expect((await regenerate(user)).status).toBe(200);
    expect(await emails()).toEqual(['ada@example.com', 'ada@example.com']);
  });

  it('is refused before auth is called if it comes too soon', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    await scheduling.save(user, days(2, 30));
    expect((await regenerate(user)).status).toBe(200);
    const { status, body } = await regenerate(user);
    expect([status, body.error]).toEqual([429, 'REGENERATION_TOO_SOON']);
    expect(scheduling.neighbours.usersAsked.filter((asked) => asked === user)).toHaveLength(1);
  });

  it('is refused if there is nothing to regenerate', async () => {
    const answer = await regenerate(await scheduling.user({ tier: 'starter' }));
    expect([answer.status, answer.body.error]).toEqual([400, 'NOTHING_TO_REGENERATE']);
  });
});
