/**
 * Product time, as the server reports it in the Date header of every response. Local and test runs may move it, and the
 * browser's own clock may be wrong, so today, lead times and running clocks follow the server.
 */
let offsetMs = 0;

/** Stores the offset of the server's clock from this machine's. Ignores a missing or unreadable header. */
export function syncServerClock(header: string | null, receivedAt: number = Date.now()): void {
  if (!header) return;
  const server = Date.parse(header);
  if (Number.isNaN(server)) return;
  // The header has whole seconds. A known offset is kept while it agrees, so that clocks on the screen do not jitter.
  if (Math.abs(receivedAt + offsetMs - server) > 1500) offsetMs = server - receivedAt;
}

/** Product time, in milliseconds since the epoch. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}
