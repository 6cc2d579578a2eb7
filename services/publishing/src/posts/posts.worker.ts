import { claimDue, createWorker, dueIn, type Worker } from '@reelwright/leases';
import type { TableWatch } from '@reelwright/postgres';
import { sql } from 'kysely';
import type { PostTargetRow } from '../database.ts';
import { advanceTarget } from './advance-target.ts';
import type { Engine } from './engine.ts';

/** Few enough for 2 cores and 100 MB; a step mostly waits for a provider. */
const CONCURRENCY = 8;

const DUE = { table: 'post_targets', due: 'next_action_at', where: sql`true` };

/** Takes up whatever is due: to stage, to go out, to look after. */
export function postsWorker(engine: Engine, watch: TableWatch): Worker {
  return createWorker<PostTargetRow>({
    name: 'posts worker',
    logger: engine.logger,
    concurrency: CONCURRENCY,
    pollMs: engine.timings.pollMs,
    sleep: { watch, table: DUE.table, dueIn: () => dueIn(engine.db, { ...DUE, now: engine.clock.now() }) },
    claim: (limit) =>
      claimDue<PostTargetRow>(engine.db, {
        ...DUE,
        now: engine.clock.now(),
        limit,
        leaseMs: engine.timings.leaseMs,
      }),
    run: (target, signal) => advanceTarget(engine, target, signal),
  });
}
