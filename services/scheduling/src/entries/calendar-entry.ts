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

type Slot = Pick<Entry, 'date' | 'time' | 'timeZone' | 'publishAt'>;

/** An entry's date and time in the zone that the calendar is shown in; the free plan's video has none. */
export function shownAt<Of extends Slot>(entry: Of, timeZone: string): WallTime | Pick<Of, 'date' | 'time'> {
  const { date, time, publishAt } = entry;
  return timeZone === entry.timeZone || publishAt === null ? { date, time } : wallTimeOf(publishAt, timeZone);
}
