export type Interval = 'day' | 'week' | 'month' | 'year';

/**
 * The instant `count` intervals after an anchor, in unix seconds. Months keep the anchor's day, or take the last day of a
 * shorter month.
 */
export function plusIntervals(anchor: number, interval: Interval, count: number): number {
  if (interval === 'day' || interval === 'week') return anchor + count * (interval === 'day' ? 86_400 : 604_800);
  const date = new Date(anchor * 1000);
  const month = date.getUTCMonth() + count * (interval === 'year' ? 12 : 1);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const moved = Date.UTC(
    date.getUTCFullYear(),
    month,
    Math.min(date.getUTCDate(), lastDay),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  );
  return Math.floor(moved / 1000);
}

/** The period that contains an instant, counted from the anchor. */
export function periodAt(anchor: number, interval: Interval, at: number): { start: number; end: number } {
  let count = 0;
  while (plusIntervals(anchor, interval, count + 1) <= at) count++;
  return { start: plusIntervals(anchor, interval, count), end: plusIntervals(anchor, interval, count + 1) };
}
