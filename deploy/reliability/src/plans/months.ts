/**
 * The instant `count` months after an anchor, in unix seconds: the same day and time, or the last day of a shorter month.
 * Counted from the anchor itself, so that the 31st is kept after February.
 */
export function plusMonths(anchor: number, count: number): number {
  const from = new Date(anchor * 1000);
  const month = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + count, 1));
  const days = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  month.setUTCDate(Math.min(from.getUTCDate(), days));
  return month.getTime() / 1000 + (anchor % 86_400);
}

/** The first anniversary of an anchor after an instant, in steps of `step` months. */
export function nextAnniversary(anchor: number, now: number, step = 1): number {
  let count = step;
  while (plusMonths(anchor, count) <= now) count += step;
  return plusMonths(anchor, count);
}

/** The first of the next calendar month, UTC: when a new month begins on the free plan (decision 12). */
export function nextCalendarMonth(now: number): number {
  const at = new Date(now * 1000);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1) / 1000;
}

export const DAY = 86_400;
export const HOUR = 3_600;
export const secondsOf = (date: Date | string): number => Math.floor(new Date(date).getTime() / 1000);
export const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19);
