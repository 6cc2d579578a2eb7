import { cutText } from '@reelwright/text';
import { recordOf } from './closed-set.ts';
import { captionProblem, type PostTexts, YOUTUBE_TITLE_MAX } from './platform-texts.ts';
import { type Platform, platforms } from './platforms.ts';
import { isStyle, type Style, styleNames, styles } from './styles.ts';

/** The part of a brand that captions name. */
export interface Maker {
  readonly name: string;
  readonly occupation: string;
}

const hashtags: Readonly<Record<Style, string>> = {
  v1: '#satisfying #asmr #glass',
  v2: '#drone #travel #fromabove',
  v3: '#earth #space #zoom',
  v4: '#interior #room #reveal',
  v5: '#animation #3danimation #character',
  v6: '#animation #cartoon #talking',
  v7: '#foodasmr #asmr #fantasyfood',
  v8: '#cars #city #nightdrive',
};

/** What each platform's suggested text has after the sentence; Facebook's has no hashtags. */
const endings: Readonly<Record<Platform, (style: Style) => string>> = {
  tiktok: (style) => `\n\n${hashtags[style]}`,
  youtube: (style) => `\n\n${hashtags[style]} #shorts`,
  facebook: () => '',
  instagram: (style) => `\n\n${hashtags[style]} #reels`,
};

/** By style and platform, what is posted after the sentence of the style. */
export const captionEndings = recordOf(styles, (style) => recordOf(platforms, (platform) => endings[platform](style)));

/** The sentence of a suggested text. It fits YouTube's title, which is the first line of the text. */
export function captionSentence(style: Style, { name, occupation }: Maker): string {
  const maker = [name, occupation].filter((part) => part !== '').join(', ');
  const sentence = maker ? `${styleNames[style]} by ${maker}` : `${styleNames[style]}: today's reel`;
  const fitting = cutText(sentence.replaceAll(/[<>]/g, ''), YOUTUBE_TITLE_MAX);
  const hasRoom = captionProblem('instagram', fitting + captionEndings[style].instagram, null) === null;
  return hasRoom ? fitting : fitting.replaceAll(/[#@]/g, '');
}

/** The text that is posted on each platform: its own, else the one for all platforms, else the suggested one. */
export function postedCaptions(
  style: string,
  maker: Maker,
  { caption, captions }: Pick<PostTexts, 'caption' | 'captions'> = { caption: null, captions: null },
): Readonly<Record<Platform, string>> {
  return recordOf(platforms, (platform) => {
    const own = captions?.[platform] ?? caption;
    if (own !== null) return own;
    return isStyle(style) ? captionSentence(style, maker) + captionEndings[style][platform] : '';
  });
}
