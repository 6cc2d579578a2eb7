import { createBenchmark, quantile, readVersions, table } from '@reelwright/benchmark';
import { en, type Reader } from '@reelwright/causes';
import { createManualClock } from '@reelwright/clock';
import { events } from '@reelwright/contracts';
import { createPublisher, type Publisher } from '@reelwright/kafka';
import { silentLogger as logger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import { createRelay, enqueueEvent } from '@reelwright/outbox';
import { createDatabase, type Migrations, runMigrations } from '@reelwright/postgres';
import { createTestDatabase, createTestTopics } from '@reelwright/testing';
import { sql } from 'kysely';
import type { SchedulingDatabase } from '../src/database.ts';
import { readTimeline } from '../src/timeline/read-timeline.ts';
import { loadOwn } from './due-rows.ts';
import { addHistory } from './history.ts';
import { newColumn } from './new-column.ts';

/** Migrations of a large table while requests and events flow: does one wait for the other? */
const ROWS = Number(process.env.ROWS || 10_000_000);
const REQUESTS_PER_SECOND = 200;
/** One request in four changes a row and writes an event; the others read a dashboard. */
const WRITES = 4;
const MAX_LAG_MS = 2_000;

const due = new Date('2026-11-22T09:00:00Z');
const reader: Reader = { language: en, timeZone: undefined };
const { topic } = events.UserDeleted;

const benchmark = createBenchmark({
  title: `Migrations of ${ROWS.toLocaleString('en-US')} scheduled_videos at ${REQUESTS_PER_SECOND} requests a second`,
  versions: readVersions(process.env, ['pg', 'kysely'], import.meta.url),
});
const released = await loadOwn();
const broker = await createTestTopics([topic]);
const { url, drop } = await createTestDatabase({
  name: 'migrate',
  migrate: (to) => runMigrations({ url: to, migrations: released, logger }),
});
const users = await fill();
const load = startLoad();
await load.relay.start();
try {
  const rows: string[][] = [];
  const all = [await measure('no migration', () => load.published((20 * REQUESTS_PER_SECOND) / WRITES))];
  let migrations: Migrations = released;
  for (const [name, migration] of Object.entries(newColumn)) {
    migrations = { ...migrations, [name]: migration };
    all.push(await measure(name, () => runMigrations({ url, migrations, logger })));
  }
  for (const { name, seconds, requests, failed, slowest, p99, lag } of all)
    rows.push([name, ...[seconds, requests, failed, p99, slowest, lag].map((figure) => String(Math.round(figure)))]);
  const head = ['', 'seconds', 'requests', 'failed', 'p99 ms', 'slowest ms', 'relay lag ms'];
  for (const line of ['', ...table(head, rows), '']) process.stdout.write(`  ${line}\n`);
  const failed = all.reduce((sum, each) => sum + each.failed, 0);
  const lag = Math.max(...all.map((each) => each.lag));
  benchmark.expect('no request fails', failed === 0, `${failed} failed`);
  benchmark.expect(`an event is published within ${MAX_LAG_MS} ms`, lag < MAX_LAG_MS, `${Math.round(lag)} ms at most`);
} finally {
  await load.stop();
  await drop();
  await broker.drop();
}
process.exitCode = benchmark.finish();

async function fill(): Promise<string[]> {
  const { db, pool, stop } = createDatabase<SchedulingDatabase>({ url, logger, applicationName: 'bench' });
  const began = performance.now();
  const found = await addHistory(db, pool, { rows: ROWS, due });
  process.stdout.write(`  loaded in ${Math.round((performance.now() - began) / 1_000)} s\n`);
  await stop();
  return found;
}

interface Step {
  readonly name: string;
  readonly seconds: number;
  readonly requests: number;
  readonly failed: number;
  readonly p99: number;
  readonly slowest: number;
  readonly lag: number;
}

/** Requests and events during some work, until the last of these events is published. */
async function measure(name: string, work: () => Promise<unknown>): Promise<Step> {
  load.reset();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  await load.published(1);
  const { times, lags, errors } = load;
  for (const [error, count] of errors) process.stdout.write(`  ${name}: ${count} × ${error}\n`);
  return {
    name,
    seconds,
    requests: times.length,
    failed: [...errors.values()].reduce((sum, count) => sum + count, 0),
    p99: quantile(times, 0.99),
    slowest: Math.max(...times),
    lag: Math.max(...lags),
  };
}

function startLoad() {
  const { db, stop } = createDatabase<SchedulingDatabase>({ url, logger, applicationName: 'requests', poolSize: 20 });
  const times: number[] = [];
  const lags: number[] = [];
  const errors = new Map<string, number>();
  const waiting: { count: number; resolve: () => void }[] = [];
  const realPublisher = createPublisher({
    ...broker.connection,
    topicPrefix: broker.prefix,
    clientId: 'bench',
    logger,
  });
  const publisher: Publisher = {
    ...realPublisher,
    async publish(messages) {
      const ends = await realPublisher.publish(messages);
      for (const { headers } of messages) lags.push(Date.now() - Date.parse(String(headers['occurred-at'])));
      for (const each of waiting) if (lags.length >= each.count) each.resolve();
      return ends;
    },
  };
  const metrics = createMetrics({ service: 'bench', processMetrics: false });
  const relay = createRelay({ url, publisher, logger, metrics });
  // The other services answer at once, so that only the database is measured.
  const deps = {
    db,
    clock: createManualClock(due),
    logger,
    publicUrl: 'http://localhost',
    generation: { getVideos: async () => ({ videos: [], pending: [] }) },
  } as unknown as Parameters<typeof readTimeline>[0];

  async function changeEntry(userId: string, revision: number): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await sql`update scheduled_videos set updated_at = now(), revision = revision + 1
                 where id = (select id from scheduled_videos where user_id = ${userId} limit 1)`.execute(trx);
      await enqueueEvent(trx, events.UserDeleted, { userId, revision }, new Date());
    });
  }

  let count = 0;
  const underWay = new Set<Promise<void>>();
  async function request(): Promise<void> {
    const number = count++;
    const user = users[number % users.length] ?? '';
    const began = performance.now();
    try {
      await (number % WRITES === 0 ? changeEntry(user, number) : readTimeline(deps, user, reader));
    } catch (error) {
      const { message } = error as Error;
      errors.set(message, (errors.get(message) ?? 0) + 1);
    }
    times.push(performance.now() - began);
  }
  const timer = setInterval(() => {
    const current: Promise<void> = request().finally(() => underWay.delete(current));
    underWay.add(current);
  }, 1_000 / REQUESTS_PER_SECOND);

  return {
    relay,
    times,
    lags,
    errors,
    reset() {
      times.length = 0;
      lags.length = 0;
      errors.clear();
    },
    /** Waits until so many more events are published. */
    async published(more: number) {
      await new Promise<void>((resolve) => waiting.push({ count: lags.length + more, resolve }));
      waiting.length = 0;
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
      await relay.stop();
      await publisher.stop();
      await stop();
    },
  };
}
