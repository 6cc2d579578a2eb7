import type { ConfigurationSaved } from '@reelwright/contracts';
import { nullable } from '@reelwright/http-server';
import { recordOf } from '@reelwright/product';
import Type, { type Static, type TSchema } from 'typebox';

type Optional<Schema extends TSchema> = ReturnType<typeof Type.Optional<Schema>>;

interface Setting<Schema extends TSchema, Input extends TSchema> {
  /** The column of video_configurations. */
  readonly column: string;
  /** The field of ConfigurationSaved; null if it has none. */
  readonly event: keyof ConfigurationSaved | null;
  /** The allowed values. */
  readonly schema: Schema;
  /** What a save may send, if that is not the optional schema. */
  readonly input?: Input;
  /** The value before the first save. */
  readonly initial: Static<Schema>;
  /** What happens in a save that does not send it, or sends null: the saved value stays, or becomes the initial one. */
  readonly unsent: 'kept' | 'reset';
  /** The stored value, if it is not the one that a save sends. */
  readonly normalize?: (sent: NonNullable<Static<Input>>) => Static<Schema>;
}

const define = <
  Schema extends TSchema,
  const Column extends string,
  const Event extends keyof ConfigurationSaved | null,
  Input extends TSchema = Optional<Schema>,
>(
  setting: Setting<Schema, Input> & { readonly column: Column; readonly event: Event },
) => ({ ...setting, input: setting.input ?? (Type.Optional(setting.schema) as TSchema as Input) });

const text = (maxLength: number) => Type.String({ maxLength });

/** The business or person that the videos are about. */
const Brand = Type.Object(
  {
    name: text(80),
    occupation: text(120),
    feel: text(120),
    colours: Type.Array(
      Type.String({ pattern: '^#[0-9a-fA-F]{6}$', errorMessage: { pattern: 'Write colours like #1a2b3c.' } }),
      { maxItems: 5 },
    ),
  },
  { additionalProperties: false },
);
export type Brand = Static<typeof Brand>;

const NO_BRAND: Brand = { name: '', occupation: '', feel: '', colours: [] };

/** The settings of a configuration. A setting is listed only here. */
export const configurationSettings = {
  videoType: define({
    column: 'video_type',
    event: 'videoType',
    schema: Type.String(),
    input: Type.String({ minLength: 1, maxLength: 10, errorMessage: { required: 'Video type is required' } }),
    initial: 'v1',
    unsent: 'kept',
  }),
  includeAudio: define({
    column: 'include_audio',
    event: 'includeAudio',
    schema: Type.Boolean(),
    initial: true,
    unsent: 'kept',
  }),
  notes: define({
    column: 'notes',
    event: null,
    schema: Type.String(),
    input: Type.Optional(nullable(text(2_000))),
    initial: '',
    unsent: 'reset',
  }),
  brand: define({
    column: 'brand',
    event: null,
    schema: Brand,
    input: Type.Optional(nullable(Type.Partial(Brand, { additionalProperties: false }))),
    initial: NO_BRAND,
    unsent: 'kept',
    normalize: (brand) => ({ ...NO_BRAND, ...brand }),
  }),
  timeZone: define({
    column: 'time_zone',
    event: null,
    schema: Type.String(),
    input: Type.Optional(text(64)),
    initial: 'UTC',
    unsent: 'kept',
  }),
  /** A post goes out only after its owner approved the video. */
  askBeforePosting: define({
    column: 'ask_before_posting',
    event: null,
    schema: Type.Boolean(),
    initial: false,
    unsent: 'kept',
  }),
};

type Settings = typeof configurationSettings;
type Name = keyof Settings;
type Value<Each extends Name> = Static<Settings[Each]['schema']>;

export type ConfigurationSettings = { readonly [Each in Name]: Value<Each> };

/** The columns of the settings. */
export type ConfigurationColumns = { [Each in Name as Settings[Each]['column']]: Value<Each> };

const NAMES = Object.keys(configurationSettings) as Name[];

const mapped = <Result>(value: (name: Name) => unknown): Result => recordOf(NAMES, value) as Result;

/** The fields of a response. */
export const configurationSchemas = mapped<{ [Each in Name]: Settings[Each]['schema'] }>(
  (name) => configurationSettings[name].schema,
);

/** The fields of a save. */
export const configurationInputs = mapped<{ [Each in Name]: Settings[Each]['input'] }>(
  (name) => configurationSettings[name].input,
);

export const configurationColumns = mapped<{ readonly [Each in Name]: Settings[Each]['column'] }>(
  (name) => configurationSettings[name].column,
);

export const INITIAL_SETTINGS = mapped<ConfigurationSettings>((name) => configurationSettings[name].initial);

export const configurationOf = (row: ConfigurationColumns): ConfigurationSettings =>
  mapped((name) => row[configurationColumns[name]]);

export const columnsOf = (settings: ConfigurationSettings): ConfigurationColumns =>
  Object.fromEntries(NAMES.map((name) => [configurationColumns[name], settings[name]])) as ConfigurationColumns;

const ConfigurationInput = Type.Object(configurationInputs);
export type ConfigurationInput = Static<typeof ConfigurationInput>;

/** The settings after a save. */
export function configurationAfter(sent: ConfigurationInput, before: ConfigurationSettings): ConfigurationSettings {
  return mapped((name) => {
    const { initial, unsent, normalize } = configurationSettings[name] as Setting<TSchema, TSchema>;
    const value = sent[name] ?? null;
    if (value === null) return unsent === 'kept' ? before[name] : initial;
    return normalize ? normalize(value) : value;
  });
}

/** The fields of ConfigurationSaved that settings have. */
type EventFields = {
  [Each in Name as Settings[Each]['event'] extends string ? Settings[Each]['event'] : never]: Value<Each>;
};

export const eventFieldsOf = (settings: ConfigurationSettings): EventFields =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const { event } = configurationSettings[name];
      return event ? [[event, settings[name]]] : [];
    }),
  ) as EventFields;
