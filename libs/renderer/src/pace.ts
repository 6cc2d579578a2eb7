/** Steps over which the pace is averaged: a load that changes shows soon, a single slow frame does little. */
const WINDOW = 24;

/** Says how long a number of steps will take, by the time that the last ones took. Times are ms of a clock that never jumps. */
export function createPace(begun: number) {
  let last = begun;
  let mean: number | undefined;
  let seen = 0;
  const blend = (took: number): number =>
    mean === undefined ? took : mean + (took - mean) / Math.min(Math.max(seen, 1), WINDOW);

  return {
    /** Begins with what was measured before. */
    expect(stepMs: number, now: number): void {
      mean = stepMs;
      seen = WINDOW / 6;
      last = now;
    },
    step(now: number): void {
      // What comes first pays for the start of everything.
      if (seen > 0) mean = blend(now - last);
      seen++;
      last = now;
    },
    /** Undefined until there is something to go by. */
    remaining(steps: number, now: number): number | undefined {
      if (mean === undefined) return undefined;
      const open = now - last;
      return Math.max(0, (open > mean ? blend(open) : mean) * steps - Math.min(open, mean));
    },
  };
}
