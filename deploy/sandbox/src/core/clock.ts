/**
 * Product time, as the sandbox uses it for everything a person sees (when a post went out, when a file was made).
 * Token and code lifetimes always use `real()`: a shifted product clock must not expire a consent.
 */
export interface Clock {
  now(): Date;
  real(): Date;
  /** Milliseconds product time is ahead of real time. */
  offset?(): number;
  /** Moves product time; absent when the clock can't be moved from here. */
  setOffset?(milliseconds: number): Promise<void> | void;
}

/** Real time with an offset of its own, for runs that have no shared product clock. */
export function ownClock(): Clock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    real: () => new Date(),
    offset: () => offset,
    setOffset: (milliseconds) => {
      offset = milliseconds;
    },
  };
}
