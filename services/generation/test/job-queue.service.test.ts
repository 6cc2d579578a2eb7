import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createManualClock } from '@reelwright/clock';
import { silentLogger as logger } from '@reelwright/logger';
import { createMeasurements } from '@reelwright/measurements';
import { createMetrics } from '@reelwright/metrics';
import type { ObjectStore } from '@reelwright/object-store';
import { createDatabase, loadMigrations, runMigrations } from '@reelwright/postgres';
import { createTestDatabase } from '@reelwright/testing';
import { sql, type Transaction } from 'kysely';
import type { GenerationDatabase, GenerationJob } from '../src/database.ts';
import { changeLeasedJob } from '../src/jobs/change-job.ts';
import { eraseJob } from '../src/jobs/erase-job.ts';
import { measureQueue } from '../src/jobs/job.metrics.ts';
import { requestErasureOfExpired, requestErasureOfUser } from '../src/jobs/job.repository.ts';
import { type AttemptFailure, type JobEvent, type Progress, transition } from '../src/jobs/job.ts';
import { erasureQueue, jobQueue } from '../src/jobs/job-queue.ts';
import { priorityAt } from '../src/jobs/priority.ts';
import { estimateNewJob, findPendingVideos, typicalDurationMs } from '../src/jobs/queue-estimate.repository.ts';

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let database: ReturnType<typeof createDatabase<GenerationDatabase>>;
beforeAll(async () => {
  const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
  test = await createTestDatabase({ name: 'job-queue', migrate: (url) => runMigrations({ url, migrations, logger }) });
  database = createDatabase<GenerationDatabase>({ url: test.url, logger, applicationName: 'job-queue' });
});
afterAll(async () => {
  await database.stop();
  await test.drop();
});
beforeEach(() => sql`truncate generation_jobs`.execute(database.db));

const MINUTE = 60_000;
const NOON = Date.parse('2026-11-22T12:00:00Z');
const at = (minutes: number) => new Date(NOON + minutes * MINUTE);
const LOCAL = { name: 'local', isFree: true, concurrency: 1 } as const;
const REMOTE = { name: 'veo', isFree: false, concurrency: 8 } as const;

/** A video of a user, requested at a minute after noon. */
async function requested(name: string, minute: number, publishAt: Date | null = null): Promise<string> {
  const videoId = randomUUID();
  await sql`insert into generation_jobs
    (video_id, variation, user_id, request, requested_at, publish_at, next_attempt_at, priority_at)
    values (${videoId}, 0, ${name}, '{"videoType":"v1","includeAudio":true,"notes":"","brand":null}', ${at(minute)},
      ${publishAt}, ${at(minute)}, ${priorityAt(publishAt, at(minute))})`.execute(database.db);
  return videoId;
}

const change = (job: GenerationJob, event: JobEvent, minute: number) =>
  changeLeasedJob(database.db, job, event, at(minute));

async function started(minute: number, model: typeof LOCAL | typeof REMOTE = LOCAL): Promise<GenerationJob> {
  const [job] = await jobQueue(database.db, () => at(minute)).claim(1);
  if (!job) throw new Error('there is no job to claim');
  await change(job, { type: 'attempt_started', model, isBranded: null, real: new Date() }, minute);
  return job;
}
const finish = (job: GenerationJob) =>
  sql`update generation_jobs set state = 'done', leased_until = null where id = ${job.id}`.execute(database.db);
const crash = (job: GenerationJob, minute: number) =>
  change(job, failed({ kind: 'transient', code: 'INTERRUPTED', crashed: true }), minute);
const progressed = (progress: Progress): JobEvent => ({ type: 'progressed', progress, real: new Date() });
const failed = (failure: AttemptFailure): JobEvent => ({
  type: 'attempt_failed',
  failure,
  durationMs: undefined,
  real: new Date(),
});

