import type { Platform } from '@reelwright/product';
import type { ReactNode } from 'react';
import { type ShownPost, videoWords } from '../../content/statuses.ts';
import type { Answer } from '../../lib/contract.ts';
import type { EntryChoice, SavedEntry } from '../../lib/entry-choice.ts';

/** A post that its platform would refuse, as far as it can be foreseen. */
export type Refusal = Answer<'GET', '/api/calendar-forecast'>['refusals'][number];

export interface CalendarEntry extends EntryChoice {
  /** The entry's id, stable from before the first save. */
  key: string;
  /** The displayed number, from 1 in order of time. */
  index: number;
  /** Null for a new entry. */
  status: SavedEntry['status'] | null;
  /** Whether the server has it with this day and hour; false for new and moved entries. */
  saved: boolean;
  /** Why it does not go out as planned, and what to do; null if it does. */
  why: SavedEntry['why'];
  /** Its posts; absent until its video is requested. */
  posts?: readonly ShownPost[];
  /** The style and texts that its video was requested with; null before, and once its style is changed. */
  requested: RequestedContent | null;
  refusals?: readonly Refusal[];
  timeZone?: string;
  /** The address of its card on the dashboard, if it has one. */
  card?: string | null;
}

export interface RequestedContent {
  videoType: string;
  /** What each platform posts if the entry stays as it is; null once it was changed. */
  captions: Readonly<Record<Platform, string>> | null;
}

/** The end of a cancelled plan, after which nothing can be scheduled. */
export interface PlanEnd {
  at: number;
  /** The sentence to show, with what to do. */
  text: string;
  /** The button that undoes the cancellation. */
  action: ReactNode;
}

/** Whether the entry can be moved, changed or removed. An unsaved entry always can. */
export const isOpen = ({ status }: Pick<CalendarEntry, 'status'>) => status === null || status.actions.includes('edit');

/** Whether the entry is finished: nothing more happens, and nothing needs the user. */
export const isOver = ({ status }: CalendarEntry) =>
  status !== null && !status.needsOwner && videoWords[status.state].phase === 'over';
