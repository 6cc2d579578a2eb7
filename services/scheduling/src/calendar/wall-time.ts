import { Temporal } from 'temporal-polyfill';

/** A date and an hour in the local time of a zone. */
export interface WallTime {
  /** YYYY-MM-DD */
  readonly date: string;
  /** HH:00 */
  readonly time: string;
}

/**
 * The instant of a wall time in an IANA zone. This file alone converts between the two. An hour that summer time
 * skips moves to the next valid one; a repeated hour means its first occurrence.
 *
 * It uses Temporal, which follows that rule in every zone; Luxon takes the second occurrence in Cairo.
 */
export function instantOf({ date, time }: WallTime, timeZone: string): Date {
  const wall = Temporal.PlainDateTime.from(`${date}T${time}`, { overflow: 'reject' });
  return new Date(wall.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds);
}

/** The local time of a zone at an instant, to the minute. */
export function wallTimeOf(instant: Date, timeZone: string): WallTime {
  const local = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
  return {
    date: local.toPlainDate().toString(),
    time: local.toPlainTime().toString({ smallestUnit: 'minute' }),
  };
}

export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    Temporal.PlainDate.from(text, { overflow: 'reject' });
    return true;
  } catch {
    return false;
  }
}

/** Whether this runtime knows the zone. Bare offsets are refused: they don't follow summer time. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

export function nextDate(date: string): string {
  return Temporal.PlainDate.from(date).add({ days: 1 }).toString();
}

/** The same day that many months later, or the last day of a shorter month. */
export function addMonths(date: string, months: number): string {
  return Temporal.PlainDate.from(date).add({ months }).toString();
}
