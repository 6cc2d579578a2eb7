import { Logger as QuietLogger, run, runMigrations, type TaskList } from 'graphile-worker';
import pg from 'pg';

const TASK = 'request-video';
const quiet = new QuietLogger(() => () => undefined);

/**
 * Fetches and completes jobs in batches, as its page on performance advises, and polls twenty times as often as by
 * default.
 */
const SETTINGS = { pollInterval: 100, localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 };

/** Creates graphile-worker's own tables. */
export async function prepareGraphile(url: string): Promise<void> {
  await runMigrations({ connectionString: url, logger: quiet });
}

/**
 * Replaces all jobs by one for each row of `payloads`, an SQL query for one JSON column.
 * @param runAt when the jobs are due
 */
export async function replaceGraphileJobs(
  pool: pg.Pool,
  payloads: string,
  values: readonly unknown[],
  runAt: Date,
): Promise<void> {
  await pool.query('truncate graphile_worker._private_jobs');
  await pool.query(
    `select count(*) from graphile_worker.add_jobs(array(
       select row('${TASK}', payload, null, '${runAt.toISOString()}', null, null, null, null)::graphile_worker.job_spec
         from (${payloads}) p (payload)))`,
    [...values],
  );
  await pool.query('vacuum analyze graphile_worker._private_jobs');
}

/** Runs jobs until `stop`, with a pool in which no handler waits for a connection. */
export async function workGraphile<Payload>(
  url: string,
  concurrency: number,
  handle: (payload: Payload, query: pg.Pool['query']) => Promise<unknown>,
): Promise<{ stop(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: url, max: concurrency + 8 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const taskList: TaskList = {
    [TASK]: async (payload, helpers) => {
      await helpers.withPgClient((client) => handle(payload as Payload, client.query.bind(client) as pg.Pool['query']));
    },
  };
  const runner = await run({
    pgPool: pool,
    logger: quiet,
    taskList,
    noHandleSignals: true,
    preset: { worker: { ...SETTINGS, concurrentJobs: concurrency } },
  });
  return {
    async stop() {
      await runner.stop();
      await pool.end();
    },
  };
}
