/**
 * Product time, which the sandbox uses for all times that people see, such as that of a post. Lifetimes of tokens and codes
 * use `real()`, so that a moved product clock does not expire a consent.
 */
export interface Clock {
  now(): Date;
  real(): Date;
  /** Milliseconds that product time is ahead of real time. */
  offset?(): number;
  /** Moves product time; absent when this clock can't be moved. */
  setOffset?(milliseconds: number): Promise<void> | void;
}

/** Real time plus an offset, for runs without a shared product clock. */
export function ownClock(onOffset: (milliseconds: number) => void = () => {}): Clock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    real: () => new Date(),
    offset: () => offset,
    setOffset: (milliseconds) => {
      offset = milliseconds;
      onOffset(milliseconds);
    },
  };
}

/** The clock of a provider's thread, with the offset that the main thread writes to shared memory. */
export function followedClock(offset: Float64Array): Clock {
  return { now: () => new Date(Date.now() + (offset[0] ?? 0)), real: () => new Date() };
}
