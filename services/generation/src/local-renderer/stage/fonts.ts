import { fileURLToPath } from 'node:url';
import { GlobalFonts } from '@napi-rs/canvas';

const FAMILY = 'Reel';
const FILES = [
  ['poppins', 'poppins-latin-700-normal'],
  ['poppins', 'poppins-latin-ext-700-normal'],
  ['poppins', 'poppins-devanagari-700-normal'],
  ['noto-sans', 'noto-sans-cyrillic-700-normal'],
  ['noto-sans', 'noto-sans-cyrillic-ext-700-normal'],
  ['noto-sans', 'noto-sans-greek-700-normal'],
  ['noto-sans', 'noto-sans-vietnamese-700-normal'],
  ['noto-sans-arabic', 'noto-sans-arabic-arabic-700-normal'],
  ['noto-sans-hebrew', 'noto-sans-hebrew-hebrew-700-normal'],
] as const;

let stack = '';

/** The CSS font of captions. Each file covers other scripts, so the list is the fallback order; no system font is relied on. */
export function captionFont(pixels: number): string {
  if (!stack) {
    stack = FILES.map(([pack, file], index) => {
      const family = `${FAMILY}${index}`;
      GlobalFonts.registerFromPath(
        fileURLToPath(import.meta.resolve(`@fontsource/${pack}/files/${file}.woff2`)),
        family,
      );
      return `"${family}"`;
    }).join(', ');
  }
  return `${Math.round(pixels)}px ${stack}`;
}
