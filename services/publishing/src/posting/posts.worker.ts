import { createQueue, createWorker, type Worker } from '@reelwright/leases';
import type { TableWatch } from '@reelwright/postgres';
import { sql } from 'kysely';
import type { PostRow } from '../database.ts';
import type { Engine } from './engine.ts';
import { runPost } from './run-post.ts';

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
    run: (post, signal) => runPost(engine, post, signal),
  });
}
