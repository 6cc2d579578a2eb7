/**
 * The product's clock as the server tells it. Every answer's Date header carries product time, which local and test
 * runs may move; the browser's own clock may be wrong. What is shown as today or as too late follows the server.
 */
let offsetMs = 0;

/** Remembers how far the server's clock is from this machine's. Ignores a missing or unreadable header. */
export function noteServerDate(header: string | null, receivedAt: number = Date.now()): void {
  if (!header) return;
  const server = Date.parse(header);
  if (Number.isNaN(server)) return;
  // The header counts whole seconds: keep the known offset while it agrees, so that clocks on screen do not jitter.
  if (Math.abs(receivedAt + offsetMs - server) > 1500) offsetMs = server - receivedAt;
}

/** Product time, in milliseconds since the epoch. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}
