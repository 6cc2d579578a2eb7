import { join } from 'node:path';
import { createBenchmark, interleave, readVersions, roundsFrom, type Side } from '@reelwright/benchmark';
import { events } from '@reelwright/contracts';
import { createPublisher } from '@reelwright/kafka';
import { silentLogger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import { createDatabase, loadMigrations, runMigrations } from '@reelwright/postgres';
import { createTestDatabase, createTestTopics, eventually } from '@reelwright/testing';
import type pg from 'pg';
import { createRelay, type OutboxTables } from '../src/index.ts';
import { createWaitingTable, relayByDeleting } from './claim-and-delete.ts';

/** The outbox relay beside claim-and-delete: one broker, one publisher, one codec, the same events. */
const EVENTS = Number(process.env.EVENTS || 300_000);
/** The batch size with which claim-and-delete is fastest, of 500, 1,000 and 2,000. */
const CLAIM = 1_000;
const OURS = 'our relay';
const RIVAL = 'claim and delete';
/** Its commits do not wait for the disk, like our cursor. Shown without a goal. */
const UNAWAITED = 'claim and delete, commits not awaited';

const { name: type, topic } = events.VideoRequested;
const benchmark = createBenchmark({
  title: `Outbox relay: ${EVENTS.toLocaleString('en-US')} events to the broker's ack`,
  versions: {
    ...readVersions(process.env, ['pg'], import.meta.url),
    ...readVersions(process.env, ['kafkajs'], import.meta.resolve('@reelwright/kafka')),
  },
});
const broker = await createTestTopics([topic]);
const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
const { url, drop } = await createTestDatabase({
  name: 'relay',
  migrate: (to) => runMigrations({ url: to, migrations, logger: silentLogger }),
});
const database = createDatabase<OutboxTables>({ url, logger: silentLogger, applicationName: 'bench' });
const publisher = createPublisher({
  ...broker.connection,
  topicPrefix: broker.prefix,
  clientId: 'bench',
  logger: silentLogger,
});
const { pool } = database;
try {
  await createWaitingTable(pool);
  // The first start makes the partitions of the day.
  await runRelay(0);
  const samples = await interleave({
    sides: [ours(), theirs(RIVAL, 'durable'), theirs(UNAWAITED, 'unawaited')],
    rounds: roundsFrom(process.env, 7),
  });
  benchmark.compare({
    title: 'Relay',
    samples,
    figure: 'rate',
    unit: 'events/s',
    ours: OURS,
    rivals: [RIVAL],
    goal: { atLeast: 1.3 },
  });
  benchmark.ratio({ samples, figure: 'rate', ours: OURS, rivals: [UNAWAITED] });
} finally {
  await publisher.stop();
  await database.stop();
  await drop();
  await broker.drop();
}
process.exitCode = benchmark.finish();

function ours(): Side<'rate'> {
  return {
    name: OURS,
    async run() {
      await pool.query('truncate outbox');
      await pool.query(`update outbox_cursor set xid = '0', id = 0`);
      await fill(pool, 'outbox');
      return { rate: await runRelay(EVENTS) };
    },
  };
}

function theirs(name: string, commit: 'durable' | 'unawaited'): Side<'rate'> {
  return {
    name,
    async run() {
      await pool.query('truncate waiting_events');
      await fill(pool, 'waiting_events');
      const began = performance.now();
      await relayByDeleting(url, publisher, CLAIM, commit);
      return { rate: (EVENTS / (performance.now() - began)) * 1_000 };
    },
  };
}

/** Runs the relay until the cursor has passed the last event. @returns events per second */
async function runRelay(count: number): Promise<number> {
  const metrics = createMetrics({ service: 'bench', processMetrics: false });
  const allPublished = Promise.withResolvers<void>();
  let unpublished = count;
  const relay = createRelay({
    url,
    publisher,
    logger: silentLogger,
    metrics: {
      ...metrics,
      // The metric reports the end of the cursor's move; a query for it would be measured, too.
      counter: (...args) => {
        const counter = metrics.counter(...args);
        counter.inc = (published: unknown) => {
          unpublished -= published as number;
          if (unpublished === 0) allPublished.resolve();
        };
        return counter;
      },
    },
  });
  const began = performance.now();
  await relay.start();
  if (count === 0) await eventually(() => pool.query(`select 'outbox_${today()}'::regclass`));
  else await allPublished.promise;
  const ms = performance.now() - began;
  await relay.stop();
  return (count / ms) * 1_000;
}

async function fill(into: pg.Pool, table: string): Promise<void> {
  await into.query(
    `insert into ${table} (topic, key, type, payload, occurred_at)
     select $1, '00000000-0000-4000-9000-' || lpad((n % 20000)::text, 12, '0'), $2,
            jsonb_build_object('videoId', gen_random_uuid(), 'userId', '00000000-0000-4000-9000-' || lpad((n % 20000)::text, 12, '0'),
              'variation', 0, 'videoType', 'v1', 'includeAudio', true,
              'notes', 'Morning light, no crowds, the bridge in the background.',
              'brand', '{"name": "Harbour Bakery", "occupation": "bakery", "feel": "warm and calm", "colours": ["#aa5522", "#ffeecc"]}'::jsonb,
              'publishAt', now(), 'caption', 'Glass Squish by Harbour Bakery, bakery', 'platforms', '[]'::jsonb,
              'requestedAt', now(), 'revision', 2), now()
       from generate_series(1, $3) n`,
    [topic, type, EVENTS],
  );
  await into.query(`vacuum analyze ${table}`);
}

function today(): string {
  return new Date().toISOString().slice(0, 10).replaceAll('-', '');
}
