import { AppError } from '@reelwright/errors';
import { recordOf, styleNames, styles } from '@reelwright/product';
import { cutText } from '@reelwright/text';
import type { Brand } from './configuration.ts';

/** Captions for entries without one, by video type. */
export function defaultCaptions(brand: Brand): Record<string, string> {
  const maker = [brand.name, brand.occupation].filter((part) => part !== '').join(', ');
  return recordOf(styles, (style) =>
    titleSafe(maker ? `${styleNames[style]} by ${maker}` : `${styleNames[style]}: today's reel`),
  );
}

/**
 * The smallest limit of the four platforms: TikTok and Instagram accept 2,200 characters. YouTube's title is the
 * first line.
 */
const CAPTION_MAX = 2_200;
const TITLE_MAX = 100;

/**
 * Whether a caption fits every platform it goes to.
 * Limits: TikTok and Instagram 2,200 characters, YouTube's title 100 without < and >.
 * @throws AppError CAPTION_NOT_ALLOWED
 */
export function requireCaption(caption: string, platforms: readonly string[] | null): void {
  if (caption.length > CAPTION_MAX) throw refuse(`A caption has ${CAPTION_MAX} characters at most.`);
  if (platforms !== null && !platforms.includes('youtube')) return;
  const title = caption.split('\n', 1)[0] ?? '';
  if (/[<>]/.test(caption)) throw refuse("YouTube doesn't take < and > in a caption.");
  if (title.length > TITLE_MAX) throw refuse(`The first line is YouTube's title: ${TITLE_MAX} characters at most.`);
}

function titleSafe(text: string): string {
  return cutText(text.replaceAll(/[<>]/g, ''), TITLE_MAX);
}

function refuse(message: string): AppError {
  return new AppError('INVALID_ARGUMENT', 'CAPTION_NOT_ALLOWED', message);
}
