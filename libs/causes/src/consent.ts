import { type ConsentCause, consentCauses, type Platform, platformNames } from '@reelwright/product';
import { filled, type Words } from './fill.ts';
import type { ConsentTexts } from './language.ts';
import { enConsent } from './words/en.ts';

export const isConsentCause = (code: string | null): code is ConsentCause =>
  consentCauses.some((known) => known === code);

/** Why an account was not connected. The code comes from a URL that anyone can write: an unknown one reads as our failure. */
export function consentWords(code: string | null, platform: Platform, texts: ConsentTexts = enConsent): Words {
  return filled(texts[isConsentCause(code) ? code : 'unknown'], { platform: platformNames[platform] });
}
