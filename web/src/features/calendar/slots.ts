import { addDays } from '../../lib/calendar-month.ts';
import { instantOf, type WallTime, wallTimeAt } from '../../lib/zoned-time.ts';

/** The hours that can be chosen: 06:00 to 23:00. */
export const hours: readonly string[] = Array.from(
  { length: 18 },
  (_, place) => `${String(place + 6).padStart(2, '0')}:00`,
);

/** The hours offered for a day. They include the entry's own hour, which another zone may put outside the usual ones. */
export function hoursOf(date: string, own: WallTime | null): readonly string[] {
  if (own?.date !== date || hours.includes(own.time)) return hours;
  return [...hours, own.time].sort();
}

export const defaultHour = '09:00';

/** A slot that is closer than this cannot be chosen, because the video has to be made first. */
export const leadMs = 30 * 60_000;

export type SlotState = 'free' | 'past' | 'soon' | 'taken';

interface Situation {
  /** Product time, milliseconds. */
  now: number;
  zone: string;
  /** The other entries, whose instants are taken; without the entry being edited. */
  others: readonly WallTime[];
}

/** Whether a slot can be chosen, or why not. A day may have several entries, an instant only one. */
export function slotState(slot: WallTime, { now, zone, others }: Situation): SlotState {
  const instant = instantOf(slot, zone);
  if (instant <= now) return 'past';
  if (instant < now + leadMs) return 'soon';
  return others.some((other) => instantOf(other, zone) === instant) ? 'taken' : 'free';
}

/** The hour to propose for a day: 09:00, else the next free hour, else an earlier one, else null. */
export function proposedHour(date: string, situation: Situation): string | null {
  const isFree = (time: string) => slotState({ date, time }, situation) === 'free';
  const later = hours.slice(hours.indexOf(defaultHour));
  return later.find(isFree) ?? hours.find(isFree) ?? null;
}

/** The earliest slot that respects the lead time, whether taken or not. */
export function earliestSlot(now: number, zone: string): WallTime {
  let { date } = wallTimeAt(now, zone);
  for (;;) {
    const time = hours.find((hour) => instantOf({ date, time: hour }, zone) >= now + leadMs);
    if (time) return { date, time };
    date = addDays(date, 1);
  }
}
