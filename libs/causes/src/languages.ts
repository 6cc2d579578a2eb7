import type { ConsentTexts, Language } from './language.ts';
import { en, enConsent } from './words/en.ts';

/** Languages by their BCP 47 tag; the first is for callers who accept none of them. */
export type Languages = Readonly<Record<string, Language>>;

/** All languages that causes have texts in. */
export const languages = { en } as const satisfies Languages;
export type LanguageTag = keyof typeof languages;

/** Their texts after a consent screen, apart: the web app's bundle contains only these. */
export const consentTexts: Readonly<Record<LanguageTag, ConsentTexts>> = { en: enConsent };
