/** Number of steps the pace is averaged over: small enough to follow a changing load, large enough to absorb one slow frame. */
const WINDOW = 24;

/** Estimates how long the remaining steps take from the recent ones. Times are milliseconds of a monotonic clock. */
export function createPace(startedAt: number) {
  let last = startedAt;
  let mean: number | undefined;
  let measuredFrames = 0;
  const blend = (took: number): number =>
    mean === undefined ? took : mean + (took - mean) / Math.min(Math.max(measuredFrames, 1), WINDOW);

  return {
    /** Starts from a step time that was measured before. */
    expect(stepMs: number, now: number): void {
      mean = stepMs;
      measuredFrames = WINDOW / 6;
      last = now;
    },
    step(now: number): void {
      // The first step is not counted: it includes the start of the drawers.
      if (measuredFrames > 0) mean = blend(now - last);
      measuredFrames++;
      last = now;
    },
    /** Undefined until a step time is known. */
    remaining(steps: number, now: number): number | undefined {
      if (mean === undefined) return undefined;
      const open = now - last;
      return Math.max(0, (open > mean ? blend(open) : mean) * steps - Math.min(open, mean));
    },
  };
}
