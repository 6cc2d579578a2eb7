import type { ConsentCause, ErasedKind, MeasureCause, PartnerCause, PostCause } from '@reelwright/product';
import type { CauseCode } from './cause.ts';

/** What happened and what to do about it, with `{names}` as placeholders for data. */
export interface Text {
  readonly message: string;
  readonly fix: string;
}

/** A text for each plural category that the language has, with `{count}`; `other` for those that are left out. */
export interface CountedText extends Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> {
  readonly one: string;
  readonly other: string;
}

/** The placeholders that the texts of each form may use. */
interface FormNames {
  readonly FULL_FOR_REELWRIGHT: 'platform' | 'fullDay' | 'newDay' | 'time';
  readonly FULL_FOR_ACCOUNT: 'platform' | 'fullDay' | 'newDay' | 'time';
  readonly FULL_BY_COUNT: 'platform' | 'perDay' | 'newDay' | 'time';
  readonly LATE_FOR_VIDEO: 'delay';
  readonly LATE_FOR_US: 'delay';
  readonly LATE_FOR_CAUSE: 'delay' | 'message';
  readonly POSTING_NEEDS_PLAN: never;
  readonly CALENDAR_NEEDS_PLAN: never;
  readonly SETTINGS_NEED_PLAN: never;
  readonly VIEWS_NEED_PLAN: never;
  readonly ANALYTICS_NEED_PLAN: never;
  readonly BRANDING_NEEDS_PLAN: never;
  readonly NOT_AVAILABLE_YET: 'platform';
  readonly AUDIENCE_NOT_OFFERED: 'platform';
  readonly NONE_CONNECTED: never;
}

/** A variant of a code's texts that is used when the code has certain data. */
export type Form = keyof FormNames;

interface PhraseNames {
  readonly gaveUp: never;
  readonly today: never;
  readonly tomorrow: never;
  readonly onDay: 'date';
  /** A time in an unknown zone. */
  readonly timeInUtc: 'time';
  readonly posted: 'platform';
  readonly processing: 'platform';
}

export type ConsentTexts = Readonly<Record<ConsentCause | 'unknown', Text>>;

/** All texts of one language. */
export interface Language {
  /** The locale of dates, numbers and lists. */
  readonly locale: string;
  readonly causes: Readonly<Record<CauseCode, Text>>;
  readonly forms: Readonly<Record<Form, Text>>;
  /** For a code that this version does not know. */
  readonly unknown: Text;
  readonly phrases: Readonly<Record<keyof PhraseNames, string>>;
  /** What of a deleted account was erased, or kept without a name. */
  readonly erased: Readonly<Record<ErasedKind, CountedText>>;
  /** After a platform's consent screen; `unknown` for any other code. */
  readonly consent: ConsentTexts;
}

type NamesIn<Part extends string> = Part extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The text itself, or an error that names the placeholder without data. */
type Checked<Part, Name extends string> = Part extends string
  ? [Exclude<NamesIn<Part>, Name>] extends [never]
    ? Part
    : `{${Exclude<NamesIn<Part>, Name>}} has no data here`
  : Part;

type CheckedText<Of, Name extends string> = { readonly [Part in keyof Of]: Checked<Of[Part], Name> };

type NameOf<Code> = Code extends 'PUBLISHING_UNAVAILABLE'
  ? never
  : Code extends PostCause | PartnerCause | MeasureCause
    ? 'platform'
    : never;

type CheckedLanguage<Of extends Language> = {
  readonly locale: string;
  readonly causes: { readonly [Code in CauseCode]: CheckedText<Of['causes'][Code], NameOf<Code>> };
  readonly forms: { readonly [Each in Form]: CheckedText<Of['forms'][Each], FormNames[Each]> };
  readonly unknown: CheckedText<Of['unknown'], never>;
  readonly phrases: { readonly [Each in keyof PhraseNames]: Checked<Of['phrases'][Each], PhraseNames[Each]> };
  readonly erased: {
    readonly [Kind in keyof Of['erased']]: {
      readonly [Each in keyof Of['erased'][Kind]]: Checked<Of['erased'][Kind][Each], 'count'>;
    };
  };
  readonly consent: { readonly [Code in keyof Of['consent']]: CheckedText<Of['consent'][Code], 'platform'> };
};

/** Defines a language. It does not compile while a text is missing or a placeholder has no data. */
export const language = <const Of extends Language>(words: Of & CheckedLanguage<Of>): Language => words;
