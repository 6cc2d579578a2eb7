import { claimDue, createWorker, dueIn, type Worker } from '@reelwright/leases';
import type { TableWatch } from '@reelwright/postgres';
import { sql } from 'kysely';
import type { PostTargetRow } from '../database.ts';
import type { Engine } from './engine.ts';
import { runPost } from './run-post.ts';

/** Few enough for 2 cores and 100 MB; a step mostly waits for a provider. */
const CONCURRENCY = 8;

const DUE = { table: 'post_targets', due: 'next_action_at', where: sql`true` };

/** Claims the posts that are due: to stage, to go out, to be asked about. */
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
    run: (post, signal) => runPost(engine, post, signal),
  });
}
