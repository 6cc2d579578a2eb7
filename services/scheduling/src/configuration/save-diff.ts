import { AppError } from '@reelwright/errors';
import { formatSlot } from '../calendar/format-date.ts';
import { isLocked, requireSlot, slotLocked } from '../calendar/slot-rules.ts';
import { instantOf, isDate, type WallTime } from '../calendar/wall-time.ts';
import { type CalendarEntry, shownAt } from '../entries/calendar-entry.ts';
import type { EntryDifference, EntryDraft } from '../entries/entry.ts';
import { type EntrySettings, NO_SETTINGS, settingsAfter, settingsDiffer } from '../settings/entry-settings.ts';

/** An entry as a save requests it. A missing setting stays as it is. */
export interface WantedEntry extends WallTime, Partial<EntrySettings> {
  readonly id?: string;
}

/** An entry as it will be: its place in the calendar and its settings. */
interface CalendarDraft extends EntryDraft, WallTime {
  readonly date: string;
  readonly time: string;
  readonly publishAt: Date;
}

export interface Change {
  readonly entry: CalendarEntry;
  readonly to: CalendarDraft;
  readonly difference: EntryDifference;
}

export interface SaveDiff {
  readonly creations: readonly CalendarDraft[];
  readonly changes: readonly Change[];
  readonly removals: readonly CalendarEntry[];
  /** Unchanged entries, including past ones that are not named. */
  readonly unchanged: readonly CalendarEntry[];
}

/**
 * Compares a save with the calendar. Entries are matched by id, else by date and time; an entry that is named by its
 * displayed date and time keeps its instant, whatever the save's zone. Missing entries are removed, unless they are
 * past. Locked entries may be named but not changed.
 *
 * @param shownIn the zone in which the entries were shown before this save
 * @param timeZone the zone of the save, for its new and moved entries
 * @throws AppError CONFIGURATION_STALE, SLOT_LOCKED, SLOT_TAKEN and the errors of requireSlot
 */
export function diffSave(input: {
  readonly existing: readonly CalendarEntry[];
  readonly wanted: readonly WantedEntry[];
  readonly shownIn: string;
  readonly timeZone: string;
  readonly now: Date;
}): SaveDiff {
  const { existing, wanted, timeZone, now } = input;
  const matches = match(input);
  const creations: CalendarDraft[] = [];
  const changes: Change[] = [];
  const unchanged: CalendarEntry[] = [];

  for (const want of wanted) {
    const entry = matches.get(want);
    if (!entry) {
      const publishAt = requireSlot(want, timeZone, now);
      creations.push({ ...wall(want), timeZone, publishAt, ...settingsAfter(want, NO_SETTINGS) });
      continue;
    }
    const change = compare(entry, want, input);
    if (!change) unchanged.push(entry);
    else if (isLocked(entry.publishAt, now)) throw slotLocked(entry);
    else changes.push(change);
  }

  const named = new Set(matches.values());
  const missing = existing.filter((entry) => !named.has(entry));
  const removals = missing.filter((entry) => entry.publishAt.getTime() > now.getTime());
  const lockedRemoval = removals.find((entry) => isLocked(entry.publishAt, now));
  if (lockedRemoval) throw slotLocked(lockedRemoval);
  unchanged.push(...missing.filter((entry) => !removals.includes(entry)));

  requireDistinct([...unchanged, ...changes.map(({ to }) => to), ...creations]);
  return { creations, changes, removals, unchanged };
}

type DiffInput = Parameters<typeof diffSave>[0];
type Zones = Pick<DiffInput, 'shownIn' | 'timeZone'>;

function match({ existing, wanted, ...zones }: DiffInput): Map<WantedEntry, CalendarEntry> {
  const byId = new Map(existing.map((entry) => [entry.id, entry]));
  const unmatched = new Set(existing);
  const matches = new Map<WantedEntry, CalendarEntry>();
  for (const want of wanted) {
    if (want.id === undefined) continue;
    const entry = byId.get(want.id);
    if (!entry) throw configurationStale();
    if (!unmatched.delete(entry)) throw taken(want);
    matches.set(want, entry);
  }
  const shown = [...unmatched].map((entry) => ({ entry, ...shownAt(entry, zones.shownIn) }));
  for (const want of wanted) {
    if (want.id !== undefined) continue;
    const instant = namedInstant(want, zones);
    const entry = shown.find((each) => unmatched.has(each.entry) && isNamed(each.entry, each, want, instant))?.entry;
    if (!entry) continue;
    unmatched.delete(entry);
    matches.set(want, entry);
  }
  return matches;
}

function compare(entry: CalendarEntry, want: WantedEntry, { now, ...zones }: DiffInput): Change | undefined {
  const settings = settingsAfter(want, entry);
  const restyled = settingsDiffer('style', settings, entry);
  const reworded = settingsDiffer('content', settings, entry);
  const { timeZone } = zones;
  const moved = !isNamed(entry, shownAt(entry, zones.shownIn), want, namedInstant(want, zones));
  if (!moved && !restyled && !reworded) return undefined;
  const place =
    moved && !isLocked(entry.publishAt, now)
      ? { ...wall(want), timeZone, publishAt: requireSlot(want, timeZone, now) }
      : { date: entry.date, time: entry.time, timeZone: entry.timeZone, publishAt: entry.publishAt };
  return { entry, to: { ...place, ...settings }, difference: { moved, restyled, reworded } };
}

/** Whether the save names the entry's displayed date and time, or its instant in the save's zone. */
const isNamed = (entry: CalendarEntry, shown: WallTime, want: WantedEntry, instant: number | undefined): boolean =>
  (shown.date === want.date && shown.time === want.time) || entry.publishAt.getTime() === instant;

/** The instant that a date and time name in the save's zone, where that is not the zone of the displayed times. */
function namedInstant(want: WantedEntry, { shownIn, timeZone }: Zones): number | undefined {
  if (timeZone === shownIn) return undefined;
  if (!isDate(want.date) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(want.time)) return undefined;
  return instantOf(want, timeZone).getTime();
}

function requireDistinct(entries: readonly CalendarDraft[]): void {
  const seen = new Set<number>();
  for (const entry of entries) {
    const at = entry.publishAt.getTime();
    if (seen.has(at)) throw taken(entry);
    seen.add(at);
  }
}

const wall = ({ date, time }: WallTime): WallTime => ({ date, time });

function taken(at: WallTime): AppError {
  return new AppError('INVALID_ARGUMENT', 'SLOT_TAKEN', `There is already a video on ${formatSlot(at)}.`);
}

/** The save is based on an older calendar. */
export function configurationStale(): AppError {
  return new AppError('ABORTED', 'CONFIGURATION_STALE', 'Your calendar was changed elsewhere. Please reload it.');
}