describe('queued jobs', () => {
  it('of three users are claimed one user after the other, before a second job of any of them', async () => {
    for (let times = 0; times < 4; times++) await requested('ada', 0);
    await requested('ben', 1);
    await requested('cleo', 2);
    const order: string[] = [];
    for (let minute = 3; order.length < 6; minute += 3) {
      const job = await started(minute);
      order.push(job.user_id);
      await finish(job);
    }
    expect(order).toEqual(['ada', 'ben', 'cleo', 'ada', 'ada', 'ada']);
  });

  it('that crashed come after jobs that wait for their first attempt, and before later ones', async () => {
    await requested('crashing', 0);
    await requested('waiting', 1);
    await crash(await started(2), 3);
    await requested('later', 4);
    const order: string[] = [];
    for (let minute = 5; order.length < 3; minute++) {
      const job = await started(minute);
      order.push(job.user_id);
      await finish(job);
    }
    expect(order).toEqual(['waiting', 'crashing', 'later']);
  });

  it('that post sooner come first and are not delayed by new jobs without a time', async () => {
    await requested('tomorrow', 0, at(20 * 60));
    await requested('in two hours', 0, at(120));
    await requested('in an hour', 0, at(61));
    await requested('now', 5);
    expect((await jobQueue(database.db, () => at(10)).claim(9)).map(({ user_id }) => user_id)).toEqual([
      'in an hour',
      'now',
      'in two hours',
      'tomorrow',
    ]);
  });

  it('whose process ended are claimed first', async () => {
    await requested('first', 0);
    await requested('second', 1);
    const job = await started(2);
    await sql`update generation_jobs set leased_until = now() - interval '1 second' where id = ${job.id}`.execute(
      database.db,
    );
    expect(await started(3)).toMatchObject({ user_id: 'first', attempts: 0, crashes: 0 });
  });

  it('are found by an index', async () => {
    await sql`insert into generation_jobs (video_id, variation, user_id, request, requested_at, next_attempt_at, priority_at)
      select gen_random_uuid(), 0, n::text, '{}', now(), now(), now() + n * interval '1 second'
        from generate_series(1, 20000) as n`.execute(database.db);
    await sql`analyze generation_jobs`.execute(database.db);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from generation_jobs
      where next_attempt_at <= now() and (leased_until is null or leased_until < clock_timestamp())
        and (state in ('queued', 'running'))
      order by priority_at, requested_at limit 1 for update skip locked`.execute(database.db);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('generation_jobs_priority_idx');
    expect(plan).not.toContain('Sort');
  });
});

describe('the estimate of the queue', () => {
  const secondsOf = async (videoId: string, minute = 10) =>
    (await findPendingVideos(database.db, LOCAL, [videoId], at(minute)))[0];
  const measured = async (seconds: readonly number[]) => {
    for (const each of seconds) {
      await sql`update generation_jobs set state = 'done', model = 'local', finished_at = now(),
        made_in_ms = ${each * 1_000} where video_id = ${await requested('earlier', 0)}`.execute(database.db);
    }
  };

  it('has a place and a time for each video, from the durations of the last twenty', async () => {
    await measured([...Array(20).fill(500), ...Array(11).fill(120), ...Array(9).fill(90)]);
    expect(await typicalDurationMs(database.db, 'local')).toBe(120_000);
    const first = await requested('first', 1);
    await requested('second', 2);
    const third = await requested('third', 3);
    expect(await secondsOf(first)).toMatchObject({ videoId: first, place: 1, readyInSeconds: 120 });
    expect(await secondsOf(third)).toMatchObject({ place: 3, readyInSeconds: 360 });
  });

  it('is the same for a job that is about to be queued', async () => {
    await measured(Array(20).fill(120));
    await requested('first', 1);
    await requested('second', 2);
    const times = { requested_at: at(3), priority_at: at(3) };
    expect(await estimateNewJob(database.db, LOCAL, times, at(10))).toEqual(at(16));
    expect(await estimateNewJob(database.db, LOCAL, { ...times, priority_at: at(0) }, at(10))).toEqual(at(12));
    expect(await secondsOf(await requested('third', 3))).toMatchObject({ place: 3, readyInSeconds: 360 });
  });

  it('uses the current pace while the machine is slower than before', async () => {
    await measured(Array(20).fill(60));
    const running = await requested('running', 1);
    const next = await requested('next', 2);
    const job = await started(3);
    await change(job, progressed({ percent: 50, remainingMs: 400_000, paceMs: 800_000 }), 3);
    expect(await secondsOf(running)).toMatchObject({ place: 0, readyInSeconds: 400 });
    expect(await secondsOf(next)).toMatchObject({ place: 1, readyInSeconds: 1_200 });
  });

  it('is there beside a job that was begun a month ago', async () => {
    await measured(Array(20).fill(60));
    await requested('old', 1);
    const job = await started(2);
    await sql`update generation_jobs set work_started_at = now() - interval '30 days' where id = ${job.id}`.execute(
      database.db,
    );
    expect(await secondsOf(await requested('next', 3))).toMatchObject({ place: 1 });
  });

  it('has no time before a video was measured', async () => {
    const first = await requested('first', 1);
    expect(await secondsOf(first)).toMatchObject({ place: 1, readyInSeconds: 0 });
    const times = { requested_at: at(2), priority_at: at(2) };
    expect(await estimateNewJob(database.db, LOCAL, times, at(2))).toBeNull();
    await started(2);
    expect(await secondsOf(first)).toMatchObject({ place: 0, readyInSeconds: 0 });
  });

  it('has no place for a video that waits for its next attempt', async () => {
    await measured([60]);
    const videoId = await requested('away', 1);
    await crash(await started(2), 10);
    expect(await secondsOf(videoId, 10)).toMatchObject({ place: 0, readyInSeconds: 0 });
    expect(await secondsOf(videoId, 11)).toMatchObject({ place: 1 });
  });

  it('is not changed by a late report of an attempt that has ended', async () => {
    await measured([60]);
    const videoId = await requested('away', 1);
    const job = await started(2);
    await crash(job, 10);
    // The heartbeat's last report, sent while the attempt ended.
    await change(job, progressed({ percent: 50, remainingMs: null, paceMs: null }), 10).catch(() => undefined);
    const row = await database.db.selectFrom('generation_jobs').selectAll().where('id', '=', job.id).executeTakeFirst();
    const { rows } = await sql<{ stage: string }>`select payload->>'stage' as stage from outbox
      where payload->>'videoId' = ${videoId} order by id`.execute(database.db);
    expect([row?.leased_until, rows.at(-1)?.stage]).toEqual([null, 'waiting']);
  });

  it('omits finished and unknown videos', async () => {
    await measured([60]);
    const { rows } = await sql<{ id: string }>`select video_id as id from generation_jobs`.execute(database.db);
    expect(await findPendingVideos(database.db, LOCAL, [rows[0]?.id ?? '', randomUUID()], at(1))).toEqual([]);
  });
});

it('the metrics of the queue have the jobs that wait for a worker, and all that are due', async () => {
  for (const minute of [1, 2, 3]) await requested('ada', minute);
  const metrics = createMetrics({ service: 'generation', processMetrics: false });
  const measurements = createMeasurements({ db: database.db, metrics, logger });
  measureQueue(
    measurements,
    jobQueue(database.db, () => at(7)),
  );
  await started(5);
  const text = await metrics.registry.metrics();
  expect(text).toContain('generation_waiting_jobs{service="generation"} 2\n');
  expect(text).toContain('generation_due_lag_seconds{service="generation"} 300\n');
  expect(text).toContain('generation_due_jobs{service="generation"} 3\n');
});

describe('jobs to erase', () => {
  const states = ['queued', 'running', 'done', 'failed', 'cancelled', 'erasing'] as const;
  const jobs = () => database.db.selectFrom('generation_jobs').selectAll().execute();

  it('are marked in one statement like one by one', async () => {
    for (const state of states) {
      const videoId = await requested('ada', 0);
      await sql`update generation_jobs set state = ${state}, leased_until = now() where video_id = ${videoId}`.execute(
        database.db,
      );
    }
    await sql`update generation_jobs set finished_at = ${at(-200 * 24 * 60)}, requested_at = ${at(-200 * 24 * 60)}`.execute(
      database.db,
    );
    const before = await jobs();
    const ofUser = (trx: Transaction<GenerationDatabase>) => requestErasureOfUser(trx, 'ada');
    const ofOld = (trx: Transaction<GenerationDatabase>) => requestErasureOfExpired(trx, { now: at(0), limit: 9 });
    for (const [mark, marks] of [
      [ofOld, ['done', 'failed', 'cancelled']],
      [ofUser, ['queued', 'running']],
    ] as const) {
      const marked = before.filter(({ state }) => (marks as readonly string[]).includes(state));
      await database.db.transaction().execute(async (trx) => void (await mark(trx)));
      const rows = new Map((await jobs()).map((row) => [row.id, row]));
      for (const job of marked) {
        const row = rows.get(job.id);
        const real = row?.next_attempt_at ?? at(0);
        expect(row).toEqual(transition(job, { type: 'erasure_requested', real }, at(0)).job);
        expect(Math.abs(real.getTime() - Date.now())).toBeLessThan(MINUTE);
      }
    }
    expect((await jobs()).every(({ state }) => state === 'erasing')).toBe(true);
  });
});

describe('the stored parts of an unfinished video', () => {
  const removed = new Set<string>();
  const store = {
    size: async () => 1,
    async delete(key: string) {
      removed.add(key.split('/').slice(0, 2).join('/'));
    },
  } as Partial<ObjectStore> as ObjectStore;
  const deps = () => ({ db: database.db, clock: createManualClock(), store });
  beforeEach(() => removed.clear());

  it('are removed once the job has ended', async () => {
    const ids = [await requested('ada', 0), await requested('ben', 0)];
    const first = await started(1);
    await change(first, failed({ kind: 'permanent', code: 'RENDER_FAILED' }), 2);
    const files = { mediaKey: 'm', posterKey: 'p', bytes: 1, sha256: '' };
    const facts = { durationMs: 8_000, width: 1_080, height: 1_920, hasAudio: false };
    const finished: JobEvent = { type: 'finished', video: { ...files, ...facts }, madeInMs: 1_000, real: new Date() };
    await change(await started(2), finished, 3);
    const jobs = await erasureQueue(database.db).claim(9);
    for (const job of jobs) await eraseJob(deps(), job);
    expect([...removed].sort()).toEqual(ids.map((id) => `renders/${id}`).sort());
    expect(await erasureQueue(database.db).claim(9)).toEqual([]);
    const rows = await database.db.selectFrom('generation_jobs').select('state').execute();
    expect(rows.map(({ state }) => state).sort()).toEqual(['done', 'failed']);
  });

  it('are also removed when a remote model made the video', async () => {
    const id = await requested('ada', 0);
    await crash(await started(1), 2);
    await change(await started(10, REMOTE), failed({ kind: 'permanent', code: 'MODEL_UNAVAILABLE' }), 11);
    for (const job of await erasureQueue(database.db).claim(9)) await eraseJob(deps(), job);
    expect([...removed]).toEqual([`renders/${id}`]);
  });

  it('are not removed while the renderer of a cancelled job still runs', async () => {
    await requested('ada', 0);
    const job = await started(1);
    await sql`update generation_jobs set state = 'cancelled'`.execute(database.db);
    expect(await erasureQueue(database.db).claim(9)).toEqual([]);
    await sql`update generation_jobs set leased_until = now() - interval '1 second', next_attempt_at = now() - interval '1 second'
      where id = ${job.id}`.execute(database.db);
    expect(await erasureQueue(database.db).claim(9)).toHaveLength(1);
  });
});
