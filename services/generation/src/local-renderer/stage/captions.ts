import type { SKRSContext2D } from '@napi-rs/canvas';
import { isRightToLeft } from './caption-text.ts';
import { type Colour, luminance, toCss } from './colour.ts';
import { backOut, easeIn, within } from './easing.ts';
import { captionFont } from './fonts.ts';

/** Captions keep clear of what apps draw over a reel: shares of the picture's height and width. */
export const safeArea = { top: 0.12, bottom: 0.2, side: 0.08 };

export interface CaptionLook {
  plate: Colour;
  ink: Colour;
}

/** One thing said, between two story times. */
export interface Caption {
  text: string;
  from: number;
  until: number;
  /** `top` hangs from the upper safe edge, `bottom` stands on the lower one. */
  anchor: 'top' | 'bottom';
  pixels: number;
}

const WIDTH = 1080;
const HEIGHT = 1920;
const MOST_LINES = 3;
/** The plate lets this much of the picture through; ink and plate keep 4.5:1 over black and over white. */
const PLATE_ALPHA = 0.9;

/** The looks a clip may choose from; an accent joins when it is dark enough to carry white text over any picture. */
export function captionLooks(accents: readonly Colour[]): CaptionLook[] {
  const white = { r: 1, g: 1, b: 1 };
  const ink = { r: 0.012, g: 0.009, b: 0.022 };
  const looks: CaptionLook[] = [
    { plate: white, ink },
    { plate: ink, ink: white },
  ];
  for (const accent of accents) {
    const look = { plate: accent, ink: white };
    if (leastContrast(look) >= 4.5) looks.push(look);
  }
  return looks;
}

/** Contrast of ink on plate over the worst possible picture behind it. */
export function leastContrast({ plate, ink }: CaptionLook): number {
  return Math.min(...[0, 1].map((behind) => contrast(luminance(ink), luminanceOver(plate, behind))));
}

// Skia mixes in sRGB numbers, not in light, so the worst case is worked out the same way.
function luminanceOver(plate: Colour, behind: number): number {
  const mixed = (value: number) => {
    const byte = Math.min(1, value) <= 0.0031308 ? 12.92 * value : 1.055 * Math.min(1, value) ** (1 / 2.4) - 0.055;
    const share = byte * PLATE_ALPHA + behind * (1 - PLATE_ALPHA);
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return luminance({ r: mixed(plate.r), g: mixed(plate.g), b: mixed(plate.b) });
}

function contrast(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Draws a caption as one plate per line; it pops in and slips away. */
export function drawCaption(pen: SKRSContext2D, caption: Caption, look: CaptionLook, time: number): void {
  if (time < caption.from || time > caption.until) return;
  const come = backOut(within(time, caption.from, 0.42), 1.3);
  const go = 1 - easeIn(within(time, caption.until - 0.22, 0.22), 2);
  const room = WIDTH * (1 - 2 * safeArea.side);
  let pixels = caption.pixels;
  let lines = wrap(pen, caption.text, pixels, room - pixels);
  while (lines.length > MOST_LINES && pixels > 40) {
    pixels -= 6;
    lines = wrap(pen, caption.text, pixels, room - pixels);
  }
  lines = lines.slice(0, MOST_LINES);
  const lineHeight = pixels * 1.5;
  const height = lines.length * lineHeight;
  const top = caption.anchor === 'top' ? HEIGHT * safeArea.top + 24 : HEIGHT * (1 - safeArea.bottom) - 24 - height;

  pen.save();
  pen.textAlign = 'center';
  pen.textBaseline = 'alphabetic';
  pen.direction = isRightToLeft(caption.text) ? 'rtl' : 'ltr';
  pen.font = captionFont(pixels);
  pen.globalAlpha = Math.min(1, come * 2) * go;
  pen.translate(WIDTH / 2, top + height / 2);
  pen.scale(0.8 + 0.2 * come, 0.8 + 0.2 * come);
  pen.translate(-WIDTH / 2, -(top + height / 2) + (1 - go) * -18);
  const spans = lines.map((line) => Math.min(room, pen.measureText(line).width + pixels * 0.9));
  // All plates first: a plate must not cover the descenders of the line above it.
  pen.fillStyle = toCss(look.plate, PLATE_ALPHA);
  pen.beginPath();
  spans.forEach((span, index) => {
    pen.roundRect((WIDTH - span) / 2, top + index * lineHeight, span, lineHeight - pixels * 0.12, pixels * 0.34);
  });
  pen.fill();
  pen.fillStyle = toCss(look.ink);
  lines.forEach((line, index) => {
    pen.fillText(line, WIDTH / 2, top + index * lineHeight + pixels * 1.04, room - pixels * 0.5);
  });
  pen.restore();
}

function wrap(pen: SKRSContext2D, text: string, pixels: number, room: number): string[] {
  pen.font = captionFont(pixels);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((piece) => broken(pen, piece, room))) {
    const longer = line ? `${line} ${word}` : word;
    if (line && pen.measureText(longer).width > room) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  if (line) lines.push(line);
  return lines;
}

/** Cuts a word that is wider than the picture. */
function broken(pen: SKRSContext2D, word: string, room: number): string[] {
  if (pen.measureText(word).width <= room) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece && pen.measureText(piece + character).width > room) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return piece ? [...pieces, piece] : pieces;
}
