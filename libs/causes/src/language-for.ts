import Negotiator from 'negotiator';
import type { Language } from './language.ts';
import { type Languages, languages } from './languages.ts';

/** The language that an Accept-Language header prefers; the first without a header, or if it accepts none. */
export function languageFor(accepted: string | undefined, from: Languages = languages): Language {
  const tags = Object.keys(from);
  const tag = new Negotiator({ headers: { 'accept-language': accepted } }).language(tags) ?? tags[0];
  return from[String(tag)] as Language;
}
