import type { Logger } from '@reelwright/logger';

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
 *
 * @param run does one piece of work and writes its result under the lease. What it throws is logged; the lease then ends
 *   by itself, so the row is taken up again.
 */
export function createWorker<Job>(options: {
  name: string;
  logger: Logger;
  concurrency: number;
  pollMs: number;
  claim: (limit: number) => Promise<readonly Job[]>;
  run: (job: Job, signal: AbortSignal) => Promise<void>;
}): Worker {
  const { name, logger, concurrency, pollMs } = options;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let again = false;

  async function look(): Promise<void> {
    while (!stopping.signal.aborted) {
      again = false;
      const free = concurrency - running.size;
      if (free <= 0) return;
      let jobs: readonly Job[] = [];
      try {
        jobs = await options.claim(free);
      } catch (error) {
        logger.warn({ err: error, worker: name }, 'could not look for work');
      }
      for (const job of jobs) launch(job);
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

  function nudge(): void {
    if (stopping.signal.aborted) return;
    again = true;
    if (looking) return;
    clearTimeout(timer);
    looking = look().finally(() => {
      looking = undefined;
      if (stopping.signal.aborted) return;
      // A nudge that came after the last look and before this line.
      if (again) return nudge();
      timer = setTimeout(nudge, pollMs);
    });
  }

  return {
    name,
    nudge,
    start: nudge,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await looking;
      await Promise.allSettled(running);
    },
  };
}
