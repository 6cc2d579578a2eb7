import { randomUUID } from 'node:crypto';
import { VideoRequested } from '@reelwright/contracts';
import { silentLogger } from '@reelwright/logger';
import { createMeasurements } from '@reelwright/measurements';
import { createMetrics } from '@reelwright/metrics';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import pg from 'pg';
import { AHEAD_MS, dispatchBatch } from '../src/dispatch/dispatch-batch.ts';
import { measureDueLag } from '../src/dispatch/due-lag.metrics.ts';
import { readConfiguration, writeConfiguration } from '../src/settings/configuration.repository.ts';
import { captionsFor, days, type Scheduling, START, startScheduling } from './harness.ts';

let scheduling: Scheduling;
beforeAll(async () => {
  scheduling = await startScheduling();
});
afterAll(() => scheduling.stop());
afterEach(() => scheduling.clock.moveTo(START));

const dispatch = (limit = 1_000) => dispatchBatch(scheduling.db, scheduling.clock.now(), limit);
const requests = async (userId: string) =>
  (await scheduling.eventsOf(userId)).filter(({ type }) => type === 'VideoRequested').map(({ payload }) => payload);
const stateOf = async (userId: string) =>
  (await scheduling.get(userId, '/api/video-configuration')).body.scheduledDates.map(
    ({ state }: { state: string }) => state,
  );

it('the metrics have how long the earliest due entry has waited, also while no dispatcher runs', async () => {
  const user = await scheduling.user({ tier: 'pro' });
  await scheduling.save(user, [{ date: '2026-11-25', time: '09:00', videoType: 'v4', platforms: ['youtube'] }]);
  const { clock, db } = scheduling;
  const lag = async () => {
    const metrics = createMetrics({ service: 'scheduling', processMetrics: false });
    // Without the entries of other tests.
    const trx = await db.startTransaction().execute();
    await trx.deleteFrom('due_entries').where('user_id', '!=', user).execute();
    measureDueLag(createMeasurements({ db: trx, metrics, logger: silentLogger }), trx, clock);
    const text = await metrics.registry.metrics();
    await trx.rollback().execute();
    return Number(/^scheduling_due_lag_seconds\S* (\S+)$/m.exec(text)?.[1]);
  };
  clock.moveTo(new Date('2026-11-24T08:59:00Z'));
  expect(await lag()).toBe(0);
  clock.moveTo(new Date('2026-11-24T09:10:00Z'));
  expect(Math.floor((await lag()) / 60)).toBe(10);
});

