import type { Weight } from './fonts.ts';
import { balancedBreaks, cutToFit } from './line-breaks.ts';
import { middleSpan, safeArea } from './safe-area.ts';

/** A text that is shown between two story times. */
export interface Caption {
  text: string;
  from: number;
  until: number;
  /** `top` aligns with the upper edge of the safe area, `bottom` with the lower one. */
  anchor: 'top' | 'bottom';
  /** Preferred font size; a long text is set smaller. */
  pixels: number;
  weight?: Weight;
  /** `plain` marks no word; `accent` is a plate in the mark's colours, for a small line below a bigger one. */
  tone?: 'plain' | 'accent';
  /** Times when each word is said; without them all words are shown together with the caption. */
  wordTimes?: readonly { word: number; from: number; until: number }[];
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A placed word: `x` is its left edge, `baseline` the y of its baseline. */
export interface LaidWord {
  text: string;
  /** Its index in the caption's text; the pieces of a cut word share it. */
  word: number;
  line: number;
  x: number;
  baseline: number;
  width: number;
  rightToLeft: boolean;
}

export interface LaidCaption {
  caption: Caption;
  pixels: number;
  weight: Weight;
  plate: Box;
  lineHeight: number;
  words: LaidWord[];
}

/** Returns the width of a text in pixels. */
export type Measure = (text: string, pixels: number, weight: Weight) => number;

export const MIN_PIXELS = 40;
export const MAX_LINES = 3;
/** Two lines are preferred to three if the font keeps at least this share of its preferred size. */
const SMALLER_FOR_TWO = 0.78;
const STEP = 3;
const GAP = 16;
const LINE = 1.26;
const SPACE = 0.27;
const PAD_X = 0.42;
const PAD_Y = 0.2;

/** Places captions inside the safe area; captions that are visible together are placed one below another. */
export function layOut(captions: readonly Caption[], measure: Measure): LaidCaption[] {
  const laid: LaidCaption[] = [];
  for (const caption of captions) {
    const { lines, pixels, weight } = fitted(caption, measure);
    const lineHeight = pixels * LINE;
    const height = lines.length * lineHeight + 2 * pixels * PAD_Y;
    const beside = laid.filter(
      (other) =>
        other.caption.anchor === caption.anchor &&
        other.caption.from < caption.until &&
        caption.from < other.caption.until,
    );
    const y =
      caption.anchor === 'top'
        ? Math.max(safeArea.top, ...beside.map(({ plate }) => plate.y + plate.height + GAP))
        : Math.min(safeArea.bottom, ...beside.map(({ plate }) => plate.y - GAP)) - height;
    const widths = lines.map((line) => lineWidth(line, pixels, weight, measure));
    const width = Math.max(...widths) + 2 * pixels * PAD_X;
    const middle = (middleSpan.left + middleSpan.right) / 2;
    laid.push({
      caption,
      pixels,
      weight,
      lineHeight,
      plate: { x: middle - width / 2, y, width, height },
      words: lines.flatMap((line, index) =>
        placedWords(line, isRightToLeft(caption.text), {
          line: index,
          left: middle - (widths[index] ?? 0) / 2,
          baseline: y + pixels * PAD_Y + index * lineHeight + pixels * 0.98,
          width: (text) => measure(text, pixels, weight),
          space: pixels * SPACE,
        }),
      ),
    });
  }
  return laid;
}

interface Piece {
  text: string;
  word: number;
}

function fitted(caption: Caption, measure: Measure) {
  const weight = caption.weight ?? 700;
  const words = caption.text.split(' ').map((text, word) => ({ text, word }));
  const least = Math.min(MIN_PIXELS, caption.pixels);
  const attempt = (pixels: number, most: number): Piece[][] | null => {
    const widths = words.map(({ text }) => measure(text, pixels, weight));
    const cuts = balancedBreaks(widths, pixels * SPACE, roomAt(pixels), most);
    return cuts?.map(([start, end]) => words.slice(start, end)) ?? null;
  };
  for (const most of [2, MAX_LINES]) {
    const smallest = most === 2 ? Math.max(least, caption.pixels * SMALLER_FOR_TWO) : least;
    for (let pixels = caption.pixels; pixels >= smallest; pixels -= STEP) {
      const lines = attempt(pixels, most);
      if (lines) return { lines, pixels, weight };
    }
  }
  const lines = cutToFit(words, (text) => measure(text, least, weight), least * SPACE, roomAt(least), MAX_LINES);
  return { lines, pixels: least, weight };
}

function roomAt(pixels: number): number {
  return middleSpan.right - middleSpan.left - 2 * pixels * PAD_X;
}

function lineWidth(line: readonly Piece[], pixels: number, weight: Weight, measure: Measure): number {
  return line.reduce((sum, { text }) => sum + measure(text, pixels, weight), (line.length - 1) * pixels * SPACE);
}

interface Line {
  line: number;
  left: number;
  baseline: number;
  width: (text: string) => number;
  space: number;
}

/** Puts the words of a line in visual order: runs of the other direction are reversed. */
function placedWords(
  pieces: readonly Piece[],
  base: boolean,
  { line, left, baseline, width, space }: Line,
): LaidWord[] {
  const directed = pieces.map((piece) => ({
    ...piece,
    rightToLeft: /\p{L}/u.test(piece.text) ? isRightToLeft(piece.text) : base,
  }));
  const seen: typeof directed = [];
  for (let start = 0; start < directed.length; ) {
    let end = start + 1;
    const against = directed[start]?.rightToLeft !== base;
    if (against) while (end < directed.length && directed[end]?.rightToLeft !== base) end++;
    const run = directed.slice(start, end);
    seen.push(...(against ? run.reverse() : run));
    start = end;
  }
  if (base) seen.reverse();
  let x = left;
  return seen.map((piece) => {
    const laid: LaidWord = { ...piece, line, x, baseline, width: width(piece.text) };
    x += laid.width + space;
    return laid;
  });
}

function isRightToLeft(text: string): boolean {
  const first = /[\p{L}]/u.exec(text)?.[0] ?? '';
  return /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(first);
}
