import { isDeepStrictEqual } from 'node:util';
import type { EntryField } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { oneOf } from '@reelwright/http-server';
import {
  CAPTION_MAX,
  captionProblems,
  captionSentence,
  isStyle,
  type Platform,
  platforms,
  postedCaptions,
  recordOf,
  TITLE_MAX,
  titleProblem,
} from '@reelwright/product';
import { isBlank } from '@reelwright/text';
import Type, { type Static, type TSchema } from 'typebox';
import { formatSlot } from '../calendar/format-date.ts';
import type { WallTime } from '../calendar/wall-time.ts';
import type { Configuration } from './configuration.ts';

interface Setting<Schema extends TSchema> {
  /** The column of scheduled_videos; null if the entry has no value of its own. */
  readonly column: string;
  /** The field of the events about the entry; the style is a field of VideoRequested only. */
  readonly event: EntryField | 'videoType';
  /** The allowed values. */
  readonly schema: Schema;
  /** A change of the style renders the video again; a change of the content does not. */
  readonly decides: 'style' | 'content';
  /** Whether it is part of the advanced scheduling of some plans; the others belong to every plan that posts. */
  readonly isAdvanced: boolean;
  /** The stored value; null for an empty one. */
  readonly normalize: (value: Static<Schema>) => Static<Schema> | null;
}

const define = <Schema extends TSchema, const Column extends string>(
  setting: Setting<Schema> & { readonly column: Column },
) => setting;

/** The settings that an entry can have of its own. A setting is listed only here. */
export const entrySettings = {
  videoType: define({
    column: 'video_type',
    event: 'videoType',
    schema: Type.String({ maxLength: 10 }),
    decides: 'style',
    isAdvanced: true,
    normalize: (videoType) => videoType || null,
  }),
  /** Without one, YouTube's title is the first line of the caption, and the file in Drive is named after its style. */
  title: define({
    column: 'title',
    event: 'title',
    schema: Type.String({
      maxLength: TITLE_MAX,
      pattern: '^[^\\p{Cc}\\p{Zl}\\p{Zp}]*$',
      errorMessage: { pattern: 'Write the title in one line.' },
    }),
    decides: 'content',
    isAdvanced: false,
    normalize: (title) => (isBlank(title) ? null : title.trim()),
  }),
  /** The text for all platforms; null means the suggested ones. */
  caption: define({
    column: 'caption',
    event: 'caption',
    schema: Type.String({ maxLength: CAPTION_MAX }),
    decides: 'content',
    isAdvanced: false,
    normalize: (caption) => caption.trim() || null,
  }),
  /** The texts of single platforms. */
  captions: define({
    column: 'captions',
    event: 'captions',
    schema: Type.Partial(Type.Object(recordOf(platforms, () => Type.String({ maxLength: CAPTION_MAX }))), {
      additionalProperties: false,
    }),
    decides: 'content',
    isAdvanced: false,
    normalize: (captions) => {
      const texts = platforms.map((platform) => [platform, captions[platform]?.trim() ?? ''] as const);
      const own = texts.filter(([, text]) => text !== '');
      return own.length > 0 ? Object.fromEntries(own) : null;
    },
  }),
  /** Null, or an empty list in a save, means every connected platform. */
  platforms: define({
    column: 'platforms',
    event: 'platforms',
    schema: Type.Array(oneOf<string>(platforms), { maxItems: platforms.length }),
    decides: 'content',
    isAdvanced: true,
    normalize: (chosen) => (chosen.length > 0 ? [...new Set(chosen)].sort() : null),
  }),
};

type Settings = typeof entrySettings;
type Name = keyof Settings;
type Value<Each extends Name> = Readonly<Static<Settings[Each]['schema']>>;

/** An entry's own settings; null for one that it does not have. */
export type EntrySettings = { readonly [Each in Name]: Value<Each> | null };

/** The columns of the settings. */
export type SettingColumns = { [Each in Name as Settings[Each]['column']]: Static<Settings[Each]['schema']> | null };

const NAMES = Object.keys(entrySettings) as Name[];

const mapped = <Result>(value: (name: Name) => unknown): Result => recordOf(NAMES, value) as Result;

type Nullable<Each extends Name> = ReturnType<
  typeof Type.Union<[Settings[Each]['schema'], ReturnType<typeof Type.Null>]>
>;

/** The fields of a response: each setting, or null. */
export const settingSchemas = mapped<{ [Each in Name]: Nullable<Each> }>((name) =>
  Type.Union([entrySettings[name].schema, Type.Null()]),
);

/** The fields of a save: a missing setting stays as it is. */
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
export function settingsAfter(sent: Partial<EntrySettings>, before: EntrySettings): EntrySettings {
  return mapped((name) => {
    const value = sent[name];
    const { normalize } = entrySettings[name] as Setting<TSchema>;
    return value === undefined ? before[name] : value === null ? null : normalize(value);
  });
}

/** Whether settings that decide the style, or the content, differ. */
export function settingsDiffer(decides: 'style' | 'content', one: EntrySettings, other: EntrySettings): boolean {
  return NAMES.some((name) => entrySettings[name].decides === decides && !isDeepStrictEqual(one[name], other[name]));
}

/** Whether an entry gets a setting that only plans with advanced scheduling have. Others may keep or give up theirs. */
export const getsAdvanced = (to: EntrySettings, before: EntrySettings): boolean =>
  NAMES.some(
    (name) => entrySettings[name].isAdvanced && to[name] !== null && !isDeepStrictEqual(to[name], before[name]),
  );

export const hasSettings = (entry: EntrySettings): boolean => NAMES.some((name) => entry[name] !== null);

/** The style an entry is made in. */
export const typeOf = (entry: EntrySettings, configuration: Configuration): string =>
  entry.videoType ?? configuration.videoType;

/** The text an entry goes out with on platforms that have none in `captionsOf`. */
export function captionOf(entry: EntrySettings, configuration: Configuration): string {
  const style = typeOf(entry, configuration);
  return entry.caption ?? (isStyle(style) ? captionSentence(style, configuration.brand) : '');
}

/** The text an entry goes out with on each platform. */
export const captionsOf = (entry: EntrySettings, configuration: Configuration): Readonly<Record<Platform, string>> =>
  postedCaptions(typeOf(entry, configuration), configuration.brand, entry);

/**
 * Whether title and caption fit the platforms that the entry goes to.
 * @throws AppError CAPTION_NOT_ALLOWED, TITLE_NOT_ALLOWED
 */
export function requireTexts(entry: EntrySettings & WallTime): void {
  const refusal = (code: string, problem: string) =>
    new AppError('INVALID_ARGUMENT', code, `The video of ${formatSlot(entry)}: ${problem}`);
  const ofTitle = titleProblem(entry);
  if (ofTitle !== null) throw refusal('TITLE_NOT_ALLOWED', ofTitle);
  const [ofCaption] = Object.values(captionProblems(entry));
  if (ofCaption !== undefined) throw refusal('CAPTION_NOT_ALLOWED', ofCaption);
}
