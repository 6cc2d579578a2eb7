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

/** The clock of a provider's thread: it goes by the offset that the main thread keeps in memory both see. */
export function followedClock(offset: Float64Array): Clock {
  return { now: () => new Date(Date.now() + (offset[0] ?? 0)), real: () => new Date() };
}
