import { type ConsentCause, consentCauses, type Platform, platformNames } from '@reelwright/product';
import { filled, type Words } from './fill.ts';
import { consentTexts, type LanguageTag } from './languages.ts';

export const isConsentCause = (code: string | null): code is ConsentCause =>
  consentCauses.some((known) => known === code);

/** What a consent is for: a platform's account, or the person's own Google Drive. */
export type ConsentFor = Platform | 'google_drive';

const nameOf = (of: ConsentFor): string => (of === 'google_drive' ? 'Google Drive' : platformNames[of]);

/**
 * Why an account was not connected by a consent: one visit to a platform's permission page, which ends with a connection or
 * with a code. The code comes from a URL that anyone can write, so an unknown one gets the general text.
 * @param preferred the reader's languages, the preferred one first, as in `navigator.languages`
 */
export function consentText(code: string | null, of: ConsentFor, preferred: readonly string[]): Words {
  const tags = preferred.map((tag) => tag.split('-')[0]);
  const tag = tags.find((each): each is LanguageTag => each !== undefined && Object.hasOwn(consentTexts, each));
  const texts = consentTexts[tag ?? 'en'];
  return filled(texts[isConsentCause(code) ? code : 'unknown'], { platform: nameOf(of) });
}
