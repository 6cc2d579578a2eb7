import type { Logger } from '@reelwright/logger';
import type { TableWatch } from '@reelwright/postgres';
import type { Queue } from './queue.ts';

/** The longest sleep, ms: what nobody tells of is seen after this. */
const LONGEST_MS = 10_000;

export interface Worker {
  readonly name: string;
  start(): void;
  stop(): Promise<void>;
  /** Looks for work now instead of at the next poll. */
  nudge(): void;
}

/**
 * Runs leased work: claims as many rows as there are free places, runs each on its own, polls again at once while there
 * is work and every `pollMs` otherwise. Stopping claims no more, tells running work through its signal, and waits for it.
 * With `watch` it polls once more and then sleeps until the queue's table changes or its next row falls due.
 *
 * @param clock of rows that are due at a product time: whenever that is moved, the worker looks at once
 * @param run does one piece of work and writes its result under the lease. What it throws is logged; the lease then ends
 *   by itself, so the row is taken up again.
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
  let looking: Promise<void> | undefined;
  let again = false;
  /** Whether the last look was as quiet as the one before. */
  let quiet = false;
  /** Changes of the table are told. */
  let watched = false;

  async function look(): Promise<void> {
    while (!stopping.signal.aborted) {
      again = false;
      const free = concurrency - running.size;
      if (free <= 0) return;
      let jobs: readonly Job[] = [];
      try {
        jobs = await options.queue.claim(free);
      } catch (error) {
        logger.warn({ err: error, worker: name }, 'could not look for work');
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

  /** How long to sleep after a look that found nothing more; 0: look at once. */
  async function rest(): Promise<number> {
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

  /** Milliseconds until a row can be claimed, or until the next look for one; 0: perhaps now. */
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
    if (looking) return;
    clearTimeout(timer);
    looking = look().then(rest).then(wait);
  }

  function wait(ms: number): void {
    looking = undefined;
    if (stopping.signal.aborted) return;
    // A nudge that came after the last look and before this line.
    if (again || ms === 0) nudge();
    // Nothing was told and nothing fell due: to claim would be one question more.
    else timer = setTimeout(watched && ms === LONGEST_MS ? lookIfDue : nudge, ms);
  }

  function lookIfDue(): void {
    looking = untilDue().then(wait);
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
      await looking;
      await Promise.allSettled(running);
    },
  };
}
