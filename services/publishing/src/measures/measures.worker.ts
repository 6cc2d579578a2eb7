import { createQueue, createWorker, type Worker } from '@reelwright/leases';
import type { TableWatch } from '@reelwright/postgres';
import { sql } from 'kysely';
import type { PostMeasureRow } from '../database.ts';
import { type MeasureDeps, readMeasures } from './read-measures.ts';

/** Accounts that one process reads at the same time: few, because nobody waits for it. */
const CONCURRENT_READS = 2;

/** The row of its account that is due first: the account's other due rows are read with it, whichever worker claims it. */
const isFirstOfAccount = sql`not exists (
  select 1 from post_measures as earlier
   where earlier.user_id = post_measures.user_id and earlier.platform = post_measures.platform
     and (earlier.next_at, earlier.id) < (post_measures.next_at, post_measures.id))`;

/** Claims posts whose views are due, and reads them with all due ones of their account. */
export function measuresWorker(deps: MeasureDeps & { pollMs: number; watch: TableWatch }): Worker {
  const { db, clock, logger, watch, pollMs, leaseMs } = deps;
  return createWorker({
    name: 'measures worker',
    logger,
    concurrency: CONCURRENT_READS,
    pollMs,
    watch,
    queue: createQueue<PostMeasureRow>({
      db,
      table: 'post_measures',
      due: 'next_at',
      where: isFirstOfAccount,
      now: clock.now,
      leaseMs,
    }),
    run: (row, stopping) => readMeasures(deps, row, stopping),
  });
}
