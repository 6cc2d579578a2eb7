import { createHash } from 'node:crypto';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
/** The ages at which a new post is read, whatever the time of day. */
const FIRST_AGES_MS = [HOUR_MS, 6 * HOUR_MS, DAY_MS];
const DAILY_UNTIL_MS = 30 * DAY_MS;
/** A post of this age is not read any more. */
export const MEASURED_FOR_MS = 90 * DAY_MS;
/** From the second day on, the next read of a post is planned at least this long after the previous one. */
const MIN_INTERVAL_MS = 6 * HOUR_MS;

const FIRST_RETRY_MS = 5 * 60_000;
const LONGEST_RETRY_MS = 6 * HOUR_MS;

/**
 * When a post is read next: an hour, six hours and a day after it went out, then daily for thirty days and weekly to
 * ninety; null: no further read is planned. From the second day on all posts of an account are due at the same time of
 * day, and weekly ones on the same weekday. It follows from `account`, so that one call reads them together and the
 * accounts are spread over the day.
 */
export function nextMeasureAt({ postedAt, account }: { postedAt: Date; account: string }, now: Date): Date | null {
  const age = now.getTime() - postedAt.getTime();
  const first = FIRST_AGES_MS.find((each) => each > age);
  if (first !== undefined) return new Date(postedAt.getTime() + first);
  const every = age < DAILY_UNTIL_MS ? DAY_MS : WEEK_MS;
  const offset = offsetOf(account) % every;
  const soonest = now.getTime() + MIN_INTERVAL_MS;
  const next = new Date(soonest + modulo(offset - soonest, every));
  return isReadAt(postedAt, next) ? next : null;
}

/** From when on a post is not read any more. */
export function measuredUntil(postedAt: Date): Date {
  return new Date(postedAt.getTime() + MEASURED_FOR_MS);
}

/** Whether a post is still read at this moment. */
export function isReadAt(postedAt: Date, at: Date): boolean {
  return at < measuredUntil(postedAt);
}

/** When a read that got no numbers is tried again. */
export function retryMeasureAt(now: Date, tries: number, retryAfterMs = 0): Date {
  const wait = Math.min(FIRST_RETRY_MS * 2 ** Math.min(tries, 10), LONGEST_RETRY_MS);
  return new Date(now.getTime() + Math.max(wait, retryAfterMs));
}

function offsetOf(account: string): number {
  return createHash('sha256').update(account).digest().readUInt32BE(0) % WEEK_MS;
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by;
