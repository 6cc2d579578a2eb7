import { Temporal } from 'temporal-polyfill';

/** A wall date 'YYYY-MM-DD' and a wall time 'HH:MM' in a named zone. */
export interface WallTime {
  date: string;
  time: string;
}

/** What a clock on the wall shows in `zone` at an instant (milliseconds since the epoch). */
export function wallTimeAt(instant: number, zone: string): WallTime {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  return {
    date: local.toPlainDate().toString(),
    time: local.toPlainTime().toString({ smallestUnit: 'minute' }),
  };
}

/**
 * The instant of a wall time. An hour that daylight saving skips moves to the next valid one, a repeated hour is the
 * first of the two, as on the server.
 */
export function instantOf({ date, time }: WallTime, zone: string): number {
  const wall = Temporal.PlainDateTime.from(`${date}T${time}`, { overflow: 'reject' });
  return wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;
}

/** The reader's own zone, or UTC where the browser does not say. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** Whether this browser knows the zone's name. */
export function knowsZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
