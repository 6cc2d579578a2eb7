/**
 * The ms until the video at `place` (1 is the next one) is ready. Each of the `rests` is how long a worker's slot is
 * still occupied; each video takes `durationMs`.
 */
export function readyInMs(place: number, rests: readonly number[], durationMs: number): number {
  const free = rests.toSorted((a, b) => a - b);
  let ready = 0;
  for (let started = 0; started < place; started++) {
    ready = (free.shift() ?? 0) + durationMs;
    const later = free.findIndex((rest) => rest > ready);
    free.splice(later < 0 ? free.length : later, 0, ready);
  }
  return ready;
}
