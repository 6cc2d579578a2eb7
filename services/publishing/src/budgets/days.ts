import { Temporal } from 'temporal-polyfill';

/** How many days after a full day are tried. */
export const DAYS_AHEAD = 30;

/** The day an instant belongs to in a zone, as 2026-11-21. */
export function dayIn(timeZone: string, at: Date): string {
  return zoned(timeZone, at).toPlainDate().toString();
}

/** When the next day begins there. */
export function nextDay(timeZone: string, now: Date): Date {
  const tomorrow = zoned(timeZone, now).toPlainDate().add({ days: 1 });
  return toDate(tomorrow.toZonedDateTime(timeZone));
}

/** An instant at which a post may go out, and the platform's day whose slot it then takes. */
export interface PossibleTime {
  readonly at: Date;
  readonly day: string;
}

/**
 * When a post may go out: at its time (now, where that has passed), then a day later at the same hour of the clock, and
 * so on. Without a zone of its own an hour of UTC is kept.
 *
 * @param timeZone of the post's hour; empty where it is not known
 * @param platformZone at whose midnight the platform's day ends
 */
export function possibleTimes(given: {
  dueAt: Date;
  now: Date;
  timeZone: string;
  platformZone: string;
}): PossibleTime[] {
  const { dueAt, now, timeZone, platformZone } = given;
  const soonest = new Date(Math.max(dueAt.getTime(), now.getTime()));
  const first = { at: dueAt, day: dayIn(platformZone, soonest) };
  const later = Array.from({ length: DAYS_AHEAD }, (_, index) => sameHourLater(dueAt, index + 1, timeZone))
    .filter((at) => at > now)
    .map((at) => ({ at, day: dayIn(platformZone, at) }));
  return [first, ...later.filter(({ day }) => day > first.day)];
}

/** As scheduling: an hour that the zone skips that day moves to the next valid one; of one that it repeats it is the first. */
function sameHourLater(at: Date, days: number, timeZone: string): Date {
  const later = zoned(timeZone || 'UTC', at)
    .toPlainDateTime()
    .add({ days });
  return toDate(later.toZonedDateTime(timeZone || 'UTC', { disambiguation: 'compatible' }));
}

function zoned(timeZone: string, at: Date): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
}

function toDate(at: Temporal.ZonedDateTime): Date {
  return new Date(at.epochMilliseconds);
}
