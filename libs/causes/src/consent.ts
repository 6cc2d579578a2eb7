import { type ConsentCause, consentCauses, type Platform, platformNames } from '@reelwright/product';
import { filled, type Words } from './fill.ts';
import { consentTexts, type LanguageTag } from './languages.ts';

export const isConsentCause = (code: string | null): code is ConsentCause =>
  consentCauses.some((known) => known === code);

/**
 * Why an account was not connected by a consent: one visit to a platform's permission page, which ends with a connection or
 * with a code. The code comes from a URL that anyone can write, so an unknown one gets the general text.
 * @param preferred the reader's languages, the preferred one first, as in `navigator.languages`
 */
export function consentText(code: string | null, platform: Platform, preferred: readonly string[]): Words {
  const tags = preferred.map((tag) => tag.split('-')[0]);
  const tag = tags.find((each): each is LanguageTag => each !== undefined && Object.hasOwn(consentTexts, each));
  const texts = consentTexts[tag ?? 'en'];
  return filled(texts[isConsentCause(code) ? code : 'unknown'], { platform: platformNames[platform] });
}
