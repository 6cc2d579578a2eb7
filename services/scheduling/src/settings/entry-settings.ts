import type { EntryField } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { oneOf } from '@reelwright/http-server';
import { platforms, recordOf } from '@reelwright/product';
import Type, { type Static, type TSchema } from 'typebox';
import { defaultCaptions, TITLE_MAX } from './captions.ts';
import type { Configuration } from './configuration.ts';

interface Setting<Schema extends TSchema> {
  /** The column of scheduled_videos; null means the configuration's value. */
  readonly column: string;
  /** The field of the events about the entry; a style is in the request only. */
  readonly event: EntryField | 'videoType';
  /** The allowed values. */
  readonly schema: Schema;
  /** A change of the style renders the video again; a change of the content does not. */
  readonly decides: 'style' | 'content';
  /** The stored value; null for an empty one. */
  readonly normalize: (value: Static<Schema>) => Static<Schema> | null;
}

/** TikTok and Instagram take 2,200 characters, the least of the four. */
const CAPTION_MAX = 2_200;

const define = <Schema extends TSchema, const Column extends string>(
  setting: Setting<Schema> & { readonly column: Column },
) => setting;

/** The own settings of an entry, each listed here only. */
export const entrySettings = {
  videoType: define({
    column: 'video_type',
    event: 'videoType',
    schema: Type.String({ maxLength: 10 }),
    decides: 'style',
    normalize: (videoType) => videoType || null,
  }),
  /** None: YouTube's title is the first line of the caption, a file in Drive has the name of its style. */
  title: define({
    column: 'title',
    event: 'title',
    schema: Type.String({
      maxLength: TITLE_MAX,
      pattern: '^[^\\p{Cc}\\p{Zl}\\p{Zp}]*$',
      errorMessage: { pattern: 'Write the title in one line.' },
    }),
    decides: 'content',
    normalize: (title) => title.trim() || null,
  }),
  caption: define({
    column: 'caption',
    event: 'caption',
    schema: Type.String({ maxLength: CAPTION_MAX }),
    decides: 'content',
    normalize: (caption) => caption.trim() || null,
  }),
  /** An empty list means every connected platform. */
  platforms: define({
    column: 'platforms',
    event: 'platforms',
    schema: Type.Array(oneOf<string>(platforms), { maxItems: platforms.length }),
    decides: 'content',
    normalize: (chosen) => (chosen.length > 0 ? [...new Set(chosen)].sort() : null),
  }),
};

type Settings = typeof entrySettings;
type Name = keyof Settings;
type Value<Each extends Name> = Readonly<Static<Settings[Each]['schema']>>;

/** An entry's own settings; null means the configuration's value. */
export type EntrySettings = { readonly [Each in Name]: Value<Each> | null };

/** The columns of the settings. */
export type SettingColumns = { [Each in Name as Settings[Each]['column']]: Static<Settings[Each]['schema']> | null };

const NAMES = Object.keys(entrySettings) as Name[];

const mapped = <Result>(value: (name: Name) => unknown): Result => recordOf(NAMES, value) as Result;

type Nullable<Each extends Name> = ReturnType<
  typeof Type.Union<[Settings[Each]['schema'], ReturnType<typeof Type.Null>]>
>;

/** The answers of the API: each setting, or null. */
export const settingSchemas = mapped<{ [Each in Name]: Nullable<Each> }>((name) =>
  Type.Union([entrySettings[name].schema, Type.Null()]),
);

/** The input of a save: a missing setting stays as it is. */
export const settingInputs = mapped<{ [Each in Name]: ReturnType<typeof Type.Optional<Nullable<Each>>> }>((name) =>
  Type.Optional(settingSchemas[name]),
);

export const settingColumns = mapped<{ readonly [Each in Name]: Settings[Each]['column'] }>(
  (name) => entrySettings[name].column,
);

/** The settings of an entry that has none of its own. */
export const NO_SETTINGS = mapped<EntrySettings>(() => null);

/** The settings of an entry, without its other fields. */
export const settingsOf = (entry: EntrySettings): { [Each in Name]: Static<Settings[Each]['schema']> | null } =>
  mapped((name) => entry[name]);

/** The settings after a save; missing ones stay as before. */
export function settingsAfter(wanted: Partial<EntrySettings>, before: EntrySettings): EntrySettings {
  return mapped((name) => {
    const value = wanted[name];
    const { normalize } = entrySettings[name] as Setting<TSchema>;
    return value === undefined ? before[name] : value === null ? null : normalize(value);
  });
}

/** Whether settings that decide the style, or the content, differ. */
export function settingsDiffer(decides: 'style' | 'content', one: EntrySettings, other: EntrySettings): boolean {
  return NAMES.some(
    (name) => entrySettings[name].decides === decides && JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  );
}

export const hasSettings = (entry: EntrySettings): boolean => NAMES.some((name) => entry[name] !== null);

/** The style an entry is made in. */
export const typeOf = (entry: EntrySettings, configuration: Configuration): string =>
  entry.videoType ?? configuration.videoType;

/** The caption an entry goes out with. */
export const captionOf = (entry: EntrySettings, configuration: Configuration): string =>
  entry.caption ?? defaultCaptions(configuration.brand)[typeOf(entry, configuration)] ?? '';

/**
 * Whether title and caption fit the platforms that the entry goes to. They count in UTF-16 units. YouTube takes no < and
 * >, and its title is the first line of the caption where the entry has none of its own.
 * @throws AppError CAPTION_NOT_ALLOWED, TITLE_NOT_ALLOWED
 */
export function requireTexts({ title, caption, platforms }: EntrySettings): void {
  if (caption !== null && caption.length > CAPTION_MAX)
    throw captionError(`A caption has ${CAPTION_MAX} characters at most.`);
  if (platforms !== null && !platforms.includes('youtube')) return;
  if (title !== null && /[<>]/.test(title)) throw titleError("YouTube doesn't take < and > in a title.");
  if (title !== null && title.length > TITLE_MAX)
    throw titleError(`YouTube counts an emoji as two characters or more: ${TITLE_MAX} at most in a title.`);
  if (caption !== null && /[<>]/.test(caption)) throw captionError("YouTube doesn't take < and > in a caption.");
  const firstLine = caption?.split('\n', 1)[0] ?? '';
  if (title === null && firstLine.length > TITLE_MAX)
    throw captionError(`The first line is YouTube's title: ${TITLE_MAX} characters at most.`);
}

const captionError = (message: string): AppError => new AppError('INVALID_ARGUMENT', 'CAPTION_NOT_ALLOWED', message);
const titleError = (message: string): AppError => new AppError('INVALID_ARGUMENT', 'TITLE_NOT_ALLOWED', message);
