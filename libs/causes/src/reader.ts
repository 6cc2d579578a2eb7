import type { Language } from './language.ts';

/** For whom a text is made. */
export interface Reader {
  readonly language: Language;
  /** An IANA name; undefined if it is not known: times are then in UTC and marked so. */
  readonly timeZone: string | undefined;
  /** With it, days are called today and tomorrow. Leave it out for texts that may be read later. */
  readonly now?: Date;
}
