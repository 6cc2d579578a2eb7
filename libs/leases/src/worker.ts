import type { Logger } from '@reelwright/logger';
import type { TableWatch } from '@reelwright/postgres';
import type { Queue } from './queue.ts';

/** The longest sleep, ms: a row that no notification reports is found after this. */
const LONGEST_MS = 10_000;

export interface Worker {
  readonly name: string;
  start(): void;
  stop(): Promise<void>;
  /** Polls now instead of at the next interval. */
  nudge(): void;
}

/**
 * Runs leased work: claims rows for all free slots, polls again at once while there is work and every `pollMs` otherwise.
 * With `watch` it polls once more and then sleeps until the queue's table changes or its next row is due. Stopping aborts
 * the signal of running work and waits for it.
 *
 * @param clock polls at once when it is moved, for rows that are due at a product time
 * @param run does one piece of work and writes its result under the lease. What it throws is logged; the lease then ends
 *   by itself, so the row is claimed again.
 */
export function createWorker<Job>(
  options: {
    name: string;
    logger: Logger;
    concurrency: number;
    pollMs: number;
    clock?: { onMove(listener: () => void): void };
    run: (job: Job, signal: AbortSignal) => Promise<void>;
  } & ({ queue: Pick<Queue<Job>, 'claim'>; watch?: undefined } | { queue: Queue<Job>; watch: TableWatch }),
): Worker {
  const { name, logger, concurrency, pollMs } = options;
  const sleep = options.watch && { watch: options.watch, queue: options.queue };
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;
  let again = false;
  /** Whether no work ran after the last poll. */
  let quiet = false;
  /** Whether changes of the table are notified. */
  let watched = false;

  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      again = false;
      const free = concurrency - running.size;
      if (free <= 0) return;
      let jobs: readonly Job[] = [];
      try {
        jobs = await options.queue.claim(free);
      } catch (error) {
        logger.warn({ err: error, worker: name }, 'could not poll for work');
      }
      for (const job of jobs) launch(job);
      if (jobs.length > 0) stopWatching();
      if (jobs.length < free && !again) return;
    }
  }

  function launch(job: Job): void {
    const run = async () => options.run(job, stopping.signal); // also what it throws before its first await
    const work = run()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) logger.error({ err: error, worker: name }, 'work failed; its lease will end');
      })
      .finally(() => {
        running.delete(work);
        nudge();
      });
    running.add(work);
  }

  /** How long to wait after a poll that found nothing more; 0: poll at once. */
  async function chooseWait(): Promise<number> {
    const wasQuiet = quiet;
    quiet = running.size === 0;
    if (!sleep || !wasQuiet || !quiet) return pollMs;
    if (!watched) {
      watched = await sleep.watch.begin(sleep.queue.table, () => {
        stopWatching();
        nudge();
      });
      return watched ? 0 : pollMs;
    }
    return (await untilDue()) || pollMs;
  }

  /** Milliseconds until a row can be claimed, or until the longest sleep is over; 0: perhaps now. */
  async function untilDue(): Promise<number> {
    const due = await sleep?.queue.dueIn().catch(() => 0);
    return due === undefined ? LONGEST_MS : Math.min(Math.ceil(due), LONGEST_MS);
  }

  function stopWatching(): void {
    quiet = false;
    if (watched) sleep?.watch.end(sleep.queue.table);
    watched = false;
  }

  function nudge(): void {
    if (stopping.signal.aborted) return;
    again = true;
    if (polling) return;
    clearTimeout(timer);
    polling = poll().then(chooseWait).then(wait);
  }

  function wait(ms: number): void {
    polling = undefined;
    if (stopping.signal.aborted) return;
    // A nudge that came after the last poll and before this line.
    if (again || ms === 0) nudge();
    // No change was notified and nothing is due: asks for the next due row instead of claiming.
    else timer = setTimeout(watched && ms === LONGEST_MS ? pollIfDue : nudge, ms);
  }

  function pollIfDue(): void {
    polling = untilDue().then(wait);
  }

  return {
    name,
    nudge,
    start() {
      options.clock?.onMove(nudge);
      nudge();
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await polling;
      await Promise.allSettled(running);
    },
  };
}
