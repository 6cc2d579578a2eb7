import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Box, Caption, LaidCaption, LaidWord } from './caption-layout.ts';
import { type CaptionLook, PLATE_ALPHA } from './caption-looks.ts';
import { type Colour, toCss } from './colour.ts';
import { backOut, easeIn, easeOut, mix, within } from './easing.ts';
import { captionFont } from './fonts.ts';

const COME = 0.34;
const GO = 0.22;
/** Seconds between two words of a caption without speech. */
const STAGGER = 0.055;
/** Seconds in which the block behind a spoken word appears; it stays as long after the word. */
const POP = 0.13;

/** Draws a caption at a time: the plate opens, the words rise one after another, one word is marked. */
export function drawCaption(pen: SKRSContext2D, laid: LaidCaption, look: CaptionLook, time: number): void {
  const { caption, plate, pixels } = laid;
  if (time < caption.from || time > caption.until) return;
  const come = easeOut(within(time, caption.from, COME));
  const go = 1 - easeIn(within(time, caption.until - GO, GO), 2);
  const accent = caption.tone === 'accent';

  pen.save();
  pen.globalAlpha = Math.min(1, come * 1.6) * go;
  // The plate grows to its final size and never beyond it, so that it stays in the safe area.
  const size = mix(0.86, 1, come) * mix(0.95, 1, go);
  const middle = { x: plate.x + plate.width / 2, y: plate.y + plate.height / 2 };
  pen.translate(middle.x, middle.y);
  pen.scale(size, size);
  pen.translate(-middle.x, -middle.y);
  pen.shadowColor = 'rgba(0,0,0,0.28)';
  pen.shadowBlur = pixels * 0.35;
  pen.shadowOffsetY = pixels * 0.1;
  pen.fillStyle = accent ? toCss(look.mark) : toCss(look.plate, PLATE_ALPHA);
  pen.beginPath();
  pen.roundRect(plate.x, plate.y, plate.width, plate.height, Math.min(pixels * 0.42, plate.height / 2));
  pen.fill();
  pen.shadowColor = 'transparent';
  pen.shadowBlur = 0;
  pen.shadowOffsetY = 0;

  pen.font = captionFont(pixels, laid.weight);
  pen.textAlign = 'left';
  pen.textBaseline = 'alphabetic';
  const block = caption.tone ? null : blockAt(laid, time);
  // Letters change colour at the edge of the block, so that none is drawn in the colour of what is behind it.
  pen.save();
  if (block) clipTo(pen, block, true);
  drawWords(pen, laid, time, (word) => (accent ? look.onMark : waits(caption, word, time) ? look.waiting : look.ink));
  pen.restore();
  if (block) {
    pen.save();
    clipTo(pen, block, false);
    pen.fillStyle = toCss(look.mark);
    pen.fillRect(block.x, block.y, block.width, block.height);
    drawWords(pen, laid, time, () => look.onMark);
    pen.restore();
  }
  pen.restore();
}

/** Limits drawing to the block, or to what is outside it. */
function clipTo(pen: SKRSContext2D, block: Box, outside: boolean): void {
  pen.beginPath();
  pen.roundRect(block.x, block.y, block.width, block.height, block.height * 0.19);
  if (outside) pen.rect(0, 0, 1080, 1920);
  pen.clip(outside ? 'evenodd' : 'nonzero');
}

function drawWords(pen: SKRSContext2D, laid: LaidCaption, time: number, inkOf: (word: LaidWord) => Colour): void {
  const { caption, pixels } = laid;
  const alpha = pen.globalAlpha;
  for (const word of laid.words) {
    const rise = caption.wordTimes ? 1 : within(time, caption.from + 0.06 + word.word * STAGGER, 0.3);
    pen.globalAlpha = alpha * Math.min(1, rise * 2);
    pen.fillStyle = toCss(inkOf(word));
    pen.direction = word.rightToLeft ? 'rtl' : 'ltr';
    pen.fillText(word.text, word.x, word.baseline + (1 - backOut(rise, 1.4)) * pixels * 0.4);
  }
}

/** Whether a spoken word is not said yet. */
function waits({ wordTimes }: Caption, { word }: LaidWord, time: number): boolean {
  return wordTimes !== undefined && !wordTimes.some((spoken) => spoken.word <= word && time >= spoken.from);
}

/** The block behind the word that is being said. A caption without speech marks its longest word. */
function blockAt(laid: LaidCaption, time: number): Box | null {
  const { wordTimes, from } = laid.caption;
  if (!wordTimes) {
    const words = laid.words.filter((word) => word.word === longestWord(laid));
    const share = easeOut(within(time, from + 0.42, 0.3));
    if (share <= 0 || words.length !== 1) return null;
    const box = boxOf(laid, words);
    const left = words[0]?.rightToLeft ? box.x + box.width * (1 - share) : box.x;
    return { ...box, x: left, width: box.width * share };
  }
  const current = wordTimes.findLast((each) => time >= each.from);
  if (!current || time > current.until + POP) return null;
  const words = laid.words.filter((word) => word.word === current.word);
  // Of a word that is cut, the piece on the first line is marked.
  const here = words.filter((word) => word.line === words[0]?.line);
  if (here.length === 0) return null;
  return grown(boxOf(laid, here), backOut(within(time, current.from, POP), 2));
}

function grown({ x, y, width, height }: Box, share: number): Box {
  const by = mix(0.84, 1, share);
  return { x: x + (width * (1 - by)) / 2, y: y + (height * (1 - by)) / 2, width: width * by, height: height * by };
}

function boxOf({ pixels }: LaidCaption, words: readonly LaidWord[]): Box {
  const left = Math.min(...words.map((word) => word.x));
  const right = Math.max(...words.map((word) => word.x + word.width));
  const pad = pixels * 0.13;
  return {
    x: left - pad,
    y: (words[0]?.baseline ?? 0) - pixels * 0.9,
    width: right - left + 2 * pad,
    height: pixels * 1.16,
  };
}

/** The longest word, if it is clearly longer than the others; a single word gets no mark. */
function longestWord({ words }: LaidCaption): number {
  const sorted = [...words].sort((a, b) => b.width - a.width || b.word - a.word);
  return sorted.length > 1 && (sorted[0]?.text.length ?? 0) > 3 ? (sorted[0]?.word ?? -1) : -1;
}
