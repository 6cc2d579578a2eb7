import { Temporal } from 'temporal-polyfill';

/** A wall date 'YYYY-MM-DD' and a wall time 'HH:MM' in a named zone. */
export interface WallTime {
  date: string;
  time: string;
}

/** The wall time in `zone` at an instant (milliseconds since the epoch). */
export function wallTimeAt(instant: number, zone: string): WallTime {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  return {
    date: local.toPlainDate().toString(),
    time: local.toPlainTime().toString({ smallestUnit: 'minute' }),
  };
}

/**
 * The instant of a wall time. An hour that daylight saving skips moves to the next valid one; of a repeated hour the
 * first is taken, as on the server.
 */
export function instantOf({ date, time }: WallTime, zone: string): number {
  const wall = Temporal.PlainDateTime.from(`${date}T${time}`, { overflow: 'reject' });
  return wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;
}

/** The browser's zone, or UTC if it has none. */
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
