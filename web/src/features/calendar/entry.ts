import type { ReactNode } from 'react';
import { type ShownPost, videoWords } from '../../content/statuses.ts';
import type { EntryChoice, SavedEntry } from '../../lib/entry-choice.ts';

export interface CalendarEntry extends EntryChoice {
  /** Stable while it is on the calendar, saved or not. */
  key: string;
  /** The displayed number, counted from 1 in the order of time. */
  index: number;
  /** Of a new one null. */
  status: SavedEntry['status'] | null;
  /** On the server with this day and hour; new and moved ones are not. */
  saved: boolean;
  /** Why it does not simply go out, and what to do; null while all is well. */
  why: SavedEntry['why'];
  /** Its posts, once its video was requested. */
  posts?: readonly ShownPost[];
  timeZone?: string;
  /** Where its card on the dashboard is, if it has one. */
  card?: string | null;
}

/** The end of a cancelled plan: from then on nothing is scheduled. */
export interface PlanEnd {
  at: number;
  /** In words, with what to do. */
  text: string;
  /** Takes the cancellation back. */
  action: ReactNode;
}

/** Whether the entry may still be moved, changed or removed: always while it is not saved. */
export const isOpen = ({ status }: Pick<CalendarEntry, 'status'>) => status === null || status.actions.includes('edit');

/** Nothing more happens to it, and nothing is to be done. */
export const isOver = ({ status }: CalendarEntry) =>
  status !== null && !status.needsOwner && videoWords[status.state].phase === 'over';
