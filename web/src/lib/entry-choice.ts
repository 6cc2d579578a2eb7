import { type Captions, type Platform, platforms } from '@reelwright/product';
import { videoTypeName } from '../content/video-types.ts';
import type { Answer, Body } from './contract.ts';

/** An entry of the calendar, as the server returns it. */
export type SavedEntry = Answer<'GET', '/api/video-configuration'>['scheduledDates'][number];
/** An entry in the body of a save. */
export type EntryInput = NonNullable<Body<'POST', '/api/video-configurations'>['scheduledDates']>[number];

type Setting = Exclude<keyof EntryInput, 'id' | 'index' | 'date' | 'time'>;

/** The settings that an entry may have of its own. Null means the configuration's setting. */
export type EntrySettings = Pick<SavedEntry, Setting>;

/** The user's choices for one entry. */
export type EntryChoice = Pick<SavedEntry, 'date' | 'time'> & EntrySettings;

/** For each setting, how to compare two values. */
const isSame: { readonly [Name in Setting]: (one: EntrySettings[Name], other: EntrySettings[Name]) => boolean } = {
  videoType: Object.is,
  title: Object.is,
  caption: Object.is,
  captions: sameCaptions,
  platforms: samePlatforms,
};

const settings = Object.keys(isSame) as Setting[];

/** The settings of an entry; for null, those of a new entry. */
export function settingsOf(entry: EntrySettings | null): EntrySettings {
  return Object.fromEntries(settings.map((name) => [name, entry?.[name] ?? null])) as unknown as EntrySettings;
}

/** The settings that differ. Only these are sent, because the plan may not allow the others. */
export function changedSettings(from: EntrySettings, to: EntrySettings): Partial<EntrySettings> {
  const changedNames = settings.filter((name) => !(isSame[name] as typeof Object.is)(from[name], to[name]));
  return Object.fromEntries(changedNames.map((name) => [name, to[name]]));
}

/** What a video is called: its title, else its style. */
export const nameOf = ({ title, videoType }: { title: string | null; videoType: string }): string =>
  title ?? videoTypeName(videoType);

function sameCaptions(one: Captions | null, other: Captions | null): boolean {
  return platforms.every((platform) => one?.[platform] === other?.[platform]);
}

export function samePlatforms(one: readonly Platform[] | null, other: readonly Platform[] | null): boolean {
  return platforms.every((platform) => (one ?? []).includes(platform) === (other ?? []).includes(platform));
}
