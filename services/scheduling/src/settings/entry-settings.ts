import type { EntryField } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { oneOf } from '@reelwright/http-server';
import { captionProblem, platforms, recordOf, TITLE_MAX, titleProblem } from '@reelwright/product';
import { isBlank } from '@reelwright/text';
import Type, { type Static, type TSchema } from 'typebox';
import { formatSlot } from '../calendar/format-date.ts';
import type { WallTime } from '../calendar/wall-time.ts';
import { defaultCaptions } from './captions.ts';
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
  /** The stored value; null for an empty one. */
  readonly normalize: (value: Static<Schema>) => Static<Schema> | null;
}

/** In UTF-16 units: the lowest limit of a platform, that of TikTok and Instagram. */
const CAPTION_MAX = 2_200;

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
    normalize: (title) => (isBlank(title) ? null : title.trim()),
  }),
  caption: define({
    column: 'caption',
    event: 'caption',
    schema: Type.String({ maxLength: CAPTION_MAX }),
    decides: 'content',
    normalize: (caption) => caption.trim() || null,
  }),
  /** Null, or an empty list in a save, means every connected platform. */
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
 * Whether title and caption fit the platforms that the entry goes to.
 * @throws AppError CAPTION_NOT_ALLOWED, TITLE_NOT_ALLOWED
 */
export function requireTexts(entry: EntrySettings & WallTime): void {
  const refusal = (code: string, problem: string) =>
    new AppError('INVALID_ARGUMENT', code, `The video of ${formatSlot(entry)}: ${problem}`);
  const ofTitle = titleProblem(entry);
  if (ofTitle !== null) throw refusal('TITLE_NOT_ALLOWED', ofTitle);
  const isTooLong = (entry.caption?.length ?? 0) > CAPTION_MAX;
  const ofCaption = isTooLong ? `A caption has ${CAPTION_MAX} characters at most.` : captionProblem(entry);
  if (ofCaption !== null) throw refusal('CAPTION_NOT_ALLOWED', ofCaption);
}
