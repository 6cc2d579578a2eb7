import type { EntryState } from '@reelwright/product';
import { type WallTime, wallTimeOf } from '../calendar/wall-time.ts';
import type { EntrySettings } from '../settings/entry-settings.ts';

export type QuotaState = 'reserved' | 'committed' | 'released';

/** A place in the calendar. */
export interface Entry extends EntrySettings, WallTime {
  readonly id: string;
  readonly timeZone: string;
  readonly publishAt: Date;
  readonly state: Exclude<EntryState, 'cancelled'>;
  readonly revision: number;
  readonly variation: number;
  /** The style its video was asked for in; null before that. */
  readonly requestedType: string | null;
  /** Product time; null before that. */
  readonly requestedAt: Date | null;
  readonly quotaMonth: Date;
  readonly quotaState: QuotaState;
  /** Its video was requested at some time: other services know it, and may have an earlier render. */
  readonly wasRequested: boolean;
  /** Its newest render ended without a video. */
  readonly renderFailed: boolean;
}

/** Whether 'Post now' makes its video: its time passed before that was requested. */
export const canPostNow = (state: EntryState): boolean => state === 'missed';

/** An entry's date and time in the zone that the calendar is shown in. */
export function shownAt(entry: Entry, timeZone: string): WallTime {
  const { date, time } = entry;
  return timeZone === entry.timeZone ? { date, time } : wallTimeOf(entry.publishAt, timeZone);
}
