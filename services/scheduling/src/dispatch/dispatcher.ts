import type { Clock } from '@reelwright/clock';
import type { Logger } from '@reelwright/logger';
import type { Metrics } from '@reelwright/metrics';
import type { TableWatch } from '@reelwright/postgres';
import type { Kysely } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { dispatchBatch, nextDueAt } from './dispatch-batch.ts';

export interface Dispatcher {
  readonly name: string;
  start(): Promise<void>;
  /** The same as `stop`. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/** The points at which tests let the process die: after the statement was sent, and after its answer. */
export type DispatchCheckpoint = 'dispatch-sent' | 'dispatch-committed';

const BATCH = 1_000;
/**
 * Concurrent batches: one works while the other's commit waits for the disk. A third gains nothing on a database with
 * two cores.
 */
const LANES = 2;
/** How long a change or a moved clock stays unnoticed while `due_entries` is not watched. */
const UNWATCHED_SLEEP_MS = 250;
/** The longest sleep while `due_entries` is watched. */
const WATCHED_SLEEP_MS = 10_000;
const FAILED_MS = 1_000;
const TABLE = 'due_entries';

/**
 * Requests due videos in batches, and sleeps until the next one falls due or `due_entries` changes. Any number of
 * dispatchers can run on one database.
 */
export function createDispatcher(options: {
  db: Kysely<SchedulingDatabase>;
  watch: TableWatch;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  /** Called after events were committed to the outbox. */
  onEnqueued?: () => void;
  /** Does nothing outside of tests. */
  checkpoint?: (name: DispatchCheckpoint) => Promise<void>;
}): Dispatcher {
  const { db, watch, clock, logger, metrics, onEnqueued, checkpoint = async () => undefined } = options;
  const entries = metrics.counter('scheduling_dispatched_total', 'Entries that fell due, by outcome', ['outcome']);
  let stopped = false;
  let watched = false;
  let changed = false;
  let wake: () => void = () => undefined;
  let loop: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    let mayHaveMore = true;
    let overdue = false;
    while (!stopped) {
      try {
        changed = false;
        if (mayHaveMore || (overdue && (await dispatch()))) await dispatchAll();
        const due = await nextDueAt(db);
        overdue = due !== undefined && due <= clock.now();
        mayHaveMore = await sleepUntil(due);
      } catch (error) {
        if (stopped) return;
        mayHaveMore = false;
        logger.warn({ err: error }, 'polling for due entries failed');
        await pause(FAILED_MS);
      }
    }
  }

  /** Dispatches until nothing is left. @throws the error of the first failed lane, after all have ended */
  async function dispatchAll(): Promise<void> {
    const lane = async () => {
      while (!stopped && (await dispatch()));
    };
    const ends = await Promise.allSettled(Array.from({ length: LANES }, lane));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** @returns whether the batch was full, so that there may be more */
  async function dispatch(): Promise<boolean> {
    const [{ requested, paused, missed, held, found }] = await Promise.all([
      dispatchBatch(db, clock.now(), BATCH),
      checkpoint('dispatch-sent'),
    ]);
    if (requested > 0) await checkpoint('dispatch-committed');
    if (requested > 0) onEnqueued?.();
    entries.inc({ outcome: 'requested' }, requested);
    entries.inc({ outcome: 'paused' }, paused);
    entries.inc({ outcome: 'missed' }, missed);
    entries.inc({ outcome: 'held' }, held);
    return found === BATCH && requested + paused + missed + held > 0;
  }

  /** Sleeps until `due`, or for the longest time. @returns whether entries fall due now, perhaps many */
  async function sleepUntil(due: Date | undefined): Promise<boolean> {
    const waitMs = due ? due.getTime() - clock.now().getTime() : WATCHED_SLEEP_MS;
    // An overdue entry is locked by a save or another dispatcher: poll again soon, without a busy loop.
    if (waitMs <= 0) await pause(10);
    else await pause(Math.min(waitMs, watched ? WATCHED_SLEEP_MS : UNWATCHED_SLEEP_MS));
    const isDue = due !== undefined && waitMs > 0 && due.getTime() <= clock.now().getTime();
    if (isDue) stopWatching();
    else if (!watched && !changed && waitMs > UNWATCHED_SLEEP_MS) watched = await watch.begin(TABLE, onChange);
    return isDue;
  }

  function onChange(): void {
    watched = false;
    changed = true;
    wake();
  }

  function stopWatching(): void {
    if (watched) watch.end(TABLE);
    watched = false;
  }

  function pause(ms: number): Promise<void> {
    if (stopped || changed) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function stop(): Promise<void> {
    stopped = true;
    wake();
    await loop;
  }

  return {
    name: 'dispatcher',
    async start() {
      loop = run();
    },
    drain: stop,
    stop,
  };
}
