import { Queue, Worker } from 'bullmq';

/** The lateness, in ms, of `count` delayed jobs that are all due `inMs` from now; many at once, as its guide advises. */
export async function bullmqLateness(redisUrl: string, count: number, inMs: number): Promise<number[]> {
  const { hostname, port } = new URL(redisUrl);
  const connection = { host: hostname, port: Number(port), maxRetriesPerRequest: null };
  const name = `due-${Date.now()}`;
  const queue = new Queue(name, { connection });
  await queue.waitUntilReady();
  const timestamp = Date.now();
  const due = timestamp + inMs;
  const opts = { timestamp, delay: inMs, removeOnComplete: true };
  for (let from = 0; from < count; from += 1_000) {
    await queue.addBulk(
      Array.from({ length: 1_000 }, (_, index) => ({ name: 'due', data: { index: from + index }, opts })),
    );
  }
  if (Date.now() > due) throw new Error('BullMQ took longer to add the jobs than they had time');
  const late: number[] = [];
  const all = Promise.withResolvers<void>();
  const worker = new Worker(
    name,
    async () => {
      late.push(Date.now() - due);
      if (late.length === count) all.resolve();
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
