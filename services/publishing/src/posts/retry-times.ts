/** Later than this, a post that has not gone out is missed. */
export const MISSED_AFTER_MS = 6 * 3_600_000;

const LAST_CHANCE_MS = 60_000;
const BACKOFF_MS = [2_000, 5_000, 15_000, 60_000, 300_000, 900_000];
/** The shortest wait that counts as none once the hour has come. */
const PROMPT_MS = 15_000;

/** Grows from 2 s to 15 min. */
export function backoffMs(tries: number): number {
  return BACKOFF_MS[Math.min(tries, BACKOFF_MS.length - 1)] ?? 900_000;
}

/**
 * When a step that failed before the commit is tried again: before its hour a post never waits past it, and after it
 * never longer than it is late already. No wait passes the last chance.
 * @param wished when the platform, or the cause, wants it to be
 */
export function nextTryAt(wished: Date | undefined, tries: number, dueAt: Date, now: Date): Date {
  const late = now.getTime() - dueAt.getTime();
  const most = late < 0 ? Math.max(-late, BACKOFF_MS[0] ?? 0) : Math.max(late, PROMPT_MS);
  const wait = wished ? wished.getTime() - now.getTime() : Math.min(backoffMs(tries), most);
  return new Date(now.getTime() + beforeTheEnd(wait, dueAt, now));
}

/** The wait before the next check: seconds at first, ten minutes as long as the post may still go out, then half an hour. */
export function checkWaitMs(checks: number, dueAt: Date, now: Date): number {
  if (checks < 12) return checks < 6 ? 5_000 : 60_000;
  const mayGoOut = now.getTime() - dueAt.getTime() < MISSED_AFTER_MS;
  return mayGoOut ? beforeTheEnd(600_000, dueAt, now) : 1_800_000;
}

/** One try is made a minute before the post would count as missed, however long the wait. */
function beforeTheEnd(waitMs: number, dueAt: Date, now: Date): number {
  const untilLastChance = dueAt.getTime() + MISSED_AFTER_MS - LAST_CHANCE_MS - now.getTime();
  return untilLastChance > 0 ? Math.min(waitMs, untilLastChance) : waitMs;
}
