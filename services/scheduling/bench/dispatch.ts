import { createBenchmark, interleave, quantile, readVersions, roundsFrom, type Side } from '@reelwright/benchmark';
import { topics } from '@reelwright/contracts';
import { createPublisher } from '@reelwright/kafka';
import { silentLogger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import { createRelay } from '@reelwright/outbox';
import { createDatabase } from '@reelwright/postgres';
import { createTestDatabase, createTestTopics } from '@reelwright/testing';
import type { SchedulingDatabase } from '../src/database.ts';
import { AHEAD_MS } from '../src/dispatch/dispatch-batch.ts';
import { countAcks } from './acks.ts';
import { addCalendars, addUsers, dayAfter, migrate } from './due-rows.ts';
import { runDispatcher } from './our-dispatcher.ts';
import { bullmqLateness } from './rivals/bullmq.ts';
import { dispatchOne, EVENT_OF_ENTRY, insertEvents } from './rivals/dispatch-one.ts';
import { prepareGraphile, replaceGraphileJobs, workGraphile } from './rivals/graphile.ts';
import { startPgBoss } from './rivals/pg-boss.ts';

/** How many entries fall due at one instant, one for each user. */
const DUE = Number(process.env.DUE || 10_000);
const LEAD_MS = 5_000;
/** The concurrency at which graphile-worker is fastest with handlers that write, of 4, 8, 12, 16 and 24. */
const WRITING = 8;
const IDLE = 24;
const OURS = 'our dispatcher';
const SAME = 'graphile-worker, same work';
const EVENT_ONLY = 'graphile-worker, event only';
const NOTHING = ', empty handler';

const rounds = roundsFrom(process.env, 5);
const benchmark = createBenchmark({
  title: `Dispatch: ${DUE.toLocaleString('en-US')} entries due at one instant, of as many users with a calendar each`,
  versions: readVersions(
    process.env,
    ['graphile-worker', 'bullmq', 'ioredis', 'pg-boss', 'pg', 'kysely'],
    import.meta.url,
  ),
});
const first = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + AHEAD_MS);
const broker = await createTestTopics([topics.scheduling]);
const publisher = createPublisher({
  ...broker.connection,
  topicPrefix: broker.prefix,
  clientId: 'bench',
  logger: silentLogger,
});
const acks = countAcks(publisher);
const [ours, graphileSide] = [await openDatabase('ours'), await openDatabase('graphile')];
await prepareGraphile(graphileSide.url);
const bossDatabase = await createTestDatabase({ name: 'pg_boss' });
const boss = await startPgBoss(bossDatabase.url);
try {
  const rate = await interleave({ sides: [ourRate(), graphile(SAME), graphile(EVENT_ONLY)], rounds });
  const figure = { samples: rate, figure: 'rate', unit: 'entries/s', ours: OURS } as const;
  benchmark.compare({
    ...figure,
    title: 'Due entries, each requested, with its event in the outbox',
    rivals: [SAME],
    goal: { atLeast: 10 },
  });
  benchmark.ratio({ ...figure, rivals: [EVENT_ONLY] });

  const acked = await interleave({ sides: [ourRate(true), graphile(SAME, true), graphile(EVENT_ONLY, true)], rounds });
  const through = { samples: acked, figure: 'rate', unit: 'entries/s', ours: OURS } as const;
  const title = 'The same through to the broker, one relay on all sides';
  benchmark.compare({ ...through, title, rivals: [SAME], goal: { atLeast: 4 } });
  benchmark.ratio({ ...through, rivals: [EVENT_ONLY] });

  const toBroker = `${OURS}, to the broker's ack`;
  const writing = [graphileLateness(true), bullmq(true), pgBoss(true)];
  const empty = [graphileLateness(false), bullmq(false), pgBoss(false)];
  const sides = [ourLateness(OURS, false), ourLateness(toBroker, true), ...writing, ...empty];
  const late = await interleave({ sides, rounds });
  const lateness = { samples: late, unit: 'ms', ours: OURS };
  benchmark.show({ ...lateness, title: 'Lateness of the event in the outbox, median', figure: 'p50' });
  benchmark.compare({
    ...lateness,
    title: 'Lateness of the event in the outbox, p99',
    figure: 'p99',
    rivals: writing.map(({ name }) => name),
    goal: { atMost: 0.5 },
  });
  for (const { name } of empty) benchmark.ratio({ ...lateness, figure: 'p99', rivals: [name] });
  const early = [...late.values()].flat().reduce((sum, round) => sum + round.early, 0);
  benchmark.expect('nothing fires early', early === 0, `${early} early`);
} finally {
  await boss.stop();
  await publisher.stop();
  for (const { database } of [ours, graphileSide]) await database.stop();
  for (const { drop } of [ours, graphileSide, bossDatabase]) await drop();
  await broker.drop();
}
process.exitCode = benchmark.finish();

/** A database with users, and a day of entries for every round. */
async function openDatabase(name: string) {
  const { url, drop } = await createTestDatabase({ name, migrate });
  const database = createDatabase<SchedulingDatabase>({ url, logger: silentLogger, applicationName: 'bench' });
  await addUsers(database.db, DUE);
  await addCalendars(database.db, { count: DUE, days: 4 * (rounds + 1), first });
  await database.pool.query('vacuum analyze scheduled_videos, due_entries, usage_accounts, video_configurations');
  // A server that has run for a while reuses its WAL files; a new one creates each when it is needed.
  await database.pool.query('checkpoint');
  let day = 0;
  return {
    url,
    drop,
    database,
    nextDay: () => dayAfter(first, day++),
    emptyOutbox: () => database.pool.query('truncate outbox'),
  };
}

