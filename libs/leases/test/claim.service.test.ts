import { join } from 'node:path';
import { silentLogger } from '@reelwright/logger';
import { createDatabase, type Database, loadMigrations, runMigrations } from '@reelwright/postgres';
import { createTestDatabase } from '@reelwright/testing';
import { type Generated, type RawBuilder, sql } from 'kysely';
import { claimDue, createQueue, extendLease, type LeaseColumns, LeaseLost, requireLease } from '../src/index.ts';

interface Jobs {
  jobs: LeaseColumns & { id: string; lane: string; due_at: Date; state: Generated<string>; result: string | null };
}
type Job = { id: string; lease_token: number; due_at: Date };

const NOON = new Date('2031-05-04T12:00:00Z');
const at = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);
let database: Database<Jobs>;
let dropDatabase: () => Promise<void>;
let lanes = 0;

beforeAll(async () => {
  const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
  const migrate = (url: string) => runMigrations({ url, migrations, logger: silentLogger });
  const { url, drop } = await createTestDatabase({ name: 'leases', migrate });
  dropDatabase = drop;
  database = createDatabase<Jobs>({ url, logger: silentLogger, applicationName: 'leases test', poolSize: 12 });
  await sql`create table jobs (
    id text primary key, lane text not null, due_at timestamptz not null, state text not null default 'waiting',
    result text, lease_token bigint not null default 0, leased_until timestamptz
  )`.execute(database.db);
});
afterAll(async () => {
  await database.stop();
  await dropDatabase();
});

/** Rows of a lane of their own, so that no test sees another's. */
async function lane(...minutes: number[]) {
  const name = `lane${++lanes}`;
  const rows = minutes.map((minute, index) => ({
    id: `${name}-${index}`,
    lane: name,
    due_at: at(minute),
    leased_until: null,
    result: null,
  }));
  if (rows.length > 0) await database.db.insertInto('jobs').values(rows).execute();
  const claim = (options: { limit?: number; leaseMs?: number; now?: Date; order?: RawBuilder<unknown> } = {}) =>
    claimDue<Job>(database.db, {
      table: 'jobs',
      due: 'due_at',
      now: options.now ?? NOON,
      where: sql`state = 'waiting' and lane = ${name}`,
      limit: options.limit ?? 100,
      leaseMs: options.leaseMs ?? 60_000,
      order: options.order,
    });
  const id = (index: number) => `${name}-${index}`;
  const row = (index: number) =>
    database.db.selectFrom('jobs').selectAll().where('id', '=', id(index)).executeTakeFirstOrThrow();
  const endLease = (index: number) =>
    database.db.updateTable('jobs').set({ leased_until: sql`clock_timestamp()` }).where('id', '=', id(index)).execute();
  return { claim, row, id, endLease };
}

const leaseOf = (job: Job | undefined) => {
  if (!job) throw new Error('nothing was claimed');
  return { id: job.id, token: job.lease_token };
};

describe('claiming', () => {
  it('claims the rows that are due at the given time, and no others', async () => {
    const { claim, id } = await lane(-5, 0, 1);
    expect((await claim()).map((job) => job.id)).toEqual([id(0), id(1)]);
  });

  it('claims the earliest first and returns them in that order', async () => {
    const { claim, id } = await lane(-1, -9, -3, -7, -5, -2, -8, -4, -6, 0);
    const order = [1, 6, 3, 8, 4].map(id);
    expect((await claim({ limit: 5 })).map((job) => job.id)).toEqual(order);
  });

  it('claims and returns due rows in the order of the caller', async () => {
    const { claim, id } = await lane(-1, -4, -2, -3, 1);
    for (const [index, result] of ['b', 'd', null, 'c', '0'].entries()) {
      await database.db.updateTable('jobs').set({ result }).where('id', '=', id(index)).execute();
    }
    const order = sql`coalesce(result, 'a')`;
    expect((await claim({ order, limit: 3 })).map((job) => job.id)).toEqual([2, 0, 3].map(id));
    expect((await claim({ order })).map((job) => job.id)).toEqual([id(1)]);
  });

  it('skips rows that the caller excludes', async () => {
    const { claim, id } = await lane(-1, -2);
    await database.db.updateTable('jobs').set({ state: 'done' }).where('id', '=', id(1)).execute();
    expect((await claim()).map((job) => job.id)).toEqual([id(0)]);
  });

  it('does not claim a leased row before its lease has ended in real time', async () => {
    const { claim, row, endLease } = await lane(-1);
    expect(await claim({ leaseMs: 90_000 })).toHaveLength(1);
    const leftMs = Number((await row(0)).leased_until) - Date.now();
    expect(leftMs).toBeGreaterThan(60_000);
    expect(leftMs).toBeLessThan(91_000);
    expect(await claim({ now: at(60 * 24) })).toHaveLength(0);
    await endLease(0);
    const [reclaimed] = await claim();
    expect(reclaimed?.lease_token).toBe(2);
  });

  it('gives each row to one of many simultaneous claimants', async () => {
    const { claim } = await lane(...Array.from({ length: 100 }, () => -1));
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim({ limit: 20 })));
    const ids = claims.flat().map((job) => job.id);
    expect(new Set(ids).size).toBe(ids.length);
    const remaining = await claim();
    expect(ids.length + remaining.length).toBe(100);
  });

  it('does not wait for rows that another transaction has locked', async () => {
    const { claim, id } = await lane(-2, -1);
    await database.db.transaction().execute(async (trx) => {
      await trx.selectFrom('jobs').select('id').where('id', '=', id(0)).forUpdate().execute();
      expect((await claim()).map((job) => job.id)).toEqual([id(1)]);
    });
  });
});

