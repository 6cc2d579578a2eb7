import { type WallTime, wallTimeOf } from './wall-time.ts';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** 'November 21, 2026' for `2026-11-21`, as the screens write it. */
export function formatDay(date: string): string {
  return day.format(new Date(`${date}T00:00:00Z`));
}

/** 'November 21, 2026' for an instant in the zone. */
export const formatDayOf = (instant: Date, timeZone: string): string => formatDay(wallTimeOf(instant, timeZone).date);

/** 'November 21, 2026 at 09:00' */
export function formatSlot({ date, time }: WallTime): string {
  return `${formatDay(date)} at ${time}`;
}
