import { LOGO_FRAME } from '@reelwright/product';
import type { LogoEdge } from '../request.ts';
import type { Manner } from './caption-manners.ts';
import { balancedBreaks, cutToFit } from './line-breaks.ts';
import { middleSpan, safeArea } from './safe-area.ts';

/** A text that is shown between two story times. */
export interface Caption {
  text: string;
  from: number;
  until: number;
  /** Preferred font size; a long text is set smaller. */
  pixels: number;
  /** The name of the business marks no word; its trade is a small line below it in colours of its own. */
  tone?: 'name' | 'trade';
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
  /** The space that the caption takes. */
  plate: Box;
  lineHeight: number;
  words: LaidWord[];
}

/** Returns the width of a text in pixels. */
export type Measure = (text: string, pixels: number) => number;

export const MIN_PIXELS = 40;
export const MAX_LINES = 3;
/** Two lines are preferred to three if the font keeps at least this share of its preferred size. */
const SMALLER_FOR_TWO = 0.78;
const STEP = 3;
const GAP = 16;
/** Distance of captions from a logo at their edge. */
const BELOW_LOGO = 32;
/** Distance of captions at the left from the edge of the safe area. */
const LEFT = 24;

/**
 * Places captions inside the safe area; captions that are visible together are placed one below another.
 * @param logoEdge the edge of a logo, which captions leave free
 */
export function layOut(
  captions: readonly Caption[],
  manner: Manner,
  measure: Measure,
  logoEdge: LogoEdge | null = null,
): LaidCaption[] {
  const { anchor } = manner;
  const kept = anchor === logoEdge ? LOGO_FRAME.height + BELOW_LOGO : 0;
  const span = spanOf(manner);
  const laid: LaidCaption[] = [];
  // At the lower edge, the last caption is placed first.
  for (const caption of anchor === 'top' ? captions : captions.toReversed()) {
    const { lines, pixels } = fitted(caption, manner, measure);
    const lineHeight = pixels * manner.line;
    const widths = lines.map((line) => lineWidth(line, pixels, manner, measure));
    const padX = pixels * manner.padX;
    const padY = pixels * manner.padY + (Math.max(...widths) / 2 + padX) * Math.sin(manner.tilt);
    const height = lines.length * lineHeight + 2 * padY;
    const beside = laid.filter(({ caption: { from, until } }) => from < caption.until && caption.from < until);
    const y =
      anchor === 'top'
        ? Math.max(safeArea.top + kept, ...beside.map(({ plate }) => plate.y + plate.height + GAP))
        : Math.min(safeArea.bottom - kept, ...beside.map(({ plate }) => plate.y - GAP)) - height;
    const width = Math.max(...widths) + 2 * padX;
    const x = manner.align === 'left' ? span.left : (span.left + span.right - width) / 2;
    laid.push({
      caption,
      pixels,
      lineHeight,
      plate: { x, y, width, height },
      words: lines.flatMap((line, index) =>
        placedWords(line, isRightToLeft(caption.text), {
          line: index,
          left: manner.align === 'left' ? x + padX : x + (width - (widths[index] ?? 0)) / 2,
          baseline: y + padY + index * lineHeight + pixels * 0.98,
          width: (text) => measure(text, pixels),
          space: pixels * manner.space,
        }),
      ),
    });
  }
  return laid;
}

/** The width that captions may take. */
function spanOf({ align }: Manner): { left: number; right: number } {
  return align === 'left' ? { left: safeArea.left + LEFT, right: safeArea.right } : middleSpan;
}

interface Piece {
  text: string;
  word: number;
}

function fitted(caption: Caption, manner: Manner, measure: Measure) {
  const words = caption.text.split(' ').map((text, word) => ({ text, word }));
  const preferred = caption.pixels * manner.scale;
  const least = Math.min(MIN_PIXELS, caption.pixels) * manner.scale;
  const { left, right } = spanOf(manner);
  const roomAt = (pixels: number) => right - left - 2 * pixels * manner.padX;
  const attempt = (pixels: number, most: number): Piece[][] | null => {
    const widths = words.map(({ text }) => measure(text, pixels));
    const cuts = balancedBreaks(widths, pixels * manner.space, roomAt(pixels), most);
    return cuts?.map(([start, end]) => words.slice(start, end)) ?? null;
  };
  for (const most of [2, MAX_LINES]) {
    const smallest = most === 2 ? Math.max(least, preferred * SMALLER_FOR_TWO) : least;
    for (let pixels = preferred; pixels >= smallest; pixels -= STEP) {
      const lines = attempt(pixels, most);
      if (lines) return { lines, pixels };
    }
  }
  const lines = cutToFit(words, (text) => measure(text, least), least * manner.space, roomAt(least), MAX_LINES);
  return { lines, pixels: least };
}

function lineWidth(line: readonly Piece[], pixels: number, { space }: Manner, measure: Measure): number {
  return line.reduce((sum, { text }) => sum + measure(text, pixels), (line.length - 1) * pixels * space);
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
