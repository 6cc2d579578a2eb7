/** A wall date 'YYYY-MM-DD' and a wall time 'HH:MM' in a named zone. */
export interface WallTime {
  date: string;
  time: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function partsFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(zone, format);
  return format;
}

/** What a clock on the wall shows in `zone` at an instant (milliseconds since the epoch). */
export function wallTimeAt(instant: number, zone: string): WallTime {
  const part = Object.fromEntries(
    partsFormat(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return { date: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}` };
}

function offsetAt(instant: number, zone: string): number {
  const wall = wallTimeAt(instant, zone);
  return Date.parse(`${wall.date}T${wall.time}:00Z`) - Math.floor(instant / 60_000) * 60_000;
}

/**
 * The instant of a wall time. An hour that daylight saving skips moves to the next valid one, a repeated hour is the
 * first of the two, as on the server.
 */
export function instantOf({ date, time }: WallTime, zone: string): number {
  const naive = Date.parse(`${date}T${time}:00Z`);
  const before = naive - offsetAt(naive - 86_400_000, zone);
  const after = naive - offsetAt(naive + 86_400_000, zone);
  const fits = [Math.min(before, after), Math.max(before, after)].find((candidate) => {
    const wall = wallTimeAt(candidate, zone);
    return wall.date === date && wall.time === time;
  });
  return fits ?? before;
}

/** The reader's own zone, or UTC where the browser does not say. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** Whether this browser knows the zone's name. */
export function knowsZone(zone: string): boolean {
  try {
    partsFormat(zone);
    return true;
  } catch {
    return false;
  }
}
