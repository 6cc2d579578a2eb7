import { Queue, Worker } from 'bullmq';

/**
 * The lateness in ms, after `handle`, of delayed jobs that are all due `inMs` from now. Runs many jobs concurrently,
 * as BullMQ's guide advises.
 */
export async function bullmqLateness(
  redisUrl: string,
  payloads: readonly object[],
  inMs: number,
  handle: (payload: object) => Promise<void>,
): Promise<number[]> {
  const { hostname, port } = new URL(redisUrl);
  const connection = { host: hostname, port: Number(port), maxRetriesPerRequest: null };
  const name = `due-${Date.now()}`;
  const queue = new Queue(name, { connection });
  await queue.waitUntilReady();
  const timestamp = Date.now();
  const due = timestamp + inMs;
  const opts = { timestamp, delay: inMs, removeOnComplete: true };
  for (let from = 0; from < payloads.length; from += 1_000) {
    await queue.addBulk(payloads.slice(from, from + 1_000).map((data) => ({ name: 'due', data, opts })));
  }
  if (Date.now() > due) throw new Error('BullMQ took longer to add the jobs than they had time');
  const late: number[] = [];
  const all = Promise.withResolvers<void>();
  const worker = new Worker(
    name,
    async ({ data }: { data: object }) => {
      await handle(data);
      late.push(Date.now() - due);
      if (late.length === payloads.length) all.resolve();
    },
    { connection, concurrency: 100 },
  );
  worker.on('error', () => undefined);
  await all.promise;
  await worker.close();
  await queue.obliterate({ force: true });
  await queue.close();
  return late;
}