describe('the fence', () => {
  const write = (lease: { id: string; token: number }, result: string) =>
    database.db.transaction().execute(async (trx) => {
      await requireLease(trx, 'jobs', lease);
      await trx.updateTable('jobs').set({ result, state: 'done' }).where('id', '=', lease.id).execute();
    });

  it('lets the holder write', async () => {
    const { claim, row } = await lane(-1);
    const [job] = await claim();
    await write(leaseOf(job), 'mine');
    expect(await row(0)).toMatchObject({ result: 'mine' });
  });

  it('stops a worker whose lease has ended once another has claimed the row', async () => {
    const { claim, row, endLease } = await lane(-1);
    const [slow] = await claim();
    await endLease(0);
    const [quick] = await claim();
    await expect(write(leaseOf(slow), 'late')).rejects.toThrow(LeaseLost);
    await write(leaseOf(quick), 'in time');
    await expect(write(leaseOf(slow), 'later')).rejects.toMatchObject({ kind: 'ABORTED', code: 'LEASE_LOST' });
    expect(await row(0)).toMatchObject({ result: 'in time' });
  });

  it('makes a claimant wait while the holder writes', async () => {
    const { claim, endLease } = await lane(-1);
    const [job] = await claim();
    await endLease(0);
    await database.db.transaction().execute(async (trx) => {
      await requireLease(trx, 'jobs', leaseOf(job));
      expect(await claim()).toHaveLength(0);
    });
    expect(await claim()).toHaveLength(1);
  });

  it('fails for a row that was deleted', async () => {
    await expect(write({ id: 'nowhere', token: 1 }, 'x')).rejects.toThrow(LeaseLost);
  });
});

describe('extending', () => {
  it('holds the row for longer', async () => {
    const { claim, endLease } = await lane(-1);
    const [job] = await claim();
    await endLease(0);
    await extendLease(database.db, 'jobs', leaseOf(job), 60_000);
    expect(await claim()).toHaveLength(0);
  });

  it('fails once another has the row', async () => {
    const { claim, endLease } = await lane(-1);
    const [slow] = await claim();
    await endLease(0);
    await claim();
    await expect(extendLease(database.db, 'jobs', leaseOf(slow), 60_000)).rejects.toThrow(LeaseLost);
  });
});

it('a worker that released a row no longer holds it', async () => {
  const { claim, row, id } = await lane(-1);
  const [job] = await claim();
  const lease = { id: id(0), token: job?.lease_token ?? 0 };
  await database.db.updateTable('jobs').set({ leased_until: null }).where('id', '=', id(0)).execute();
  await expect(extendLease(database.db, 'jobs', lease, 60_000)).rejects.toThrow(LeaseLost);
  expect((await row(0)).leased_until).toBeNull();
});

describe('the backlog of a queue', () => {
  it('has the due rows that nobody holds, and how long the first of them has been due', async () => {
    const { claim } = await lane(-30, -20, -10, 5);
    const queue = createQueue<Job>({
      db: database.db,
      table: 'jobs',
      due: 'due_at',
      where: sql`state = 'waiting' and lane = ${`lane${lanes}`}`,
      now: () => NOON,
      leaseMs: 60_000,
    });
    expect(await queue.backlog()).toEqual({ rows: 3, held: 0, oldestSeconds: 1_800 });
    await claim({ limit: 1 });
    expect(await queue.backlog()).toEqual({ rows: 2, held: 1, oldestSeconds: 1_200 });
    await claim();
    expect(await queue.backlog()).toEqual({ rows: 0, held: 3, oldestSeconds: 0 });
  });
});
