import { createBenchmark, interleave, median, readVersions, roundsFrom, type Side } from '@reelwright/benchmark';
import { en, type Reader } from '@reelwright/causes';
import { createManualClock } from '@reelwright/clock';
import { silentLogger } from '@reelwright/logger';
import { createDatabase } from '@reelwright/postgres';
import { createTestDatabase } from '@reelwright/testing';
import type { Transaction } from 'kysely';
import { readSavedConfiguration } from '../src/configuration/read-configuration.ts';
import type { SchedulingDatabase } from '../src/database.ts';
import { AHEAD_MS, dispatchBatch, dueScan } from '../src/dispatch/dispatch-batch.ts';
import { readTimeline } from '../src/timeline/read-timeline.ts';
import { migrate } from './due-rows.ts';
import { addHistory, DUE_USERS } from './history.ts';

const SMALL = 10_000;
const LARGE = Number(process.env.ROWS || 5_000_000);
const BATCH = 1_000;

const due = new Date('2026-11-22T09:00:00Z');
const now = new Date(due.getTime() - AHEAD_MS);
const reader: Reader = { language: en, timeZone: undefined };
const clock = createManualClock(now);
const name = (rows: number) => `${rows.toLocaleString('en-US')} rows`;
const rounds = roundsFrom(process.env, 15);

const benchmark = createBenchmark({
  title: `Growth: the same questions to ${name(SMALL)} and ${name(LARGE)} of scheduled_videos, with all that belongs to them`,
  versions: readVersions(process.env, ['pg', 'kysely'], import.meta.url),
});
const grown = [await open(SMALL), await open(LARGE)];
try {
  const samples = await interleave<Figure>({ sides: grown.map(({ side }) => side), rounds, warmUps: 2 });
  const against = { samples, unit: 'ms', ours: name(LARGE), goal: { atMost: 1.5 } };
  benchmark.compare({
    ...against,
    title: `Due scan: a batch of ${BATCH}, locked, marked and enqueued`,
    figure: 'batch',
  });
  benchmark.compare({ ...against, title: 'Dashboard: GET /api/videos', figure: 'videos' });
  benchmark.compare({ ...against, title: 'Dashboard: GET /api/video-configuration', figure: 'configuration' });
  // Each due entry is on a page of its own, so this grows with the pages that no cache holds.
  const found = { samples, unit: 'ms', ours: name(LARGE), figure: 'scan' } as const;
  benchmark.show({ ...found, title: 'Of the batch, what finds and locks its entries' });
  benchmark.ratio({ ...found, rivals: [name(SMALL)] });
} finally {
  for (const { close } of grown) await close();
}
process.exitCode = benchmark.finish();

type Figure = 'scan' | 'batch' | 'videos' | 'configuration';

async function open(rows: number) {
  const { url, drop } = await createTestDatabase({ name: 'growth', migrate });
  const { db, pool, stop } = createDatabase<SchedulingDatabase>({
    url,
    logger: silentLogger,
    applicationName: 'bench',
  });
  const began = performance.now();
  const users = await addHistory(db, pool, { rows, due });
  const { rows: sizes } = await pool.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  );
  const seconds = Math.round((performance.now() - began) / 1_000);
  process.stdout.write(`  ${name(rows)}: ${sizes[0]?.size}, loaded in ${seconds} s\n`);

  // The other services answer at once, so that only the database is measured.
  const deps = {
    db,
    clock,
    logger: silentLogger,
    publicUrl: 'http://localhost',
    generation: { getVideos: async () => ({ videos: [], pending: [] }) },
    drive: { getFolder: async () => ({ folderUrl: 'https://drive.example/folder' }) },
    billing: { getEntitlement: () => Promise.reject(new Error('not asked')) },
  } as unknown as Parameters<typeof readTimeline>[0] & Parameters<typeof readSavedConfiguration>[0];

  const side: Side<Figure> = {
    name: name(rows),
    async run() {
      return {
        scan: await fiveTimes(async (trx) => (await dueScan(due, BATCH).execute(trx)).rows.length),
        batch: await fiveTimes(async (trx) => (await dispatchBatch(trx, now, BATCH)).requested),
        videos: await timeReads(async (user) => (await readTimeline(deps, user, reader)).videos.length),
        configuration: await timeReads(
          async (user) => (await readSavedConfiguration(deps, user, reader)).scheduledDates.length,
        ),
      };
    },
  };

  /** The median of five runs, each rolled back, so that each finds the same rows. */
  async function fiveTimes(work: (trx: Transaction<SchedulingDatabase>) => Promise<number>): Promise<number> {
    const times: number[] = [];
    const undone = new Error('undone');
    while (times.length < 5) {
      await db
        .transaction()
        .execute(async (trx) => {
          const from = performance.now();
          const found = await work(trx);
          times.push(performance.now() - from);
          if (found !== BATCH) throw new Error(`${found} of ${BATCH} were due`);
          throw undone;
        })
        .catch((error: unknown) => {
          if (error !== undone) throw error;
        });
    }
    return median(times);
  }

  /** The mean over the users with due entries, one after the other. */
  async function timeReads(read: (user: string) => Promise<number>): Promise<number> {
    const from = performance.now();
    for (const user of users) if ((await read(user)) === 0) throw new Error('an empty answer');
    return (performance.now() - from) / DUE_USERS;
  }

  return {
    side,
    async close() {
      await stop();
      await drop();
    },
  };
}
