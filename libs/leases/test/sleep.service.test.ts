import { join } from 'node:path';
import { createManualClock } from '@reelwright/clock';
import { silentLogger } from '@reelwright/logger';
import {
  createDatabase,
  createTableWatch,
  type Database,
  loadMigrations,
  runMigrations,
  type TableWatch,
} from '@reelwright/postgres';
import { createTestDatabase, eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { createQueue, createWorker, type LeaseColumns, type Worker } from '../src/index.ts';

interface Jobs {
  jobs: LeaseColumns & { id: string; due_at: Date };
}

const HOUR = 3_600_000;
/** A worker that is not woken sleeps for ten seconds. */
const WOKEN = { timeoutMs: 8_000 };
const clock = createManualClock();
let database: Database<Jobs>;
let watch: TableWatch;
let worker: Worker;
let claims: number;
let dueQueries: number;
let finishedJobs: string[];
let doneAt: number;
let dropDatabase: () => Promise<void>;

beforeEach(async () => {
  const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
  const migrate = (url: string) => runMigrations({ url, migrations, logger: silentLogger });
  const { url, drop } = await createTestDatabase({ name: 'sleep', migrate });
  dropDatabase = drop;
  database = createDatabase<Jobs>({ url, logger: silentLogger, applicationName: 'sleep test' });
  await sql`create table jobs (id text primary key, due_at timestamptz not null,
    lease_token bigint not null default 0, leased_until timestamptz)`.execute(database.db);
  await sql`create trigger notify_change after insert or update on jobs
    for each row execute function notify_change()`.execute(database.db);
  watch = createTableWatch({ url, logger: silentLogger, clock });
  await watch.start();
  claims = 0;
  dueQueries = 0;
  finishedJobs = [];
  const queue = createQueue<{ id: string; lease_token: number }>({
    db: database.db,
    table: 'jobs',
    due: 'due_at',
    where: sql`true`,
    now: clock.now,
    leaseMs: 60_000,
  });
  worker = createWorker({
    name: 'sleeper',
    logger: silentLogger,
    concurrency: 2,
    pollMs: 50,
    watch,
    queue: {
      ...queue,
      dueIn: () => {
        dueQueries += 1;
        return queue.dueIn();
      },
      claim: (limit) => {
        claims += 1;
        return queue.claim(limit);
      },
    },
    async run({ id }) {
      await database.db.deleteFrom('jobs').where('id', '=', id).execute();
      finishedJobs.push(id);
      doneAt = clock.now().getTime();
    },
  });
});
afterEach(async () => {
  await worker.stop();
  await watch.stop();
  await database.stop();
  await dropDatabase();
});

const add = (id: string, inMs = 0, leasedForMs = 0) =>
  database.db
    .insertInto('jobs')
    .values({
      id,
      due_at: new Date(clock.now().getTime() + inMs),
      leased_until: leasedForMs ? sql<Date>`clock_timestamp() + ${leasedForMs} * interval '1 millisecond'` : null,
    })
    .execute();

/** Waits until the worker sleeps: no claim within ten poll intervals. */
const asleep = () =>
  eventually(async () => {
    const before = claims;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(claims).toBe(before);
  });

describe('a worker that sleeps', () => {
  it('polls no more while nothing is due', async () => {
    await add('tomorrow', 24 * HOUR);
    worker.start();
    await asleep();
    expect(claims).toBeLessThan(6);
  });

  it('is woken by a row that another process adds, again and again', async () => {
    worker.start();
    for (const id of ['a', 'b']) {
      await asleep();
      await add(id);
      await eventually(() => expect(finishedJobs).toContain(id), WOKEN);
    }
  });

  it('wakes when the next row is due', async () => {
    const due = clock.now().getTime() + 3_000;
    await add('soon', 3_000);
    worker.start();
    await asleep();
    await eventually(() => expect(finishedJobs).toEqual(['soon']), WOKEN);
    expect(doneAt).toBeGreaterThanOrEqual(due);
  });

  it('wakes when the lease of a dead worker ends', async () => {
    await add('left', 0, 3_000);
    worker.start();
    await asleep();
    await eventually(() => expect(finishedJobs).toEqual(['left']), WOKEN);
  });

  it('wakes when the clock moves', async () => {
    await add('tomorrow', 24 * HOUR);
    worker.start();
    await asleep();
    clock.advance(25 * HOUR);
    await eventually(() => expect(finishedJobs).toEqual(['tomorrow']), WOKEN);
  });

  it('checks for due rows after its longest sleep, and claims only if there are some', async () => {
    worker.start();
    await asleep();
    const [claimsBefore, queriesBefore] = [claims, dueQueries];
    await eventually(() => expect(dueQueries).toBeGreaterThan(queriesBefore), { timeoutMs: 12_000 });
    expect(claims).toBe(claimsBefore);
    await sql`alter table jobs disable trigger notify_change`.execute(database.db);
    await add('unnotified');
    await eventually(() => expect(finishedJobs).toEqual(['unnotified']), { timeoutMs: 12_000 });
  }, 30_000);

  it('keeps polling while another holds a due row', async () => {
    await add('held');
    const holder = await database.db.startTransaction().execute();
    await sql`select 1 from jobs for update`.execute(holder);
    worker.start();
    await eventually(() => expect(claims).toBeGreaterThan(8));
    await holder.rollback().execute();
    await eventually(() => expect(finishedJobs).toEqual(['held']), WOKEN);
  });
});