describe('the dispatcher', () => {
  it('requests a video 24 hours before it goes out, not earlier, with all that the render needs', async () => {
    const user = await scheduling.user({ tier: 'pro' });
    const brand = { name: 'Ada', occupation: '', feel: 'warm', colours: [] };
    const entry = { date: '2026-11-25', time: '09:00', videoType: 'v4', platforms: ['youtube', 'tiktok'] };
    await scheduling.save(user, [entry], { brand, notes: 'a "quoted" note', includeAudio: false });
    scheduling.clock.moveTo(new Date('2026-11-24T08:59:58Z'));
    await dispatch();
    expect(await requests(user)).toEqual([]);
    scheduling.clock.moveTo(new Date('2026-11-24T09:00:00Z'));
    await dispatch();
    const [payload, ...others] = await requests(user);
    expect(others).toEqual([]);
    const [{ id }] = (await scheduling.get(user, '/api/video-configuration')).body.scheduledDates;
    expect(VideoRequested.fromJSON(payload)).toEqual({
      videoId: id,
      userId: user,
      timeZone: 'UTC',
      variation: 0,
      videoType: 'v4',
      includeAudio: false,
      notes: 'a "quoted" note',
      brand,
      publishAt: new Date('2026-11-25T09:00:00Z'),
      title: '',
      caption: 'Room Reveal Explosion by Ada',
      captions: captionsFor('v4', brand),
      platforms: ['tiktok', 'youtube'],
      requestedAt: expect.any(Date),
      revision: 2,
      review: { skipped: false },
    });
    expect(await stateOf(user)).toEqual(['requested']);
    await dispatch();
    expect(await requests(user)).toHaveLength(1);
  });

  it('requests the earliest first', async () => {
    const user = await scheduling.user({ tier: 'elite' });
    await scheduling.save(user, [...days(2, 22, '12:00'), ...days(2, 22, '10:00')]);
    scheduling.clock.moveTo(new Date('2026-11-22T13:00:00Z'));
    await dispatch(2);
    const asked = (await requests(user)).map(({ publishAt }) => new Date(String(publishAt)).toISOString());
    expect(asked).toEqual(['2026-11-22T10:00:00.000Z', '2026-11-22T12:00:00.000Z']);
    await dispatch();
  });

  it('pauses entries that no plan covers, and releases their quota', async () => {
    const user = await scheduling.user({ tier: 'starter', entitledUntil: new Date('2026-11-28T09:00:00Z') });
    await scheduling.save(user, days(2, 28));
    scheduling.clock.moveTo(new Date('2026-11-28T09:00:00Z')); // to the second
    expect((await dispatch()).paused).toBeGreaterThanOrEqual(2);
    expect(await requests(user)).toEqual([]);
    const rows = await scheduling.db
      .selectFrom('scheduled_videos')
      .select(['state', 'quota_state'])
      .where('user_id', '=', user)
      .execute();
    expect(rows).toEqual([
      { state: 'paused', quota_state: 'released' },
      { state: 'paused', quota_state: 'released' },
    ]);
    const ledger = await scheduling.db.selectFrom('usage_ledger').select('delta').where('user_id', '=', user).execute();
    expect(ledger.reduce((sum, { delta }) => sum + delta, 0)).toBe(0);
  });

  it("makes and posts a missed entry on 'Post now', and counts it in the current month", async () => {
    const user = await scheduling.user({ tier: 'starter' });
    const other = await scheduling.user({ tier: 'starter' });
    const { body } = await scheduling.save(user, [...days(1, 22, '08:00'), ...days(1, 29, '09:00')]);
    const [missed, planned] = body.scheduledDates.map(({ id }: { id: string }) => `/api/videos/${id}/post-now`);
    scheduling.clock.moveTo(new Date('2026-11-22T15:00:00Z'));
    await dispatch();
    expect(await scheduling.used(user)).toBe(1);
    expect((await scheduling.post(other, missed)).body.error).toBe('NO_SUCH_VIDEO');
    const entries = (await scheduling.get(user, '/api/video-configuration')).body.scheduledDates;
    expect(entries).toMatchObject([{ status: { actions: ['post_now'] } }, { status: { actions: ['edit', 'skip'] } }]);
    expect((await scheduling.post(user, planned)).body.error).toBe('NOT_RETRYABLE');
    expect((await scheduling.post(user, missed)).body).toEqual({ state: 'requested' });
    expect(await requests(user)).toMatchObject([
      { publishAt: expect.stringMatching(/^2026-11-22T15:00/), revision: 3, timeZone: 'UTC' },
    ]);
    expect(await scheduling.used(user)).toBe(2);
    expect((await scheduling.post(user, missed)).status).toBe(409);
    expect(await scheduling.used(user)).toBe(2);
    await scheduling.plan(user, { tier: 'free', revision: 2 });
    expect((await scheduling.post(user, missed)).status).toBe(409);
  });

  it("asks billing before 'Post now' is refused without a plan", async () => {
    const user = await scheduling.user({ tier: 'starter' });
    const { body } = await scheduling.save(user, days(1, 22, '08:00'));
    scheduling.clock.moveTo(new Date('2026-11-22T15:00:00Z'));
    await dispatch();
    await scheduling.plan(user, { tier: 'free', monthAnchor: undefined, revision: 2 });
    const url = `/api/videos/${body.scheduledDates[0].id}/post-now`;
    scheduling.neighbours.entitlement = () => Promise.reject(new Error('billing is away'));
    expect((await scheduling.post(user, url)).body.error).toBe('PLAN_UNKNOWN');
    scheduling.neighbours.entitlement = () => ({ tier: 'pro', videosPerMonth: 12, monthAnchor: START, revision: 3 });
    expect((await scheduling.post(user, url)).body).toEqual({ state: 'requested' });
    scheduling.neighbours.entitlement = undefined;
  });

  it('requests entries up to 6 hours late; later ones are missed and their quota is released', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    await scheduling.save(user, [...days(1, 22, '08:00'), ...days(1, 22, '09:00'), ...days(1, 22, '10:00')]);
    scheduling.clock.moveTo(new Date('2026-11-22T14:59:58Z')); // the clock keeps running, so not exactly 15:00
    expect((await dispatch()).missed).toBe(1);
    expect((await requests(user)).map(({ publishAt }) => new Date(String(publishAt)).toISOString())).toEqual([
      '2026-11-22T09:00:00.000Z',
      '2026-11-22T10:00:00.000Z',
    ]);
    expect(await stateOf(user)).toEqual(['missed', 'requested', 'requested']);
    expect((await scheduling.get(user, '/api/videos')).body.videos.at(-1)).toMatchObject({
      state: 'missed',
      stages: { requested: { at: null } },
    });
    expect(await scheduling.used(user)).toBe(2);
    const rows = await scheduling.db
      .selectFrom('scheduled_videos')
      .select(['state', 'quota_state', 'revision'])
      .where('user_id', '=', user)
      .orderBy('slot_at')
      .limit(1)
      .execute();
    expect(rows).toEqual([{ state: 'missed', quota_state: 'released', revision: 2 }]);
    const { body } = await scheduling.get(user, '/api/video-configuration');
    const { id, why } = body.scheduledDates[0];
    expect(why).toMatchObject({ code: 'ENTRY_MISSED', fix: expect.stringMatching(/Post now .* new entry/) });
    expect((await scheduling.save(user, [{ id, date: '2026-11-24', time: '10:00' }])).body.error).toBe('SLOT_LOCKED');
    await dispatch();
    expect(await scheduling.used(user)).toBe(2);
    await scheduling.plan(user, { tier: 'pro', revision: 2 });
    expect((await scheduling.save(user, [])).status).toBe(200);
    expect(await stateOf(user)).toEqual(['missed', 'requested', 'requested']);
    expect(await scheduling.used(user)).toBe(2);
  });

  it('loses and repeats nothing when it dies before its statement is committed', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    await scheduling.save(user, [...days(2, 22), ...days(1, 22, '12:00')]);
    scheduling.clock.moveTo(new Date('2026-11-22T10:00:00Z'));
    const died = scheduling.db.transaction().execute(async (trx) => {
      await dispatchBatch(trx as never, scheduling.clock.now(), 1_000);
      await kill(trx as never);
    });
    await expect(died).rejects.toThrow();
    expect(await requests(user)).toEqual([]);
    await dispatch();
    expect(await requests(user)).toHaveLength(3);
  });

  it('skips a user whose calendar is being saved, and requests it later', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    await scheduling.save(user, days(1, 22));
    scheduling.clock.moveTo(new Date('2026-11-21T12:00:00Z'));
    await scheduling.db.transaction().execute(async (trx) => {
      await trx.selectFrom('usage_accounts').selectAll().where('user_id', '=', user).forUpdate().execute();
      await dispatch();
      expect(await requests(user)).toEqual([]);
    });
    await dispatch();
    expect(await requests(user)).toHaveLength(1);
  });

  it.each<[string, (user: string, entry: { id: string }) => Promise<unknown>]>([
    [
      'saved',
      async (user, { id }) => {
        const saved = await scheduling.save(user, [{ id, date: '2026-11-22', time: '10:00' }], { notes: 'new' });
        expect(saved.status).toBe(200);
      },
    ],
    [
      'written without the lock of the account',
      (user) =>
        scheduling.db.transaction().execute(async (trx) => {
          const before = await readConfiguration(trx, user);
          const configuration = { ...before, version: before.version + 1, notes: 'new' };
          await writeConfiguration(trx, user, configuration, scheduling.clock.now());
        }),
    ],
  ])('requests no video with older settings than those %s during its statement', async (_how, write) => {
    const [first, second] = [await scheduling.user({ tier: 'starter' }), await scheduling.user({ tier: 'starter' })];
    await scheduling.save(first, days(1, 22, '09:00'));
    const [entry] = (await scheduling.save(second, days(1, 22, '10:00'), { notes: 'old' })).body.scheduledDates;
    scheduling.clock.moveTo(new Date('2026-11-21T12:00:00Z'));
    const stop = await stopAtEntryOf(first);
    const looking = scheduling.db.transaction().execute(async (trx) => {
      // Rows are locked one by one, so the second one is free while the statement waits at the first.
      await sql`set local enable_hashjoin = off`.execute(trx);
      await sql`set local enable_mergejoin = off`.execute(trx);
      return dispatchBatch(trx, scheduling.clock.now(), 1_000);
    });
    await stop.reached();
    await write(second, entry);
    await stop.release();
    await looking;
    await dispatch();
    expect([await requests(first), await requests(second)]).toEqual([
      [expect.anything()],
      [expect.objectContaining({ notes: 'new' })],
    ]);
  });
});

