import type { UserProfileChanged } from '@reelwright/contracts';
import { nullable } from '@reelwright/http-server';
import { recordOf } from '@reelwright/product';
import type { Generated } from 'kysely';
import Type, { type Static, type TSchema } from 'typebox';
import { NAME_MAX, requireName } from './name.ts';

type Event = UserProfileChanged;

interface Setting<Schema extends TSchema, Answer extends TSchema> {
  /** The column of users. */
  readonly column: string;
  /** The field of UserRegistered and UserProfileChanged; null if no other service needs it. */
  readonly event: keyof Event | null;
  /** What a change may send. */
  readonly schema: Schema;
  /** What is answered; null for an empty text. */
  readonly answer: Answer;
  /** The stored value. @throws AppError for one that is refused */
  readonly normalize: (sent: Static<Schema>) => Static<Schema>;
}

const define = <
  Schema extends TSchema,
  Answer extends TSchema,
  const Column extends string,
  const Field extends keyof Event | null,
>(
  setting: Setting<Schema, Answer> & { readonly column: Column; readonly event: Field },
) => setting;

/** A switch that only this service reads. */
const defineSwitch = <const Column extends string>(column: Column) =>
  define({ column, event: null, schema: Type.Boolean(), answer: Type.Boolean(), normalize: (isOn) => isOn });

const textOrNull = nullable(Type.String());

/** What a user changes of the own profile, each listed here only. */
export const profileSettings = {
  /** Whether a mail is sent about a post that failed or is unconfirmed. Mails about the password are always sent. */
  mailPostProblems: defineSwitch('mail_post_problems'),
  /** Whether a mail is sent about a payment that failed. Its column is older than the others. */
  mailPaymentProblems: defineSwitch('mail_notices'),
  /** Whether a mail is sent about a connection that ends within a week. */
  mailConnectionEnds: defineSwitch('mail_connection_ends'),
  firstName: define({
    column: 'first_name',
    event: 'firstName',
    schema: Type.String({ maxLength: NAME_MAX }),
    answer: textOrNull,
    normalize: (firstName) => requireName(firstName, 'first'),
  }),
  lastName: define({
    column: 'last_name',
    event: 'lastName',
    schema: Type.String({ maxLength: NAME_MAX }),
    answer: textOrNull,
    normalize: (lastName) => requireName(lastName, 'last'),
  }),
};

type Settings = typeof profileSettings;
type Name = keyof Settings;
type Value<Each extends Name> = Static<Settings[Each]['schema']>;
type PublishedName = { [Each in Name]: Settings[Each]['event'] extends string ? Each : never }[Name];
type EventFields = Pick<Event, Settings[PublishedName]['event']>;

export interface ProfileSettings extends Readonly<{ [Each in Name]: Value<Each> }> {}

/** The columns of the settings; a new user has their defaults. */
export type ProfileColumns = { [Each in Name as Settings[Each]['column']]: Generated<Value<Each>> };

const NAMES = Object.keys(profileSettings) as Name[];

const mapped = <Result>(value: (name: Name) => unknown): Result => recordOf(NAMES, value) as Result;

/** What a change of the profile may send. */
export const profileInputs = mapped<{ [Each in Name]: ReturnType<typeof Type.Optional<Settings[Each]['schema']>> }>(
  (name) => Type.Optional(profileSettings[name].schema),
);

/** The answers of the API. */
export const profileSchemas = mapped<{ [Each in Name]: Settings[Each]['answer'] }>(
  (name) => profileSettings[name].answer,
);

export const profileColumns = mapped<{ readonly [Each in Name]: Settings[Each]['column'] }>(
  (name) => profileSettings[name].column,
);

export const answersOf = (settings: ProfileSettings) =>
  mapped<{ [Each in Name]: Static<Settings[Each]['answer']> }>((name) =>
    settings[name] === '' ? null : settings[name],
  );

/** The settings that a change sends, as they are stored. @throws AppError of the first refused one */
export function settingsSent(change: Partial<ProfileSettings>): Partial<ProfileSettings> {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const { normalize } = profileSettings[name] as Setting<TSchema, TSchema>;
      return change[name] === undefined ? [] : [[name, normalize(change[name])]];
    }),
  );
}

/** The settings that a change makes different. */
export const changedSettings = (sent: Partial<ProfileSettings>, before: ProfileSettings): Name[] =>
  NAMES.filter((name) => sent[name] !== undefined && sent[name] !== before[name]);

export const isPublished = (name: Name): name is PublishedName => profileSettings[name].event !== null;

const PUBLISHED = NAMES.filter(isPublished);

/** The settings of an event about a user. */
export const eventFieldsOf = (settings: ProfileSettings) =>
  Object.fromEntries(PUBLISHED.map((name) => [profileSettings[name].event, settings[name]])) as EventFields;

/** The columns that an event about a user has. */
export const columnsOfEvent = (event: EventFields) =>
  Object.fromEntries(PUBLISHED.map((name) => [profileColumns[name], event[profileSettings[name].event]])) as Partial<{
    [Each in Name as Settings[Each]['column']]: Value<Each>;
  }>;
