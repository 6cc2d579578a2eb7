/** Dates and times in the browser's language, always with the 24-hour clock, like the calendar's slots. */
const cache = new Map<string, Intl.DateTimeFormat>();

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const formatter = cache.get(key) ?? new Intl.DateTimeFormat(undefined, options);
  cache.set(key, formatter);
  return formatter;
}

type Instant = number | string;
const date = (instant: Instant) => new Date(instant);

/** "09:00" in the zone. */
export function formatTime(instant: Instant, timeZone?: string): string {
  return format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...zoneOption(timeZone) }).format(
    date(instant),
  );
}

/** "17:45:12" in the zone. */
export function formatClock(instant: Instant, timeZone?: string): string {
  const options = {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    ...zoneOption(timeZone),
  } as const;
  return format(options).format(date(instant));
}

/** "Tue 24 Nov, 09:00" in the zone. */
export function formatDayAndTime(instant: Instant, timeZone?: string): string {
  const day = format({ weekday: 'short', day: 'numeric', month: 'short', ...zoneOption(timeZone) }).format(
    date(instant),
  );
  return `${day}, ${formatTime(instant, timeZone)}`;
}

/** "24 November" for an instant in the zone. */
export function formatDay(instant: Instant, timeZone?: string): string {
  return format({ day: 'numeric', month: 'long', ...zoneOption(timeZone) }).format(date(instant));
}

/** "24 November 2026" for an instant in the zone; without one, in the browser's. */
export const formatDate = (instant: Instant, timeZone?: string) =>
  format({ day: 'numeric', month: 'long', year: 'numeric', ...zoneOption(timeZone) }).format(date(instant));

// Wall dates have no zone. They are parsed and formatted as UTC, so that no zone shifts them.
const wall = (isoDate: string) => new Date(`${isoDate}T00:00:00Z`);

/** "24 November" for a wall date. */
export const formatWallDay = (isoDate: string) =>
  format({ day: 'numeric', month: 'long', timeZone: 'UTC' }).format(wall(isoDate));

/** "Tue 24 November" for a wall date. */
export const formatWallWeekday = (isoDate: string) =>
  format({ weekday: 'short', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(wall(isoDate));

/** "Tuesday 24 November" for a wall date. */
export const formatWallLong = (isoDate: string) =>
  format({ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(wall(isoDate));

/** "24 Nov" for a wall date. */
export const formatWallShort = (isoDate: string) =>
  format({ day: 'numeric', month: 'short', timeZone: 'UTC' }).format(wall(isoDate));

/** "November 2026" for a month, 1 to 12. */
export const formatMonth = (year: number, month: number) =>
  format({ month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(Date.UTC(year, month - 1, 1)));

/** The short names of Sunday to Saturday in the browser's language. */
export function weekdayNames(): string[] {
  // 1 November 2026 is a Sunday.
  return Array.from({ length: 7 }, (_, day) =>
    format({ weekday: 'short', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, 10, 1 + day))),
  );
}

/** "1:40" for a span of milliseconds, never negative. */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const tail = String(seconds % 60).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${tail}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${tail}`;
}

/** "3 min 12 s" or "48 s". */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** "3 hours ago", "yesterday", "now". */
export function formatAgo(instant: Instant, now: number): string {
  const words = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
  const minutes = Math.round((date(instant).getTime() - now) / 60_000);
  if (Math.abs(minutes) < 60) return words.format(Math.min(0, minutes), 'minute');
  const hours = Math.round(minutes / 60);
  return Math.abs(hours) < 24 ? words.format(hours, 'hour') : words.format(Math.round(hours / 24), 'day');
}

const zoneOption = (timeZone: string | undefined) => (timeZone ? { timeZone } : {});
