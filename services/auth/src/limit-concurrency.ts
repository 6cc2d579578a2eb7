import type { AppError } from '@reelwright/errors';
import pLimit from 'p-limit';

/** Runs work when a slot is free; rejects with the error of `busy` when the queue is full. */
export type LimitConcurrency = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs `concurrency` pieces of work at once and queues up to `queueLimit` more in order; rejects the rest. */
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
