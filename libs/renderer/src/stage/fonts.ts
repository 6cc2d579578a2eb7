import { fileURLToPath } from 'node:url';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import type { Measure } from './caption-layout.ts';
import type { MannerName } from './caption-manners.ts';

/** The typeface of a manner, and the weight of the fonts for the scripts that it lacks. */
const faces: Record<MannerName, { pack: string; files: readonly string[]; weight: number; others: 600 | 700 | 800 }> = {
  film: {
    pack: 'instrument-sans',
    files: ['latin', 'latin-ext'],
    weight: 600,
    others: 600,
  },
  kinetic: { pack: 'anton', files: ['latin', 'latin-ext', 'vietnamese'], weight: 400, others: 800 },
  label: { pack: 'caveat', files: ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext'], weight: 700, others: 700 },
};

/** Fonts for the other scripts, in the order in which they are tried. */
const OTHERS = [
  ['poppins', 'latin'],
  ['poppins', 'latin-ext'],
  ['poppins', 'devanagari'],
  ['noto-sans', 'cyrillic'],
  ['noto-sans', 'cyrillic-ext'],
  ['noto-sans', 'greek'],
  ['noto-sans', 'vietnamese'],
  ['noto-sans-arabic', 'arabic'],
  ['noto-sans-hebrew', 'hebrew'],
] as const;

const stacks = new Map<MannerName, string>();

/** The CSS font of captions. Each file covers different scripts; the list is the fallback order. No system font is used. */
export function captionFont(manner: MannerName, pixels: number): string {
  let stack = stacks.get(manner);
  if (!stack) {
    const { pack, files, weight, others } = faces[manner];
    stack = [
      ...files.map((file) => registered(pack, file, weight)),
      ...OTHERS.map(([font, file]) => registered(font, file, others)),
    ]
      .map((family) => `"${family}"`)
      .join(', ');
    stacks.set(manner, stack);
  }
  return `${Math.round(pixels)}px ${stack}`;
}

/** Registers a file under a family name of its own, so that the list alone decides which one is used. */
function registered(pack: string, file: string, weight: number): string {
  const family = `${pack}-${file}-${weight}`;
  if (!GlobalFonts.has(family))
    GlobalFonts.registerFromPath(
      fileURLToPath(import.meta.resolve(`@fontsource/${pack}/files/${pack}-${file}-${weight}-normal.woff2`)),
      family,
    );
  return family;
}

/** Measures text with a manner's fonts. */
export function captionMeasure(manner: MannerName): Measure {
  const pen = createCanvas(8, 8).getContext('2d');
  return (text, pixels) => {
    pen.font = captionFont(manner, pixels);
    return pen.measureText(text).width;
  };
}
