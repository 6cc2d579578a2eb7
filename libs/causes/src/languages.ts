import { bestTag } from './best-tag.ts';
import type { Language } from './language.ts';
import { en } from './words/en.ts';

/** Languages by their BCP 47 tag; the first is for callers who accept none of them. */
export type Languages = Readonly<Record<string, Language>>;

/** All languages that causes have texts in. */
export const languages = { en } as const satisfies Languages;
export type LanguageTag = keyof typeof languages;

/** The best of `from` for an Accept-Language header. */
export const languageFor = (accepted: string | undefined, from: Languages = languages): Language =>
  from[bestTag(accepted, Object.keys(from))] as Language;
