import type { Clock } from '@reelwright/clock';
import type { Logger } from '@reelwright/logger';
import type { Metrics } from '@reelwright/metrics';
import type { Kysely } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { dispatchBatch, nextDueAt } from './dispatch-batch.ts';

export interface Dispatcher {
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The points at which tests let the process die: the statement is sent and not answered; its answer has come. */
export type DispatchCheckpoint = 'dispatch-sent' | 'dispatch-committed';

const BATCH = 1_000;
/**
 * Batches at once while there is more than one: a commit's wait for the disk is then the other's time to work. A third
 * gains nothing where the database has two cores.
 */
const LANES = 2;
/** The longest sleep: a save, an upgrade or a clock that was moved is seen after this at the latest. */
const CAP_MS = 250;
const FAILED_MS = 1_000;

/**
 * Asks for due videos, batch after batch while there are any, and sleeps until the next one falls due. Any number of
 * dispatchers may run on one database.
 */
export function createDispatcher(options: {
  db: Kysely<SchedulingDatabase>;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  /** Events were stated and committed. */
  onStated?: () => void;
  /** Does nothing, except in tests. */
  checkpoint?: (name: DispatchCheckpoint) => Promise<void>;
}): Dispatcher {
  const { db, clock, logger, metrics, onStated, checkpoint = async () => undefined } = options;
  const entries = metrics.counter('scheduling_dispatched_total', 'Entries that fell due, by outcome', ['outcome']);
  const lateness = metrics.gauge('scheduling_due_lag_seconds', 'How long the earliest due entry has waited');
  let stopped = false;
  let wake: () => void = () => undefined;
  let loop: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    let many = true;
    while (!stopped) {
      try {
        if (many || (await dispatch())) await drain();
        many = await sleepUntil(await nextDueAt(db));
      } catch (error) {
        if (stopped) return;
        many = false;
        logger.warn({ err: error }, 'could not look for due entries');
        await pause(FAILED_MS);
      }
    }
  }

  /** Dispatches until nothing is left. @throws what the first lane that failed threw, when all have ended */
  async function drain(): Promise<void> {
    const lane = async () => {
      while (!stopped && (await dispatch()));
    };
    const ends = await Promise.allSettled(Array.from({ length: LANES }, lane));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** @returns whether the batch was full, so that there may be more */
  async function dispatch(): Promise<boolean> {
    const [{ requested, paused, missed, found }] = await Promise.all([
      dispatchBatch(db, clock.now(), BATCH),
      checkpoint('dispatch-sent'),
    ]);
    if (requested > 0) await checkpoint('dispatch-committed');
    if (requested > 0) onStated?.();
    entries.inc({ outcome: 'requested' }, requested);
    entries.inc({ outcome: 'paused' }, paused);
    entries.inc({ outcome: 'missed' }, missed);
    return found === BATCH && requested + paused + missed > 0;
  }

  /** Sleeps until then or for the longest time. @returns whether something falls due now, and maybe a whole day's entries */
  async function sleepUntil(due: Date | undefined): Promise<boolean> {
    const waitMs = due ? due.getTime() - clock.now().getTime() : CAP_MS;
    lateness.set(Math.max(0, -waitMs / 1_000));
    // What is overdue even now is held by a save or another dispatcher: look again soon, but not in a spin.
    await pause(waitMs <= 0 ? 10 : Math.min(waitMs, CAP_MS));
    return due !== undefined && waitMs > 0 && waitMs <= CAP_MS;
  }

  function pause(ms: number): Promise<void> {
    if (stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    name: 'dispatcher',
    async start() {
      loop = run();
    },
    async stop() {
      stopped = true;
      wake();
      await loop;
    },
  };
}
