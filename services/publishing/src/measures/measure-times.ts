import { createHash } from 'node:crypto';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
/** The ages at which a new post is read, whatever the time of day. */
const FIRST_AGES = [HOUR_MS, 6 * HOUR_MS, DAY_MS];
const DAILY_UNTIL = 30 * DAY_MS;
/** A post is read for the last time before this age. */
export const MEASURED_FOR_MS = 90 * DAY_MS;
/** Two reads of a post are at least this far apart. */
const LEAST_APART_MS = 6 * HOUR_MS;

const FIRST_RETRY_MS = 5 * 60_000;
const LONGEST_RETRY_MS = 6 * HOUR_MS;

/**
 * When a post is read next: an hour, six hours and a day after it went out, then daily for thirty days and weekly to
 * ninety; null: never again. From the second day on all posts of an account are due at the same minute, which follows
 * from `account`, so that one call reads them together and the accounts are spread over the day.
 */
export function nextMeasureAt({ postedAt, account }: { postedAt: Date; account: string }, now: Date): Date | null {
  const age = now.getTime() - postedAt.getTime();
  const first = FIRST_AGES.find((each) => each > age);
  if (first !== undefined) return new Date(postedAt.getTime() + first);
  const every = age < DAILY_UNTIL ? DAY_MS : WEEK_MS;
  const offset = offsetOf(account) % every;
  const soonest = now.getTime() + LEAST_APART_MS;
  const next = soonest + modulo(offset - soonest, every);
  return next - postedAt.getTime() < MEASURED_FOR_MS ? new Date(next) : null;
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
