import { instantOf } from '../../lib/zoned-time.ts';
import type { CalendarEntry } from './entry.ts';

/**
 * Which billing month a moment lies in, counted from the running one (0). `resetsAt` is when the running one ends; the
 * next ones end a calendar month later each. Without it, everything counts into the running one.
 */
export function billingMonthOf(instant: number, resetsAt: string | null): number {
  if (!resetsAt) return 0;
  const end = new Date(resetsAt);
  const day = end.getUTCDate();
  let month = 0;
  while (instant >= end.getTime() && month < 60) {
    month += 1;
    end.setUTCDate(1);
    end.setUTCMonth(end.getUTCMonth() + 1);
    end.setUTCDate(Math.min(day, new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()));
  }
  return month;
}

export interface Countable {
  instant: number;
  /** Saved entries of the running month are already in the server's count. */
  saved: boolean;
}

/** What of a calendar counts: an entry that waits takes no room until it is back. */
export const countableOf = (entries: readonly CalendarEntry[], zone: string): Countable[] =>
  entries
    .filter(({ state }) => state !== 'paused')
    .map((entry) => ({ instant: instantOf(entry, zone), saved: entry.saved }));

interface Usage {
  videosPerMonth: number;
  usedThisMonth: number;
  usageResetsAt: string | null;
  /** Saved entries that the draft takes away or moves. */
  released: readonly number[];
}

/** How many videos each billing month would take, by its distance from the running one. */
export function countByMonth(entries: readonly Countable[], usage: Usage): Map<number, number> {
  const counts = new Map<number, number>([[0, usage.usedThisMonth]]);
  const add = (month: number, count: number) => counts.set(month, (counts.get(month) ?? 0) + count);
  for (const instant of usage.released) {
    if (billingMonthOf(instant, usage.usageResetsAt) === 0) add(0, -1);
  }
  for (const { instant, saved } of entries) {
    const month = billingMonthOf(instant, usage.usageResetsAt);
    if (month > 0 || !saved) add(month, 1);
  }
  return counts;
}

/** Whether one more entry at this moment fits into the plan. */
export function hasRoom(instant: number, entries: readonly Countable[], usage: Usage): boolean {
  const month = billingMonthOf(instant, usage.usageResetsAt);
  return (countByMonth(entries, usage).get(month) ?? 0) < usage.videosPerMonth;
}

/** Whether any billing month holds more than the plan allows. */
export function isOverLimit(entries: readonly Countable[], usage: Usage): boolean {
  return [...countByMonth(entries, usage).values()].some((count) => count > usage.videosPerMonth);
}
