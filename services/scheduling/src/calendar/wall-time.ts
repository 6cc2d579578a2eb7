import { Temporal } from 'temporal-polyfill';

/** A date and an hour as a clock on the wall of a zone shows them. */
export interface WallTime {
  /** YYYY-MM-DD */
  readonly date: string;
  /** HH:00 */
  readonly time: string;
}

/**
 * The instant of a wall time in an IANA zone; the only place where the two are turned into each other. An hour that
 * summer time skips moves to the next valid one; of a repeated hour it is the first.
 *
 * Temporal, because it keeps that rule everywhere: Luxon takes the second of Cairo's repeated hour.
 */
export function instantOf({ date, time }: WallTime, timeZone: string): Date {
  const wall = Temporal.PlainDateTime.from(`${date}T${time}`, { overflow: 'reject' });
  return new Date(wall.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds);
}

/** What the wall clock of a zone shows at an instant, down to the minute. */
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

/** Whether this machine knows the zone. Bare offsets are refused: they don't follow summer time. */
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

/** The same day so many months on; the last day of the month where that day does not exist. */
export function addMonths(date: string, months: number): string {
  return Temporal.PlainDate.from(date).add({ months }).toString();
}
