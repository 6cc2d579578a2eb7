import type { AppError } from '@reelwright/errors';
import pLimit from 'p-limit';

/** Runs work when there is a place for it; rejects with the error of `busy` when too much waits already. */
export type LimitConcurrency = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs `concurrency` pieces of work at once and keeps up to `queueLimit` more in the order they came; refuses the rest. */
export function limitConcurrency(options: {
  concurrency: number;
  queueLimit: number;
  busy: () => AppError;
}): LimitConcurrency {
  const { concurrency, queueLimit, busy } = options;
  const limit = pLimit(concurrency);
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= concurrency + queueLimit) throw busy();
    return limit(work);
  };
}
