import type { SKRSContext2D } from '@napi-rs/canvas';
import type { LaidCaption, LaidWord } from './caption-layout.ts';
import type { CaptionLook } from './caption-looks.ts';
import type { Manner } from './caption-manners.ts';
import { appears, emphasised, isSaid } from './caption-words.ts';
import { blend, type Colour, toCss } from './colour.ts';
import { backOut, mix, smooth, within } from './easing.ts';

/** Seconds in which a word jumps in. */
const POP = 0.16;

/** Big words without a box: each jumps in on its beat, coloured while it is new or being said, with a hard outline. */
export function drawKineticCaption(
  pen: SKRSContext2D,
  laid: LaidCaption,
  manner: Manner,
  look: CaptionLook,
  time: number,
): void {
  const { caption, pixels, words } = laid;
  const alpha = pen.globalAlpha;
  const strong = emphasised(laid);
  const inkOf = (word: LaidWord): Colour => {
    if (caption.tone === 'trade') return look.tradeInk;
    if (caption.tone === 'name') return look.ink;
    if (caption.wordTimes) return isSaid(laid, word, time) ? look.mark : look.ink;
    if (word.word === strong) return look.mark;
    return blend(look.mark, look.ink, smooth(0.1, 0.34, time - appears(laid, word, manner)));
  };
  const layer = (draw: (word: LaidWord) => void): void => {
    for (const word of words) {
      const since = time - appears(laid, word, manner);
      if (since < 0) continue;
      const size = mix(0.62, 1, backOut(within(since, 0, POP), 2));
      const middle = { x: word.x + word.width / 2, y: word.baseline - pixels * 0.36 };
      pen.save();
      pen.globalAlpha = alpha * Math.min(1, 0.4 + since / 0.06);
      pen.translate(middle.x, middle.y);
      pen.scale(size, size);
      pen.translate(-middle.x, -middle.y);
      pen.direction = word.rightToLeft ? 'rtl' : 'ltr';
      draw(word);
      pen.restore();
    }
  };
  pen.strokeStyle = toCss(look.ground, look.opacity);
  pen.lineWidth = pixels * 0.15;
  pen.shadowColor = toCss(look.ground, 0.5);
  pen.shadowBlur = pixels * 0.12;
  pen.shadowOffsetY = pixels * 0.07;
  layer(({ text, x, baseline }) => pen.strokeText(text, x, baseline));
  pen.shadowColor = 'transparent';
  pen.shadowBlur = 0;
  pen.shadowOffsetY = 0;
  layer((word) => {
    pen.fillStyle = toCss(inkOf(word));
    pen.fillText(word.text, word.x, word.baseline);
  });
}
