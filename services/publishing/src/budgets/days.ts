import { Temporal } from 'temporal-polyfill';

/** How many days after a full day are searched for room. */
export const DAYS_AHEAD = 30;

/** The day an instant belongs to in a zone, as 2026-11-21. */
export function dayIn(timeZone: string, at: Date): string {
  return zoned(timeZone, at).toPlainDate().toString();
}

/** When the next day begins in a zone. */
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
 * When a post may go out: at its time (now, if that has passed), then on each following day. Each time is worked out when
 * it is read: most posts go out at the first.
 *
 * @param timeZone the zone of the post's hour; empty if it is not known: then the hour of UTC is kept
 * @param keepsHour the later times are at the same hour; without it, they are the beginnings of the platform's days
 * @param platformZone the zone at whose midnight the platform's day ends
 */
export function* possibleTimes(given: {
  dueAt: Date;
  now: Date;
  timeZone: string;
  keepsHour: boolean;
  platformZone: string;
}): Generator<PossibleTime, void> {
  const { dueAt, now, timeZone, keepsHour, platformZone } = given;
  const soonest = new Date(Math.max(dueAt.getTime(), now.getTime()));
  const first = { at: dueAt, day: dayIn(platformZone, soonest) };
  yield first;
  let at = soonest;
  for (let days = 1; days <= DAYS_AHEAD; days++) {
    at = keepsHour ? sameHourLater(dueAt, days, timeZone) : nextDay(platformZone, at);
    if (at <= now) continue;
    const day = dayIn(platformZone, at);
    if (day > first.day) yield { at, day };
  }
}

/**
 * Follows scheduling: an hour that the zone skips moves to the next valid one, a repeated hour means its first
 * occurrence.
 */
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
