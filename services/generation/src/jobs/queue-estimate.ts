/**
 * The ms until the video at `place` (1 is the next one) is ready. `slots` has the remaining ms of each slot of the
 * worker; each video takes `durationMs`.
 */
export function readyInMs(place: number, slots: readonly number[], durationMs: number): number {
  const queue = slots.toSorted((a, b) => a - b);
  let ready = 0;
  for (let started = 0; started < place; started++) {
    ready = (queue.shift() ?? 0) + durationMs;
    const later = queue.findIndex((slot) => slot > ready);
    queue.splice(later < 0 ? queue.length : later, 0, ready);
  }
  return ready;
}
