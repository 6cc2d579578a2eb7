import { takesNoVideo } from '../../content/statuses.ts';
import {
  changedSettings,
  type EntryChoice,
  type EntryInput,
  type SavedEntry,
  settingsOf,
} from '../../lib/entry-choice.ts';
import { browserZone, instantOf, wallTimeAt } from '../../lib/zoned-time.ts';
import type { ConfigurationInput, Settings, VideoConfiguration } from './api.ts';

/**
 * The user's unsaved changes, as a difference to the server's configuration. When the server has a newer version,
 * the difference is applied to it, so that nothing typed is lost.
 */
export interface Draft extends Partial<Settings> {
  added: (EntryChoice & { key: string })[];
  changed: Record<string, EntryChoice>;
  removed: string[];
}

export interface DraftEntry extends EntryChoice {
  key: string;
  index: number;
  saved: boolean;
  /** Null for a new entry. */
  status: SavedEntry['status'] | null;
  /** The style and texts that its video was requested with: null after a change of the style, texts after any change. */
  requested: { videoType: string; captions: NonNullable<SavedEntry['requested']>['captions'] | null } | null;
  why: SavedEntry['why'];
}

export const emptyDraft: Draft = { added: [], changed: {}, removed: [] };

/** Whether the draft changes nothing. */
export const isEmpty = ({ added, changed, removed, ...settings }: Draft): boolean =>
  added.length + removed.length + Object.keys(changed).length + Object.keys(settings).length === 0;

/** The zone in which entries are shown: the chosen one, else the saved one, else the browser's. */
const zoneOf = (saved: VideoConfiguration, draft: Draft, own: string) =>
  draft.timeZone ?? (saved.saved ? saved.timeZone : null) ?? own;

/** The zone of a page without a draft: the saved one, else the browser's, in which the calendar would open. */
export const savedZone = (saved: VideoConfiguration | undefined): string =>
  saved?.saved ? saved.timeZone : browserZone();

/** The settings as they would be after saving. */
export function settingsAfter(saved: VideoConfiguration, draft: Draft, own: string): Settings {
  const { videoType, includeAudio, notes, brand, askBeforePosting } = { ...saved, ...draft };
  return { videoType, includeAudio, notes, brand, askBeforePosting, timeZone: zoneOf(saved, draft, own) };
}

/** Every entry as it would be after saving, in order of time and numbered from 1. */
export function entriesOf(saved: VideoConfiguration, draft: Draft, own: string): DraftEntry[] {
  const zone = zoneOf(saved, draft, own);
  const kept = saved.scheduledDates
    .filter((entry) => !draft.removed.includes(entry.id))
    .map((entry): Omit<DraftEntry, 'index'> => {
      const change = draft.changed[entry.id];
      const wall = shownTime(entry, saved.timeZone, zone);
      const usable = change && canEdit(entry) ? change : null;
      return {
        ...(usable ?? { ...choiceOf(entry), ...wall }),
        key: entry.id,
        saved: !usable || (usable.date === wall.date && usable.time === wall.time),
        status: entry.status,
        requested: requestedOf(entry, usable),
        why: usable ? null : entry.why,
      };
    });
  const added = addedOf(saved, draft, zone).map((entry) => ({
    ...entry,
    saved: false,
    status: null,
    requested: null,
    why: null,
  }));
  return [...kept, ...added]
    .sort((a, b) => (a.date + a.time).localeCompare(b.date + b.time))
    .map((entry, place) => ({ ...entry, index: place + 1 }));
}

function requestedOf({ requested, videoType }: SavedEntry, change: EntryChoice | null): DraftEntry['requested'] {
  if (!change || !requested) return requested;
  return change.videoType === videoType ? { ...requested, captions: null } : null;
}

/** The instants of saved entries that the draft removes or moves, which frees their place in the month. */
export function releasedBy(saved: VideoConfiguration, draft: Draft, own: string): number[] {
  const zone = zoneOf(saved, draft, own);
  return saved.scheduledDates
    .filter((entry) => {
      if (takesNoVideo(entry.status)) return false;
      const change = draft.changed[entry.id];
      const wall = shownTime(entry, saved.timeZone, zone);
      return draft.removed.includes(entry.id) || (change && (change.date !== wall.date || change.time !== wall.time));
    })
    .map((entry) => instantOfSaved(entry));
}

/** The body of the save. Free plans send no schedule. Unchanged entries are sent with their stored date and time. */
export function toInput(saved: VideoConfiguration, draft: Draft, own: string, free: boolean): ConfigurationInput {
  const { brand, timeZone, ...settings } = settingsAfter(saved, draft, own);
  const hasBrand = draft.brand !== undefined || brand.name !== '' || brand.occupation !== '' || brand.feel !== '';
  return {
    ...settings,
    scheduledDates: free ? [] : entryInputs(saved, draft, timeZone),
    ...(hasBrand ? { brand } : {}),
    // The zone is sent only with the first save and after the user switched it.
    ...(timeZone === saved.timeZone && saved.saved ? {} : { timeZone }),
    version: saved.version,
  };
}

function entryInputs(saved: VideoConfiguration, draft: Draft, zone: string): EntryInput[] {
  const kept = saved.scheduledDates
    .filter((entry) => !draft.removed.includes(entry.id))
    .map((entry): EntryInput => {
      const change = draft.changed[entry.id];
      if (!change || !canEdit(entry)) return { id: entry.id, date: entry.date, time: entry.time };
      return { id: entry.id, date: change.date, time: change.time, ...changedSettings(entry, change) };
    });
  const added = addedOf(saved, draft, zone).map(
    (entry): EntryInput => ({
      date: entry.date,
      time: entry.time,
      ...changedSettings(settingsOf(null), entry),
    }),
  );
  return [...kept, ...added];
}

/** The added entries, without those that a save with a lost answer has stored already: their instants are taken. */
function addedOf(saved: VideoConfiguration, draft: Draft, zone: string): Draft['added'] {
  const taken = new Set(saved.scheduledDates.map((entry) => instantOfSaved(entry)));
  return draft.added.filter((entry) => !taken.has(instantOf(entry, zone)));
}

const choiceOf = (entry: SavedEntry): EntryChoice => ({ date: entry.date, time: entry.time, ...settingsOf(entry) });

export const instantOfSaved = (entry: SavedEntry): number => Date.parse(entry.publishAt);

/** The date and time of a saved entry in the shown zone. Its instant does not change with the zone. */
function shownTime(entry: SavedEntry, configurationZone: string, shown: string) {
  if (!configurationZone || configurationZone === shown) return { date: entry.date, time: entry.time };
  return wallTimeAt(instantOfSaved(entry), shown);
}

const canEdit = ({ status }: SavedEntry): boolean => status.actions.includes('edit');