function ourRate(toBroker = false): Side<'rate'> {
  return {
    name: OURS,
    async run() {
      await ours.emptyOutbox();
      const publishAt = ours.nextDay();
      return timed(ours.url, toBroker, async (onEnqueued) => {
        const { stop } = await runDispatcher(ours.database.db, {
          url: ours.url,
          count: DUE,
          publishAt,
          inMs: 0,
          onEnqueued,
        });
        return stop;
      });
    },
  };
}

function graphile(name: string, toBroker = false): Side<'rate'> {
  return {
    name,
    async run() {
      const { pool } = graphileSide.database;
      await graphileSide.emptyOutbox();
      const publishAt = name === SAME ? graphileSide.nextDay() : first;
      const payload = name === SAME ? `json_build_object('id', id)` : EVENT_OF_ENTRY;
      await replaceGraphileJobs(
        pool,
        `select ${payload} from scheduled_videos where publish_at = $1`,
        [publishAt],
        new Date(0),
      );
      return timed(graphileSide.url, toBroker, async (onEnqueued) => {
        let left = DUE;
        const all = Promise.withResolvers<void>();
        const worker = await workGraphile<{ id: string; userId: string }>(
          graphileSide.url,
          WRITING,
          async (job, query) => {
            await (name === SAME ? dispatchOne(query, job.id, publishAt) : insertEvents(query, job));
            onEnqueued();
            left -= 1;
            if (left === 0) all.resolve();
          },
        );
        await all.promise;
        return () => worker.stop();
      });
    },
  };
}

/** Times the work, to its end or to the broker's last ack. The function that it returns cleans up and is not timed. */
async function timed(
  url: string,
  toBroker: boolean,
  work: (onEnqueued: () => void) => Promise<() => Promise<void>>,
): Promise<{ rate: number }> {
  const metrics = createMetrics({ service: 'bench', processMetrics: false });
  const relay = createRelay({ url, publisher: acks.publisher, logger: silentLogger, metrics });
  const acked = acks.expect(DUE);
  if (toBroker) await relay.start();
  const began = performance.now();
  const clear = await work(() => relay.nudge());
  if (toBroker) await acked;
  const seconds = (performance.now() - began) / 1_000;
  await clear();
  if (toBroker) await relay.stop();
  return { rate: DUE / seconds };
}

type Lateness = 'p50' | 'p99' | 'early';

function ourLateness(name: string, toBroker: boolean): Side<Lateness> {
  return {
    name,
    async run() {
      await ours.emptyOutbox();
      const publishAt = ours.nextDay();
      const metrics = createMetrics({ service: 'bench', processMetrics: false });
      const relay = createRelay({ url: ours.url, publisher: acks.publisher, logger: silentLogger, metrics });
      const due = Date.now() + LEAD_MS;
      const late: number[] = [];
      const acked = acks.expect(DUE, (count) => late.push(...Array<number>(count).fill(Date.now() - due)));
      if (toBroker) await relay.start();
      const onEnqueued = () => relay.nudge();
      const when = { url: ours.url, count: DUE, publishAt, inMs: due - Date.now(), onEnqueued };
      const committed = await runDispatcher(ours.database.db, when);
      if (toBroker) await acked;
      await committed.stop();
      if (!toBroker) return describe(committed.late);
      await relay.stop();
      return describe(late);
    },
  };
}

function graphileLateness(writing: boolean): Side<Lateness> {
  return {
    name: `graphile-worker${writing ? '' : NOTHING}`,
    async run() {
      const { pool } = graphileSide.database;
      await graphileSide.emptyOutbox();
      const due = Date.now() + LEAD_MS;
      const payloads = `select ${EVENT_OF_ENTRY} from scheduled_videos where publish_at = $1`;
      await replaceGraphileJobs(pool, payloads, [first], new Date(due));
      if (Date.now() > due) throw new Error('graphile-worker took longer to add the jobs than they had time');
      const late: number[] = [];
      const all = Promise.withResolvers<void>();
      const worker = await workGraphile<object>(graphileSide.url, writing ? WRITING : IDLE, async (job, query) => {
        if (writing) await insertEvents(query, job);
        late.push(Date.now() - due);
        if (late.length === DUE) all.resolve();
      });
      await all.promise;
      await worker.stop();
      return describe(late);
    },
  };
}

function bullmq(writing: boolean): Side<Lateness> {
  return {
    name: `BullMQ${writing ? '' : NOTHING}`,
    async run() {
      await graphileSide.emptyOutbox();
      const { pool } = graphileSide.database;
      const query = pool.query.bind(pool) as typeof pool.query;
      const handle = async (event: object) => {
        if (writing) await insertEvents(query, event);
      };
      return describe(await bullmqLateness(process.env.REDIS_URL ?? '', await someEvents(), LEAD_MS, handle));
    },
  };
}

function pgBoss(writing: boolean): Side<Lateness> {
  return {
    name: `pg-boss${writing ? '' : NOTHING}`,
    async run() {
      await graphileSide.emptyOutbox();
      const { pool } = graphileSide.database;
      const query = pool.query.bind(pool) as typeof pool.query;
      const handle = async (batch: readonly object[]) => {
        if (writing) await insertEvents(query, ...batch);
      };
      return describe(await boss.lateness(await someEvents(), LEAD_MS, handle));
    },
  };
}

async function someEvents(): Promise<object[]> {
  const { rows } = await graphileSide.database.pool.query<{ event: object }>(
    `select ${EVENT_OF_ENTRY} as event from scheduled_videos where publish_at = $1`,
    [first],
  );
  return rows.map(({ event }) => event);
}

function describe(late: readonly number[]): Record<Lateness, number> {
  return { p50: quantile(late, 0.5), p99: quantile(late, 0.99), early: late.filter((ms) => ms < 0).length };
}
