const DAY_MS = 86_400_000;
const QUARTER_MS = 15 * 60_000;

/** How many days on a full day's posts look for room. */
export const DAYS_AHEAD = 30;

/** The day an instant belongs to in a zone, as 2026-11-21. */
export function dayIn(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at);
}

/** The first quarter of an hour that belongs to the next day there; no zone changes its day at another point. */
export function nextDay(timeZone: string, now: Date): Date {
  const today = dayIn(timeZone, now);
  let at = Math.ceil((now.getTime() + 1) / QUARTER_MS) * QUARTER_MS;
  while (dayIn(timeZone, new Date(at)) === today) at += QUARTER_MS;
  return new Date(at);
}

/** An instant at which a post may go out, and the platform's day it then takes a place of. */
export interface Chance {
  readonly at: Date;
  readonly day: string;
}

/**
 * When a post may go out: at its time (now, where that has passed), then a day later at the same hour of the clock, and
 * so on. Without a zone of its own an hour of UTC is kept.
 *
 * @param timeZone of the person whose hour it is; empty when nobody said
 * @param platformZone at whose midnight the platform's day ends
 */
export function chancesOf(given: { dueAt: Date; now: Date; timeZone: string; platformZone: string }): Chance[] {
  const { dueAt, now, timeZone, platformZone } = given;
  const soonest = new Date(Math.max(dueAt.getTime(), now.getTime()));
  const first = { at: dueAt, day: dayIn(platformZone, soonest) };
  const later = Array.from({ length: DAYS_AHEAD }, (_, index) => sameHourLater(dueAt, index + 1, timeZone))
    .filter((at) => at > now)
    .map((at) => ({ at, day: dayIn(platformZone, at) }));
  return [first, ...later.filter(({ day }) => day > first.day)];
}

function sameHourLater(at: Date, days: number, timeZone: string): Date {
  const later = new Date(at.getTime() + days * DAY_MS);
  return timeZone ? new Date(later.getTime() + offsetMs(timeZone, at) - offsetMs(timeZone, later)) : later;
}

/** How far the clock of a zone is ahead of UTC. */
function offsetMs(timeZone: string, at: Date): number {
  const name = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