describe('two dispatchers at once', () => {
  it('request each of 5,000 due videos exactly once', async () => {
    const due = new Date(START.getTime() + AHEAD_MS);
    await seed(5_000, due);
    const now = scheduling.clock.now();
    const work = async () => {
      let requested = 0;
      for (;;) {
        const batch = await dispatchBatch(scheduling.db, now, 500);
        requested += batch.requested;
        if (batch.requested === 0) return requested;
      }
    };
    const [one = 0, other = 0] = await Promise.all([work(), work()]);
    const rest = await work();
    expect(one + other + rest).toBe(5_000);
    expect(one).toBeGreaterThan(0);
    expect(other).toBeGreaterThan(0);
    const client = new pg.Client({ connectionString: scheduling.databaseUrl });
    await client.connect();
    const { rows } = await client.query(
      `select count(*)::int as videos, count(distinct payload ->> 'videoId')::int as distinct_videos from outbox
        where key like 'spike-%' and type like '%VideoRequested'`,
    );
    const { rows: left } = await client.query(
      `select count(*)::int as left from scheduled_videos where user_id like 'spike-%' and state <> 'requested'`,
    );
    await client.end();
    expect(rows).toEqual([{ videos: 5_000, distinct_videos: 5_000 }]);
    expect(left).toEqual([{ left: 0 }]);
  });
});

