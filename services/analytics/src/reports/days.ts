const DAY_MS = 86_400_000;

/** The first instant of the UTC day `ago` days before the day of `now`. 'Last 7 days' are that day and the six before it. */
export function dayStart(now: Date, ago: number): Date {
  return new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - ago * DAY_MS);
}

/** That day as YYYY-MM-DD. */
export const isoDay = (now: Date, ago: number): string => dayStart(now, ago).toISOString().slice(0, 10);

/** The first instant of the UTC month `ago` months before the month of `now`. */
export function monthStart(now: Date, ago: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1));
}

/** That month as YYYY-MM. */
export const isoMonth = (now: Date, ago: number): string => monthStart(now, ago).toISOString().slice(0, 7);
