/**
 * When the video at `place` (1 is the next one) is ready, in ms: each of the `rests` is a place at work that becomes free
 * after so long, and each video takes `durationMs`.
 */
export function readyInMs(place: number, rests: readonly number[], durationMs: number): number {
  const free = rests.toSorted((a, b) => a - b);
  let ready = 0;
  for (let turn = 0; turn < place; turn++) {
    ready = (free.shift() ?? 0) + durationMs;
    const later = free.findIndex((rest) => rest > ready);
    free.splice(later < 0 ? free.length : later, 0, ready);
  }
  return ready;
}
