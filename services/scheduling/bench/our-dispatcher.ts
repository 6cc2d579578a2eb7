import { createManualClock } from '@reelwright/clock';
import { silentLogger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import { createTableWatch } from '@reelwright/postgres';
import type { Kysely } from 'kysely';
import type { SchedulingDatabase } from '../src/database.ts';
import { AHEAD_MS } from '../src/dispatch/dispatch-batch.ts';
import { createDispatcher } from '../src/dispatch/dispatcher.ts';

/**
 * Runs the service's dispatcher until it has requested `count` entries. Product time starts `inMs` before they fall
 * due. @returns the lateness of each in ms when its batch was committed, and a function that stops the dispatcher
 */
export async function runDispatcher(
  db: Kysely<SchedulingDatabase>,
  options: { url: string; count: number; publishAt: Date; inMs: number; onEnqueued?: () => void },
): Promise<{ late: number[]; stop(): Promise<void> }> {
  const due = options.publishAt.getTime() - AHEAD_MS;
  const clock = createManualClock(new Date(due - options.inMs));
  const late: number[] = [];
  const all = Promise.withResolvers<void>();
  const metrics = createMetrics({ service: 'bench', processMetrics: false });
  const watch = createTableWatch({ url: options.url, logger: silentLogger, clock });
  const dispatcher = createDispatcher({
    db,
    watch,
    clock,
    logger: silentLogger,
    ...(options.onEnqueued && { onEnqueued: options.onEnqueued }),
    metrics: {
      ...metrics,
      // The dispatcher counts a batch as soon as it is committed.
      counter: (name, help, labels) => {
        const counter = metrics.counter(name, help, labels);
        const inc = counter.inc.bind(counter) as (labels: object, count: number) => void;
        counter.inc = ((which: { outcome: string }, batch: number) => {
          inc(which, batch);
          if (which.outcome !== 'requested') return;
          const now = clock.now().getTime() - due;
          for (let n = 0; n < batch; n++) late.push(now);
          if (late.length >= options.count) all.resolve();
        }) as typeof counter.inc;
        return counter;
      },
    },
  });
  await watch.start();
  await dispatcher.start();
  await all.promise;
  return { late, stop: () => dispatcher.stop().then(watch.stop) };
}
