import { createQueue, createWorker, type Worker } from '@reelwright/leases';
import type { TableWatch } from '@reelwright/postgres';
import { sql } from 'kysely';
import type { PostTargetRow } from '../database.ts';
import { advanceTarget } from './advance-target.ts';
import type { Engine } from './engine.ts';

/** Few enough for 2 cores and 100 MB; a step mostly waits for a provider. */
const CONCURRENCY = 8;

/** Takes up whatever is due: to stage, to go out, to look after. */
export function postsWorker(engine: Engine, watch: TableWatch): Worker {
  return createWorker({
    name: 'posts worker',
    logger: engine.logger,
    concurrency: CONCURRENCY,
    pollMs: engine.timings.pollMs,
    watch,
    queue: createQueue<PostTargetRow>({
      db: engine.db,
      table: 'post_targets',
      due: 'next_action_at',
      where: sql`true`,
      now: engine.clock.now,
      leaseMs: engine.timings.leaseMs,
    }),
    run: (target, signal) => advanceTarget(engine, target, signal),
  });
}
