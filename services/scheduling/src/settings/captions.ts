import { recordOf, styleNames, styles, TITLE_MAX } from '@reelwright/product';
import { cutText } from '@reelwright/text';
import type { Brand } from './configuration-settings.ts';

/** Captions for entries without one, by video type. */
export function defaultCaptions(brand: Brand): Record<string, string> {
  const maker = [brand.name, brand.occupation].filter((part) => part !== '').join(', ');
  return recordOf(styles, (style) =>
    titleSafe(maker ? `${styleNames[style]} by ${maker}` : `${styleNames[style]}: today's reel`),
  );
}

/** YouTube's title is the first line of the caption. */
const titleSafe = (text: string): string => cutText(text.replaceAll(/[<>]/g, ''), TITLE_MAX);
