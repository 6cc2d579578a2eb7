import type { Logger } from '@reelwright/logger';
import type { TableWatch } from '@reelwright/postgres';
import { continueTrace, runInTrace, runSpan } from '@reelwright/tracing';
import type { Queue } from './queue.ts';

/** The longest sleep, ms: a row that no notification reports is found after this. */
const LONGEST_MS = 10_000;

/** How long the work of a stopped worker may take to end after its signals have aborted. */
const END_MS = 8_000;

export interface Worker {
  readonly name: string;
  start(): void;
  /** The same as `stop`. */
  drain(): Promise<void>;
  readonly drainLimitMs: number;
  stop(): Promise<void>;
  /** Polls now instead of at the next interval. */
  nudge(): void;
}

/**
 * Runs leased work: claims rows for all free slots, polls again at once while there is work and every `pollMs` otherwise.
 * With `watch` it polls once more and then sleeps until the queue's table changes or its next row is due. Stopping aborts
 * the signal of running work and waits for it.
 */
export function createWorker<Job>(
  options: {
    name: string;
    logger: Logger;
    concurrency: number;
    pollMs: number;
    /** The worker polls at once when this clock is moved, for rows that are due at a product time. */
    clock?: { onMove(listener: () => void): void };
    /**
     * Does one job and writes its result under the lease. When it throws, the lease ends by itself and the row is claimed
     * again. `stopping` aborts when the worker is stopped, `cut` aborts `graceMs` later.
     */
    run: (job: Job, stopping: AbortSignal, cut: AbortSignal) => Promise<void>;
    /** For a call whose response must not be missed; 0 by default. */
    graceMs?: number;
    /** The trace that a job continues; each run begins one without it. */
    traceparent?: (job: Job) => string | null;
  } & (
    | { queue: Pick<Queue<Job>, 'claim'>; watch?: undefined }
    | { queue: Omit<Queue<Job>, 'backlog'>; watch: TableWatch }
  ),
): Worker {
  const { name, logger, concurrency, pollMs, graceMs = 0 } = options;
  const sleep = options.watch && { watch: options.watch, queue: options.queue };
  const stopping = new AbortController();
  const cut = new AbortController();
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;
  let nudged = false;
  /** Whether no work ran after the last poll. */
  let idle = false;
  /** Whether changes of the table are notified. */
  let watched = false;

  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      nudged = false;
      const freeSlots = concurrency - running.size;
      if (freeSlots <= 0) return;
      let jobs: readonly Job[] = [];
      try {
        jobs = await options.queue.claim(freeSlots);
      } catch (error) {
        logger.warn({ err: error, worker: name }, 'could not poll for work');
      }
      for (const job of jobs) launch(job);
      if (jobs.length > 0) stopWatching();
      if (jobs.length < freeSlots && !nudged) return;
    }
  }

  function launch(job: Job): void {
    const run = async () => options.run(job, stopping.signal, cut.signal); // also what it throws before its first await
    // The row may have waited for days.
    const context = continueTrace(options.traceparent?.(job));
    const work = runSpan({ name, kind: 'internal', context, isLinked: true }, run)
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        runInTrace(context, () => logger.error({ err: error, worker: name }, 'work failed; its lease will end'));
      })
      .finally(() => {
        running.delete(work);
        nudge();
      });
    running.add(work);
  }

  /** How long to wait after a poll that found nothing more; 0: poll at once. */
  async function chooseWait(): Promise<number> {
    const wasIdle = idle;
    idle = running.size === 0;
    if (!sleep || !wasIdle || !idle) return pollMs;
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
    idle = false;
    if (watched) sleep?.watch.end(sleep.queue.table);
    watched = false;
  }

  function nudge(): void {
    if (stopping.signal.aborted) return;
    nudged = true;
    if (polling) return;
    clearTimeout(timer);
    polling = poll().then(chooseWait).then(wait);
  }

  function wait(ms: number): void {
    polling = undefined;
    if (stopping.signal.aborted) return;
    // A nudge that came after the last poll and before this line.
    if (nudged || ms === 0) nudge();
    // No change was notified and nothing is due: the next due time is queried instead of claiming.
    else timer = setTimeout(watched && ms === LONGEST_MS ? pollIfDue : nudge, ms);
  }

  function pollIfDue(): void {
    polling = untilDue().then(wait);
  }

  async function stop(): Promise<void> {
    stopping.abort();
    clearTimeout(timer);
    const grace = setTimeout(() => cut.abort(), graceMs);
    await polling;
    await Promise.allSettled(running);
    clearTimeout(grace);
  }

  return {
    name,
    nudge,
    start() {
      options.clock?.onMove(nudge);
      nudge();
    },
    drain: stop,
    drainLimitMs: graceMs + END_MS,
    stop,
  };
}
