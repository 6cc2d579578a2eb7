import type { EntryState } from '@reelwright/product';
import { type WallTime, wallTimeOf } from '../calendar/wall-time.ts';
import type { Entry } from './entry.ts';

/** An entry of the calendar: it has a time and was not removed. */
export interface CalendarEntry extends Entry, WallTime {
  readonly date: string;
  readonly time: string;
  readonly publishAt: Date;
  readonly state: Exclude<EntryState, 'cancelled'>;
  /** Its video was requested at least once, so other services know it and may have an earlier render. */
  readonly wasRequested: boolean;
  /** Its newest render failed. */
  readonly renderFailed: boolean;
}

/** An entry's date and time in the zone that the calendar is shown in. */
export function shownAt(entry: CalendarEntry, timeZone: string): WallTime {
  const { date, time } = entry;
  return timeZone === entry.timeZone ? { date, time } : wallTimeOf(entry.publishAt, timeZone);
}
