import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Box, LaidCaption, LaidWord } from './caption-layout.ts';
import type { CaptionLook } from './caption-looks.ts';
import type { Manner } from './caption-manners.ts';
import { appears, emphasised, isSaid } from './caption-words.ts';
import { toCss } from './colour.ts';
import { backOut, easeInOut, easeOut, within } from './easing.ts';
import { hash2 } from './noise.ts';

/** Handwriting on strips of paper, one for each line, stuck on at a slight tilt; a felt pen marks a word. */
export function drawLabelCaption(
  pen: SKRSContext2D,
  laid: LaidCaption,
  manner: Manner,
  look: CaptionLook,
  time: number,
): void {
  const { caption, pixels } = laid;
  const alpha = pen.globalAlpha;
  const trade = caption.tone === 'trade';
  const lines = Map.groupBy(laid.words, (word) => word.line);
  for (const [line, words] of lines) {
    const strip = stripOf(laid, manner, words);
    const come = within(time, caption.from + line * 0.12, 0.26);
    if (come <= 0) continue;
    const settled = backOut(come, 1.2);
    pen.save();
    pen.globalAlpha = alpha * Math.min(1, come * 3);
    // The strip is stuck on from its left end and swings into its tilt, never beyond it.
    const tilt = manner.tilt * (line % 2 ? -0.6 : 1) * (trade ? -0.8 : -1) * Math.min(1, settled);
    const middle = { x: strip.x + strip.width / 2, y: strip.y + strip.height / 2 };
    pen.translate(middle.x, middle.y);
    pen.rotate(tilt);
    pen.scale(0.9 + 0.1 * easeOut(come), 0.9 + 0.1 * easeOut(come));
    pen.translate(-middle.x, -middle.y);
    pen.shadowColor = 'rgba(0,0,0,0.34)';
    pen.shadowBlur = pixels * 0.22;
    pen.shadowOffsetY = pixels * 0.07;
    pen.fillStyle = toCss(trade ? look.tradeGround : look.ground);
    paper(pen, strip, line + caption.text.length);
    pen.shadowColor = 'transparent';
    pen.shadowBlur = 0;
    pen.shadowOffsetY = 0;
    pen.fillStyle = toCss(look.mark);
    for (const word of words) marker(pen, pixels, word, markShare(laid, word, time));
    pen.fillStyle = toCss(trade ? look.tradeInk : look.ink);
    const opaque = pen.globalAlpha;
    for (const word of words) {
      pen.globalAlpha = opaque * within(time, Math.min(appears(laid, word, manner), caption.from + 0.5), 0.16);
      pen.direction = word.rightToLeft ? 'rtl' : 'ltr';
      pen.fillText(word.text, word.x, word.baseline);
    }
    pen.restore();
  }
}

function stripOf({ pixels, lineHeight }: LaidCaption, { padX }: Manner, words: readonly LaidWord[]): Box {
  const left = Math.min(...words.map(({ x }) => x)) - pixels * padX;
  const right = Math.max(...words.map(({ x, width }) => x + width)) + pixels * padX;
  const top = (words[0]?.baseline ?? 0) - pixels * 0.86;
  return { x: left, y: top, width: right - left, height: lineHeight - pixels * 0.06 };
}

/** A strip with ends as scissors leave them: not quite upright. */
function paper(pen: SKRSContext2D, { x, y, width, height }: Box, salt: number): void {
  const cut = (corner: number) => (hash2(salt, corner) * height) / 9;
  pen.beginPath();
  pen.moveTo(x + cut(1), y);
  pen.lineTo(x + width - cut(2), y);
  pen.lineTo(x + width - cut(3), y + height);
  pen.lineTo(x + cut(4), y + height);
  pen.closePath();
  pen.fill();
}

/** How far the felt pen has come over a word. */
function markShare(laid: LaidCaption, word: LaidWord, time: number): number {
  if (laid.caption.wordTimes) return isSaid(laid, word, time) ? 1 : 0;
  return word.word === emphasised(laid) ? easeInOut(within(time, laid.caption.from + 0.5, 0.4)) : 0;
}

function marker(pen: SKRSContext2D, pixels: number, word: LaidWord, share: number): void {
  if (share <= 0) return;
  const width = (word.width + pixels * 0.16) * share;
  const left = word.rightToLeft ? word.x + word.width + pixels * 0.08 - width : word.x - pixels * 0.08;
  const top = word.baseline - pixels * 0.5;
  const height = pixels * 0.56;
  pen.beginPath();
  pen.moveTo(left + pixels * 0.03, top + pixels * 0.05);
  pen.lineTo(left + width, top);
  pen.lineTo(left + width - pixels * 0.05, top + height * 0.94);
  pen.lineTo(left, top + height);
  pen.closePath();
  pen.fill();
}
