import type { Platform } from '../../content/platforms.ts';

export type EntryState =
  | 'planned'
  | 'requested'
  | 'rendering'
  | 'ready'
  | 'going_out'
  | 'posted'
  | 'failed'
  | 'missed'
  | 'paused';

/** What a person chooses for one entry. Null means: as the whole configuration says. */
export interface EntryChoice {
  date: string;
  time: string;
  videoType: string | null;
  caption: string | null;
  platforms: Platform[] | null;
}

export interface CalendarEntry extends EntryChoice {
  /** Stable while it is on the calendar, saved or not. */
  key: string;
  /** The displayed number, counted from 1 in the order of time. */
  index: number;
  state: EntryState;
  /** On the server as it stands here; new and moved ones are not. */
  saved: boolean;
  /** From a minute before its time an entry cannot be changed. */
  locked: boolean;
  /** Why it does not simply go out, and what to do; null while all is well. */
  why: { message: string; fix: string } | null;
}

const over: EntryState[] = ['going_out', 'posted', 'failed', 'missed'];

/** Whether the entry may still be moved, changed or removed. */
export const isOpen = (entry: Pick<CalendarEntry, 'state' | 'locked'>) => !entry.locked && !over.includes(entry.state);

/** What stands beside an entry that is not simply waiting for its hour. */
export function stateWord(entry: Pick<CalendarEntry, 'state' | 'locked'>): string | null {
  if (entry.state === 'posted') return 'Posted';
  if (entry.state === 'failed') return 'Failed';
  if (entry.state === 'missed') return 'Missed';
  if (entry.locked || entry.state === 'going_out') return 'Going out now';
  if (entry.state === 'paused') return 'Paused: over your plan';
  if (entry.state === 'rendering') return 'Rendering';
  if (entry.state === 'ready') return 'Ready';
  return null;
}
