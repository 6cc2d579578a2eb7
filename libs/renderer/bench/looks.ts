import type { Style } from '@reelwright/product';
import { mannerOf } from '../src/stage/caption-manners.ts';
import { safeArea } from '../src/stage/safe-area.ts';

/** A small picture in 8-bit RGB; the first row is the top one. */
export interface Miniature {
  width: number;
  height: number;
  rgb: Uint8Array;
}

/** Lightness from black to white is divided into five equal zones. */
const ZONES = 5;
/** A zone counts when it holds at least this share of the picture. */
const ZONE_SHARE = 0.03;
/** The rows of the captions, as shares of the height. Motion there is not counted: it is not the scene's. */
const CAPTIONS = {
  top: { from: safeArea.top / 1920, until: 0.31 },
  bottom: { from: 0.48, until: safeArea.bottom / 1920 },
};

/** How many of the five zones of lightness (CIE L*) hold at least 3 % of the picture. */
export function zonesOf({ rgb }: Miniature): number {
  const counts: number[] = new Array(ZONES).fill(0);
  for (let i = 0; i < rgb.length; i += 3) {
    const zone = Math.min(ZONES - 1, Math.floor((lightness(rgb, i) / 100) * ZONES));
    counts[zone] = (counts[zone] as number) + 1;
  }
  return counts.filter((count) => count >= (rgb.length / 3) * ZONE_SHARE).length;
}

/** Mean difference in brightness between two pictures, in 255ths, without the rows of the captions. */
export function motionBetween(one: Miniature, other: Miniature, style: Style): number {
  const { from, until } = CAPTIONS[mannerOf[style].anchor];
  let sum = 0;
  let pixels = 0;
  for (let y = 0; y < one.height; y++) {
    const down = (y + 0.5) / one.height;
    if (down > from && down < until) continue;
    for (let i = y * one.width * 3; i < (y + 1) * one.width * 3; i += 3, pixels++)
      sum += Math.abs(luma(one.rgb, i) - luma(other.rgb, i));
  }
  return sum / pixels;
}

/** Mean difference between two sequences of pictures taken at the same times, in 255ths per colour channel. */
export function differenceBetween(some: readonly Miniature[], others: readonly Miniature[]): number {
  const differences = some.map(({ rgb }, index) => {
    const other = others[index]?.rgb ?? rgb;
    return rgb.reduce((sum, value, i) => sum + Math.abs(value - (other[i] as number)), 0) / rgb.length;
  });
  return differences.reduce((sum, value) => sum + value, 0) / differences.length;
}

function luma(rgb: Uint8Array, i: number): number {
  return 0.2126 * (rgb[i] as number) + 0.7152 * (rgb[i + 1] as number) + 0.0722 * (rgb[i + 2] as number);
}

function lightness(rgb: Uint8Array, i: number): number {
  const light =
    0.2126 * linear(rgb[i] as number) + 0.7152 * linear(rgb[i + 1] as number) + 0.0722 * linear(rgb[i + 2] as number);
  return light > 216 / 24_389 ? 116 * Math.cbrt(light) - 16 : (light * 24_389) / 27;
}

function linear(byte: number): number {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
