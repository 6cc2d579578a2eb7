import { fileURLToPath } from 'node:url';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import type { Measure } from './caption-layout.ts';

/** Font weight. */
export type Weight = 600 | 700 | 800;

const FAMILY = 'Reel';
const FILES = [
  ['poppins', 'poppins-latin'],
  ['poppins', 'poppins-latin-ext'],
  ['poppins', 'poppins-devanagari'],
  ['noto-sans', 'noto-sans-cyrillic'],
  ['noto-sans', 'noto-sans-cyrillic-ext'],
  ['noto-sans', 'noto-sans-greek'],
  ['noto-sans', 'noto-sans-vietnamese'],
  ['noto-sans-arabic', 'noto-sans-arabic-arabic'],
  ['noto-sans-hebrew', 'noto-sans-hebrew-hebrew'],
] as const;

const stacks = new Map<Weight, string>();

/** The CSS font of captions. Each file covers different scripts; the list is the fallback order. No system font is used. */
export function captionFont(pixels: number, weight: Weight): string {
  let stack = stacks.get(weight);
  if (!stack) {
    stack = FILES.map(([pack, file], index) => {
      const family = `${FAMILY}${weight}-${index}`;
      GlobalFonts.registerFromPath(
        fileURLToPath(import.meta.resolve(`@fontsource/${pack}/files/${file}-${weight}-normal.woff2`)),
        family,
      );
      return `"${family}"`;
    }).join(', ');
    stacks.set(weight, stack);
  }
  return `${Math.round(pixels)}px ${stack}`;
}

/** Measures text with the captions' fonts. */
export function captionMeasure(): Measure {
  const pen = createCanvas(8, 8).getContext('2d');
  return (text, pixels, weight) => {
    pen.font = captionFont(pixels, weight);
    return pen.measureText(text).width;
  };
}
