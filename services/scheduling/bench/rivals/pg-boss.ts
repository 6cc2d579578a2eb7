import { PgBoss } from 'pg-boss';

const QUEUE = 'due';

/**
 * Starts pg-boss with its tables. `lateness` measures jobs that are all due `inMs` from now, in ms, after `handle` of
 * their batch.
 */
export async function startPgBoss(url: string) {
  const boss = new PgBoss({ connectionString: url, max: 10, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  return {
    async lateness(
      payloads: readonly object[],
      inMs: number,
      handle: (payloads: readonly object[]) => Promise<void>,
    ): Promise<number[]> {
      await boss.createQueue(QUEUE);
      const due = Date.now() + inMs;
      const startAfter = new Date(due);
      for (let from = 0; from < payloads.length; from += 1_000) {
        await boss.insert(
          QUEUE,
          payloads.slice(from, from + 1_000).map((data) => ({ data, startAfter })),
        );
      }
      if (Date.now() > due) throw new Error('pg-boss took longer to add the jobs than they had time');
      const late: number[] = [];
      const all = Promise.withResolvers<void>();
      // Its shortest poll, large batches, and another batch at once while they are full.
      const options = {
        batchSize: 1_000,
        pollingIntervalSeconds: 0.5,
        burstWhenBatchFull: true,
        localConcurrency: 2,
      };
      await boss.work(QUEUE, options, async (jobs) => {
        await handle(jobs.map(({ data }) => data as object));
        const now = Date.now();
        for (const _ of jobs) late.push(now - due);
        if (late.length === payloads.length) all.resolve();
      });
      await all.promise;
      await boss.offWork(QUEUE);
      await boss.deleteQueue(QUEUE);
      return late;
    },
    stop: () => boss.stop({ graceful: false }),
  };
}
