import { isPaused } from '../../content/statuses.ts';
import { billingMonthOf } from '../../lib/billing-month.ts';
import { instantOf } from '../../lib/zoned-time.ts';
import type { CalendarEntry } from './entry.ts';

export interface Countable {
  instant: number;
  /** Saved entries of the running month are already in the server's count. */
  saved: boolean;
}

/** What of a calendar counts: an entry that waits takes no room until it is back. */
export const countableOf = (entries: readonly CalendarEntry[], zone: string): Countable[] =>
  entries
    .filter(({ status }) => !isPaused(status))
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
