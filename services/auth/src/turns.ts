import type { AppError } from '@reelwright/errors';

/** Does work when its turn has come; rejects with the error of `busy` when too many wait already. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Turns for heavy work: `atOnce` run, `waiting` more are kept in order, everyone else is sent away. */
export function createTurns(limits: { atOnce: number; waiting: number; busy: () => AppError }): InTurn {
  const { atOnce, waiting, busy } = limits;
  let running = 0;
  const queue: (() => void)[] = [];

  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw busy();
      // Whoever is done hands its place on, so nobody who comes later slips in between.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