describe('the loop', () => {
  it('requests a video within a second after it falls due', async () => {
    const running = await startScheduling({ dispatcher: true });
    try {
      const user = await running.user({ tier: 'starter' });
      await running.save(user, days(1, 25));
      running.clock.moveTo(new Date('2026-11-24T08:59:59.500Z'));
      await eventually(
        async () => {
          expect((await running.eventsOf(user)).map(({ type }) => type)).toContain('VideoRequested');
        },
        { timeoutMs: 3_000 },
      );
      const { body } = await running.get(user, '/api/videos');
      const late = new Date(body.videos[0].stages.requested.at).getTime() - Date.parse('2026-11-24T09:00:00Z');
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThan(1_000);
    } finally {
      await running.stop();
    }
  });

  it('sleeps while nothing falls due, and is woken by a save and by the clock', async () => {
    // Without a wake-up it sleeps for ten seconds.
    const running = await startScheduling({ dispatcher: true });
    const asleep = () =>
      eventually(async () => {
        const { rows } = await sql`select 1 from pg_locks
           where locktype = 'advisory' and objid = hashtext('due_entries')::bigint & 4294967295`.execute(running.db);
        expect(rows).toHaveLength(1);
      });
    const asked = async (user: string) =>
      (await running.eventsOf(user)).filter(({ type }) => type === 'VideoRequested').length;
    try {
      const [early, late] = [await running.user({ tier: 'elite' }), await running.user({ tier: 'elite' })];
      await asleep();
      await running.save(early, days(1, 25));
      await asleep();
      running.clock.moveTo(new Date('2026-11-24T09:30:00Z'));
      await eventually(async () => expect(await asked(early)).toBe(1), { timeoutMs: 8_000 });
      running.clock.moveTo(new Date('2026-11-24T09:59:57Z'));
      await asleep();
      await running.save(late, days(1, 25, '10:00'));
      await eventually(async () => expect(await asked(late)).toBe(1), { timeoutMs: 8_000 });
    } finally {
      await running.stop();
    }
  });
});

/** Blocks updates of this user's entries until it is released. */
async function stopAtEntryOf(userId: string) {
  const KEY = 4711;
  await sql`create function stand_still() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(${sql.lit(KEY)}); return new; end $$`.execute(scheduling.db);
  await sql`create trigger stand_still before update on scheduled_videos for each row
    when (new.user_id = ${sql.lit(userId)}) execute function stand_still()`.execute(scheduling.db);
  const holder = new pg.Client({ connectionString: scheduling.databaseUrl });
  await holder.connect();
  await holder.query('select pg_advisory_lock($1)', [KEY]);
  return {
    reached: () =>
      eventually(async () => {
        const { rows } = await holder.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`);
        expect(rows).toHaveLength(1);
      }),
    async release() {
      await holder.query('select pg_advisory_unlock($1)', [KEY]);
      await holder.end();
      await sql`drop trigger stand_still on scheduled_videos`.execute(scheduling.db);
      await sql`drop function stand_still`.execute(scheduling.db);
    },
  };
}

/** Terminates the transaction's own connection, as a crash of its process would. */
async function kill(trx: typeof scheduling.db): Promise<void> {
  await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
}

async function seed(count: number, publishAt: Date): Promise<void> {
  const client = new pg.Client({ connectionString: scheduling.databaseUrl });
  await client.connect();
  const values = [count, publishAt, START, randomUUID().slice(0, 8)];
  await client.query(
    `with users as (select 'spike-' || $4::text || '-' || n as id from generate_series(1, $1::int) n),
          accounts as (insert into usage_accounts (user_id, tier, month_anchor, revision)
                       select id, 'starter', $3::timestamptz, 1 from users),
          configurations as (
            insert into video_configurations (user_id, version, video_type, include_audio, notes, brand,
                                              default_captions, time_zone, created_at, updated_at)
            select id, 1, 'v1', true, 'notes', '{"name":"Ada"}', '{"v1":"Glass Squish"}', 'UTC',
                   $3::timestamptz, $3::timestamptz from users),
          entries as (
            insert into scheduled_videos (id, user_id, wall_date, wall_time, time_zone, publish_at, state, quota_month,
                                          quota_state, created_at, updated_at)
            select gen_random_uuid(), id, '2026-11-22', '09:00', 'UTC', $2::timestamptz, 'planned', $3::timestamptz,
                   'reserved', $3::timestamptz, $3::timestamptz from users
            returning id, user_id, publish_at)
     insert into due_entries (video_id, user_id, publish_at) select id, user_id, publish_at from entries`,
    values,
  );
  await client.end();
}
