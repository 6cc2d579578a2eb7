/** A post that has not gone out by this time after its due time is missed. */
export const MISSED_AFTER_MS = 6 * 3_600_000;

const LAST_CHANCE_MS = 60_000;
const BACKOFF_MS = [2_000, 5_000, 15_000, 60_000, 300_000, 900_000];
/** After its time a late post waits at least this long between two tries. */
const PROMPT_MS = 15_000;

/** Grows from 2 s to 15 min. */
export function backoffMs(tries: number): number {
  return BACKOFF_MS[Math.min(tries, BACKOFF_MS.length - 1)] ?? 900_000;
}

/**
 * When a failed step before the commit is tried again. Before its time a post never waits beyond it; after it, never
 * longer than it is already late. One try is always made before the post is missed.
 * @param requested the time that the platform, or the cause, asks for
 */
export function nextTryAt(requested: Date | undefined, tries: number, dueAt: Date, now: Date): Date {
  const late = now.getTime() - dueAt.getTime();
  const most = late < 0 ? Math.max(-late, BACKOFF_MS[0] ?? 0) : Math.max(late, PROMPT_MS);
  const wait = requested ? requested.getTime() - now.getTime() : Math.min(backoffMs(tries), most);
  return new Date(now.getTime() + beforeTheEnd(wait, dueAt, now));
}

/**
 * The wait before the next check: seconds at first, then ten minutes while the post may still go out, then half an
 * hour.
 */
export function checkWaitMs(checks: number, dueAt: Date, now: Date): number {
  if (checks < 12) return checks < 6 ? 5_000 : 60_000;
  const mayGoOut = now.getTime() - dueAt.getTime() < MISSED_AFTER_MS;
  return mayGoOut ? beforeTheEnd(600_000, dueAt, now) : 1_800_000;
}

/** Shortens a wait so that one try is made a minute before the post is missed. */
function beforeTheEnd(waitMs: number, dueAt: Date, now: Date): number {
  const untilLastChance = dueAt.getTime() + MISSED_AFTER_MS - LAST_CHANCE_MS - now.getTime();
  return untilLastChance > 0 ? Math.min(waitMs, untilLastChance) : waitMs;
}
