import { takesNoVideo } from '../../content/statuses.ts';
import { billingMonthOf } from '../../lib/billing-month.ts';
import { instantOf } from '../../lib/zoned-time.ts';
import type { CalendarEntry } from './entry.ts';

export interface Countable {
  instant: number;
  /** Saved entries of the current month are already in the server's count. */
  saved: boolean;
}

/** The entries that count against the plan. A paused or skipped entry does not count until it resumes. */
export const countableOf = (entries: readonly CalendarEntry[], zone: string): Countable[] =>
  entries
    .filter(({ status }) => !takesNoVideo(status))
    .map((entry) => ({ instant: instantOf(entry, zone), saved: entry.saved }));

interface Usage {
  videosPerMonth: number;
  usedThisMonth: number;
  usageResetsAt: string | null;
  /** The instants of saved entries that the draft removes or moves. */
  released: readonly number[];
}

/** The number of videos in each billing month. The key is the number of months after the current one. */
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

/** Whether the plan has room for one more entry at this instant. */
export function hasRoom(instant: number, entries: readonly Countable[], usage: Usage): boolean {
  const month = billingMonthOf(instant, usage.usageResetsAt);
  return (countByMonth(entries, usage).get(month) ?? 0) < usage.videosPerMonth;
}

/** Whether any billing month has more videos than the plan allows. */
export function isOverLimit(entries: readonly Countable[], usage: Usage): boolean {
  return [...countByMonth(entries, usage).values()].some((count) => count > usage.videosPerMonth);
}
