import { createQueue, createWorker, type Worker } from '@reelwright/leases';
import type { TableWatch } from '@reelwright/postgres';
import { sql } from 'kysely';
import type { PostRow } from '../database.ts';
import type { Engine } from './engine.ts';
import { runPost } from './run-post.ts';

/** Longer than a platform may take to answer a commit. */
const COMMIT_GRACE_MS = 20_000;

/** Claims due posts: to stage, to commit, or to check at the platform. */
export function postsWorker(engine: Engine, watch: TableWatch, concurrency: number): Worker {
  return createWorker({
    name: 'posts worker',
    logger: engine.logger,
    concurrency,
    pollMs: engine.timings.pollMs,
    watch,
    queue: createQueue<PostRow>({
      db: engine.db,
      table: 'posts',
      due: 'next_action_at',
      where: sql`true`,
      now: engine.clock.now,
      leaseMs: engine.timings.leaseMs,
    }),
    traceparent: (post) => post.traceparent,
    graceMs: COMMIT_GRACE_MS,
    run: (post, stopping, cut) => runPost(engine, post, { stopping, cut }),
  });
}
