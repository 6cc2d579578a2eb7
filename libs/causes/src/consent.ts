import { type ConsentCause, consentCauses, type Platform, platformNames } from '@reelwright/product';
import { filled, type Words } from './fill.ts';
import type { ConsentTexts } from './language.ts';
import { enConsent } from './words/en.ts';

export const isConsentCause = (code: string | null): code is ConsentCause =>
  consentCauses.some((known) => known === code);

/** Why an account was not connected. An address can be made up: a code that no consent ends with is a failure of ours. */
export function consentWords(code: string | null, platform: Platform, texts: ConsentTexts = enConsent): Words {
  return filled(texts[isConsentCause(code) ? code : 'unknown'], { platform: platformNames[platform] });
}
