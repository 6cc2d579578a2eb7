import { blend, type Colour, luminance, oklch } from './colour.ts';

export interface CaptionLook {
  plate: Colour;
  ink: Colour;
  /** Colour of words that are not said yet: the ink, faded as far as it stays readable. */
  waiting: Colour;
  /** The block behind the marked word, and the ink on it. */
  mark: Colour;
  onMark: Colour;
}

/** Opacity of the plate. Ink on the plate keeps a contrast of 4.5:1 over black and over white. */
export const PLATE_ALPHA = 0.9;
const READABLE = 4.5;
const WHITE: Colour = { r: 1, g: 1, b: 1 };
const INK: Colour = { r: 0.012, g: 0.009, b: 0.022 };

/**
 * The looks that a clip chooses from. A brand colour becomes a plate if white text is readable on it over any picture, and
 * the mark if white or ink is readable on it. `hue` is the mark's hue when there is no brand colour.
 */
export function captionLooks(accents: readonly Colour[], hue = 300): CaptionLook[] {
  const looks = [look(WHITE, INK, accents, hue), look(INK, WHITE, accents, hue)];
  for (const accent of accents) {
    if (plateContrast(accent, WHITE) >= READABLE)
      looks.push({ ...look(accent, WHITE, [], hue), mark: WHITE, onMark: INK });
  }
  return looks;
}

/** The lowest contrast of any ink with its background, over the worst possible picture. */
export function leastContrast({ plate, ink, waiting, mark, onMark }: CaptionLook): number {
  return Math.min(
    plateContrast(plate, ink),
    plateContrast(plate, waiting),
    contrast(luminance(mark), luminance(onMark)),
  );
}

function look(plate: Colour, ink: Colour, accents: readonly Colour[], hue: number): CaptionLook {
  const light = luminance(plate) > 0.5;
  const candidates = [...accents, light ? oklch(0.5, 0.21, hue) : oklch(0.84, 0.17, hue), light ? INK : WHITE];
  // The mark must also contrast with its plate.
  const mark = candidates.find(
    (colour) => contrast(luminance(colour), luminance(plate)) >= 3 && readableOn(colour) !== null,
  ) as Colour;
  return { plate, ink, waiting: faded(plate, ink), mark, onMark: readableOn(mark) as Colour };
}

function readableOn(colour: Colour): Colour | null {
  const here = luminance(colour);
  const best = contrast(here, luminance(WHITE)) >= contrast(here, luminance(INK)) ? WHITE : INK;
  return contrast(here, luminance(best)) >= READABLE ? best : null;
}

function faded(plate: Colour, ink: Colour): Colour {
  for (let share = 0.5; share > 0; share -= 0.05) {
    const tone = blend(ink, plate, share);
    if (plateContrast(plate, tone) >= READABLE) return tone;
  }
  return ink;
}

function plateContrast(plate: Colour, ink: Colour): number {
  return Math.min(...[0, 1].map((behind) => contrast(luminance(ink), luminanceOver(plate, behind))));
}

// Skia blends sRGB values, not linear light, so the worst case is computed in the same way.
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
