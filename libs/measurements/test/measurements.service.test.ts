import { join } from 'node:path';
import { silentLogger } from '@reelwright/logger';
import { createMetrics, type Sample } from '@reelwright/metrics';
import { createDatabase, type Database, loadMigrations, runMigrations } from '@reelwright/postgres';
import { createTestDatabase } from '@reelwright/testing';
import { sql } from 'kysely';
import { createMeasurements } from '../src/index.ts';

let database: Database<object>;
let dropDatabase: () => Promise<void>;

beforeEach(async () => {
  const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
  const migrate = (url: string) => runMigrations({ url, migrations, logger: silentLogger });
  const { url, drop } = await createTestDatabase({ name: 'measurements', migrate });
  dropDatabase = drop;
  database = createDatabase({ url, logger: silentLogger, applicationName: 'measurements test' });
});
afterEach(async () => {
  await database.stop();
  await dropDatabase();
});

/** A replica that has a queue; `measured` counts its queries. */
function startReplica(measure: () => Promise<number> = async () => 7, { db } = database) {
  const metrics = createMetrics({ service: 'test', processMetrics: false });
  const warnings: unknown[] = [];
  const measurements = createMeasurements({ db, metrics, logger: { warn: (line: unknown) => warnings.push(line) } });
  metrics.counter('requests_total', 'Requests').inc();
  const replica = {
    measured: 0,
    measurements,
    warnings,
    read: () => metrics.registry.metrics(),
  };
  measurements.add('jobs', { jobs_waiting: { type: 'gauge', help: 'Jobs' } }, async () => {
    replica.measured += 1;
    return { jobs_waiting: await measure() };
  });
  return replica;
}

const age = (seconds: number) =>
  sql`update measurements set measured_at = clock_timestamp() - ${seconds} * interval '1 second'`.execute(database.db);
/** As a process that has claimed the measurement and is measuring, or has died. @param seconds until its claim ends */
const claimElsewhere = (seconds: number) =>
  sql`insert into measurements (name, claimed_until)
      values ('jobs', clock_timestamp() + ${seconds} * interval '1 second')
      on conflict (name) do update set claimed_until = excluded.claimed_until`.execute(database.db);

describe('a measurement', () => {
  it('is made once for two replicas whose metrics are read several times, and both report it', async () => {
    const replicas = [startReplica(), startReplica(async () => 8)] as const;
    await Promise.all([...replicas, ...replicas, ...replicas].map(({ read }) => read()));
    const third = startReplica(async () => 9);
    await Promise.all([third.read(), third.read()]);
    expect(replicas[0].measured + replicas[1].measured + third.measured).toBe(1);
    const value = replicas[0].measured === 1 ? 7 : 8;
    expect(await third.read()).toContain(`jobs_waiting{service="test"} ${value}\n`);
  });

  it('is not made while nobody reads the metrics', async () => {
    const replica = startReplica();
    const { rows } = await sql`select from measurements`.execute(database.db);
    expect([rows.length, replica.measured]).toEqual([0, 0]);
  });

  it('is repeated after 5 s, by whichever replica is read first', async () => {
    await startReplica().read();
    await age(2);
    expect(await startReplica(async () => 8).read()).toContain('jobs_waiting{service="test"} 7\n');
    await age(6);
    expect(await startReplica(async () => 9).read()).toContain('jobs_waiting{service="test"} 9\n');
  });

  it('that another process makes is not waited for: the last one is reported, if it is not older than a minute', async () => {
    await startReplica().read();
    await claimElsewhere(20);
    await age(50);
    const replica = startReplica(async () => 8);
    expect(await replica.read()).toContain('jobs_waiting{service="test"} 7\n');
    await age(61);
    expect(await startReplica(async () => 8).read()).not.toContain('jobs_waiting{');
    expect(replica.measured).toBe(0);
  });

  it('is made by another process when the claim of one that died has ended', async () => {
    await claimElsewhere(20);
    expect(await startReplica().read()).not.toContain('jobs_waiting{');
    await claimElsewhere(-1);
    expect(await startReplica().read()).toContain('jobs_waiting{service="test"} 7\n');
  });

  it('that fails leaves the other metrics, and is not repeated by all replicas', async () => {
    const fail = () => Promise.reject(new Error('too slow'));
    const replicas = [startReplica(fail), startReplica(fail)] as const;
    const definition = { users: { type: 'counter', help: 'Users' } } as const;
    for (const { measurements } of replicas) measurements.add('users', definition, async () => ({ users: 3 }));
    for (const { read } of replicas) {
      const text = await read();
      expect(text).toContain('users{service="test"} 3\n');
      expect(text).toContain('requests_total{service="test"} 1\n');
      expect(text).not.toContain('jobs_waiting{');
    }
    expect(replicas[0].measured + replicas[1].measured).toBe(1);
    expect(replicas[0].warnings).toMatchObject([{ measurement: 'jobs', err: { message: 'too slow' } }]);
  });

  it('may have several metrics with labels, and histograms', async () => {
    const { measurements, read } = startReplica();
    const bucket = (le: string, value: number): Sample => ({ suffix: 'bucket', labels: { kind: 'a "b"', le }, value });
    const definitions = {
      ends_total: { type: 'counter', help: 'Ends' },
      lateness_seconds: { type: 'histogram', help: 'Lateness' },
    } as const;
    measurements.add('ends', definitions, async () => ({
      ends_total: [{ labels: { outcome: 'done' }, value: 2 }],
      lateness_seconds: [bucket('5', 1), bucket('+Inf', 2)],
    }));
    const text = await read();
    expect(text).toContain('# TYPE ends_total counter\nends_total{outcome="done",service="test"} 2\n');
    expect(text).toContain('# TYPE lateness_seconds histogram\nlateness_seconds_bucket{kind="a \\"b\\"",le="5",');
    expect(text).toContain('lateness_seconds_bucket{kind="a \\"b\\"",le="+Inf",service="test"} 2\n');
  });
});

describe('the other metrics of a process are reported', () => {
  it('while its database is unavailable', async () => {
    const url = 'postgres://nobody@127.0.0.1:9/nowhere';
    const gone = createDatabase<object>({ url, logger: silentLogger, applicationName: 'measurements test' });
    const replica = startReplica(undefined, gone);
    const text = await replica.read();
    expect(text).toContain('requests_total{service="test"} 1\n');
    expect(text).not.toContain('jobs_waiting{');
    expect(replica.warnings).toHaveLength(1);
    await gone.stop();
  });

  it('while its database does not respond', async () => {
    const locked = await database.db.startTransaction().execute();
    await sql`lock table measurements in access exclusive mode`.execute(locked);
    const replica = startReplica();
    expect(await replica.read()).toContain('requests_total{service="test"} 1\n');
    expect(replica.warnings).toMatchObject([{ err: { message: 'the database did not respond in time' } }]);
    await locked.rollback().execute();
  });
});
