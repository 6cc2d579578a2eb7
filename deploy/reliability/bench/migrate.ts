import { join } from 'node:path';
import { createBenchmark, fillTable, readVersions, table } from '@reelwright/benchmark';
import { events } from '@reelwright/contracts';
import { SERVICES } from '@reelwright/local/running-stack';
import { silentLogger as logger } from '@reelwright/logger';
import { runMigrations, setRoleLimits } from '@reelwright/postgres';
import { createTestDatabase, createTestTopics } from '@reelwright/testing';
import pg from 'pg';
import { activeUsers, type LargeTables } from './large-tables.ts';
import { eventsIn, type Load, REQUESTS_PER_SECOND, startLoad } from './load.ts';
import { measure, type Step } from './measure.ts';
import { newColumn } from './new-column.ts';
import { POSTS_EACH, publishing } from './publishing.ts';
import { importOutbox, migrationsUpTo, readUpgrade, type Upgrade } from './releases.ts';
import { scheduling } from './scheduling.ts';

/** Migrations of large tables while requests and events flow: does one wait for the other? */
const ROWS = Number(process.env.ROWS || 10_000_000);
const MAX_LAG_MS = 2_000;
const BASELINE_SECONDS = 20;

const root = join(import.meta.dirname, '../../..');
const { PREVIOUS: previous, PREVIOUS_CHECKOUT: previousRoot = root } = process.env;
const now = new Date('2026-11-22T09:00:00Z');
const large: Readonly<Record<string, LargeTables>> = {
  scheduling: scheduling(ROWS, now),
  publishing: publishing(ROWS, now),
};

interface MigratedDatabase {
  readonly service: string;
  readonly url: string;
  readonly upgrade: Upgrade;
}

const thousands = (count: number) => count.toLocaleString('en-US');
const benchmark = createBenchmark({
  title: `Migrations beside ${thousands(ROWS)} scheduled_videos and ${thousands(ROWS * POSTS_EACH)} posts, each at ${REQUESTS_PER_SECOND} requests a second`,
  versions: {
    ...readVersions(process.env, ['pg', 'kysely'], import.meta.url),
    ...(previous && { 'previous release': previous }),
  },
});
const broker = await createTestTopics([events.UserDeleted.topic]);
const databases: MigratedDatabase[] = [];
const loads: Load[] = [];
try {
  for (const service of SERVICES) await prepare(service);
  const outbox = await importOutbox(previousRoot);
  for (const { service, url } of databases) {
    await setRoleLimits(url);
    const tables = large[service];
    if (tables) loads.push(await startLoad({ url, users: activeUsers(ROWS), tables, outbox, broker }));
  }
  judge(await runSteps());
} finally {
  for (const load of loads) await load.stop();
  await broker.drop();
}
process.exitCode = benchmark.finish();

/** A database with the schema of the previous release, for a service with large tables or with new migrations. */
async function prepare(service: string): Promise<void> {
  const upgrade = await readUpgrade(service, previousRoot, root);
  const tables = large[service];
  if (!tables && upgrade.added.length === 0) return;
  // It is dropped with the bench's own server.
  const { url } = await createTestDatabase({
    name: service,
    migrate: (to) => runMigrations({ url: to, migrations: upgrade.released, logger }),
  });
  databases.push({ service, url, upgrade });
  if (tables) await fill(url, tables);
}

async function fill(url: string, tables: LargeTables): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, application_name: 'bench' });
  for (const [name, insert] of Object.entries(tables.fill)) {
    const began = performance.now();
    await fillTable(pool, name, insert);
    await pool.query(`vacuum analyze ${name}`);
    process.stdout.write(`  ${name} filled in ${Math.round((performance.now() - began) / 1_000)} s\n`);
  }
  // Otherwise the log of the rows would be written out during the requests.
  await pool.query('checkpoint');
  await pool.end();
}

/** Each new migration of the services, then the steps of an example on scheduled_videos. */
async function runSteps(): Promise<Step[]> {
  const steps = [
    await measure(loads, 'no migration', () =>
      Promise.all(loads.map((load) => load.published(eventsIn(BASELINE_SECONDS)))),
    ),
  ];
  for (const { service, url, upgrade } of databases) {
    for (const name of upgrade.added) {
      const migrations = migrationsUpTo(upgrade, name);
      steps.push(await measure(loads, `${service} ${name}`, () => runMigrations({ url, migrations, logger })));
    }
  }
  for (const { service, url, upgrade } of databases.filter((each) => each.service === 'scheduling')) {
    let migrations = upgrade.current;
    for (const [name, migration] of Object.entries(newColumn)) {
      migrations = { ...migrations, [name]: migration };
      steps.push(await measure(loads, `${service} ${name}`, () => runMigrations({ url, migrations, logger })));
    }
  }
  return steps;
}

function judge(steps: readonly Step[]): void {
  const rows = steps.map(({ name, seconds, requests, failed, p99, slowest, lag }) => [
    name,
    ...[seconds, requests, failed, p99, slowest, lag].map((figure) => String(Math.round(figure))),
  ]);
  const head = ['', 'seconds', 'requests', 'failed', 'p99 ms', 'slowest ms', 'relay lag ms'];
  for (const line of ['', ...table(head, rows), '']) process.stdout.write(`  ${line}\n`);
  const failed = steps.reduce((sum, step) => sum + step.failed, 0);
  const lag = Math.max(...steps.map((step) => step.lag));
  benchmark.expect('no request fails', failed === 0, `${failed} failed`);
  benchmark.expect(`an event is published within ${MAX_LAG_MS} ms`, lag < MAX_LAG_MS, `${Math.round(lag)} ms at most`);
}
