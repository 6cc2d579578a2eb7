import type { SKRSContext2D } from '@napi-rs/canvas';
import type { LaidCaption } from './caption-layout.ts';
import type { CaptionLook } from './caption-looks.ts';
import type { Manner } from './caption-manners.ts';
import { appears } from './caption-words.ts';
import { toCss } from './colour.ts';
import { easeOut, within } from './easing.ts';

/** A subtitle: words fade in one after another, with a thin dark edge and a soft shadow. */
export function drawFilmCaption(
  pen: SKRSContext2D,
  laid: LaidCaption,
  manner: Manner,
  look: CaptionLook,
  time: number,
): void {
  const { caption, pixels, words } = laid;
  const alpha = pen.globalAlpha;
  const trade = caption.tone === 'trade';
  const layer = (draw: (text: string, x: number, y: number) => void): void => {
    for (const word of words) {
      const come = easeOut(within(time, appears(laid, word, manner), 0.4), 2);
      if (come <= 0) continue;
      pen.globalAlpha = alpha * come;
      pen.direction = word.rightToLeft ? 'rtl' : 'ltr';
      draw(word.text, word.x, word.baseline + (1 - come) * pixels * 0.12);
    }
  };
  // All shadows are below all letters: a word would darken its neighbour otherwise.
  pen.strokeStyle = toCss(trade ? look.tradeGround : look.ground, look.opacity);
  pen.lineWidth = pixels * 0.1;
  pen.shadowColor = toCss(look.ground, 0.55);
  pen.shadowBlur = pixels * 0.42;
  pen.shadowOffsetY = pixels * 0.05;
  layer((text, x, y) => pen.strokeText(text, x, y));
  pen.shadowColor = 'transparent';
  pen.shadowBlur = 0;
  pen.shadowOffsetY = 0;
  pen.fillStyle = toCss(trade ? look.tradeInk : look.ink);
  layer((text, x, y) => pen.fillText(text, x, y));
}
