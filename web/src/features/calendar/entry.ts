import type { PauseCause, VideoState } from '@reelwright/product';
import type { ReactNode } from 'react';
import type { EntryChoice, SavedEntry } from '../../lib/entry-choice.ts';

export interface CalendarEntry extends EntryChoice {
  /** Stable while it is on the calendar, saved or not. */
  key: string;
  /** The displayed number, counted from 1 in the order of time. */
  index: number;
  state: SavedEntry['state'];
  /** On the server as it stands here; new and moved ones are not. */
  saved: boolean;
  /** From a minute before its time an entry cannot be changed. */
  locked: boolean;
  /** Why it does not simply go out, and what to do; null while all is well. */
  why: SavedEntry['why'];
  /** What is true of its posts, once they have something to tell. */
  standing?: Standing | null;
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

export interface Standing {
  word: string;
  /** Which platforms it is about. */
  detail: string | null;
  mark: Mark | null;
  /** Nothing more happens by itself. */
  needsYou: boolean;
  /** One can look at the platform again. */
  canCheck?: boolean;
}

/** Each with a shape and a colour of its own. */
export type Mark = 'ok' | 'live' | 'later' | 'held' | 'unsure' | 'bad';

const pausedFor: Readonly<Record<string, string>> = {
  ENTRY_AFTER_PLAN: 'after your plan ends',
  ENTRY_UNPAID: 'payment overdue',
  ENTRY_NO_PLAN: 'no paid plan',
} satisfies Partial<Record<PauseCause, string>>;
const over: readonly VideoState[] = ['going_out', 'posted', 'failed', 'missed'];

/** Whether the entry may still be moved, changed or removed. */
export const isOpen = (entry: Pick<CalendarEntry, 'state' | 'locked'>) => !entry.locked && !over.includes(entry.state);

/** Where an entry stands that is not simply waiting for its hour: what its posts tell, else what its own state says. */
export function standingOf(entry: CalendarEntry): Standing | null {
  // What holds it back comes before what its posts tell.
  if (entry.why?.code === 'PLAN_ENDS_BEFORE') return needy('Will not be posted', 'held');
  if (entry.standing) return entry.standing;
  switch (entry.state) {
    case 'posted':
      return entry.why ? needy('Posted, but not everywhere', 'bad') : quiet('Posted', 'ok');
    case 'failed':
      return needy('Failed', 'bad');
    case 'missed':
      return needy('Missed', 'bad');
    case 'paused':
      return { ...needy('Paused', 'held'), word: `Paused: ${pausedFor[entry.why?.code ?? ''] ?? 'over your plan'}` };
    case 'rendering':
      return quiet('Rendering', 'live');
    default:
      if (entry.state === 'requested' && entry.locked) return quiet('Being made', 'live');
      if (entry.locked || entry.state === 'going_out') {
        const simply = !entry.why || entry.why.code === 'ENTRY_LOCKED';
        return simply ? quiet('Going out now', 'live') : quiet('Not out everywhere yet', 'later');
      }
      return entry.state === 'ready' ? quiet('Ready', null) : null;
  }
}

/** Out everywhere, with nothing left to tell. */
export const isOver = (entry: CalendarEntry) => entry.state === 'posted' && !standingOf(entry)?.needsYou;

const quiet = (word: string, mark: Mark | null): Standing => ({ word, detail: null, mark, needsYou: false });
const needy = (word: string, mark: Mark): Standing => ({
  word: `${word} · needs you`,
  detail: null,
  mark,
  needsYou: true,
});
