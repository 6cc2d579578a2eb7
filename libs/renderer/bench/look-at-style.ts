import { type Style, styles } from '@reelwright/product';
import { createPicture } from '../src/stage/picture.ts';
import { differenceBetween, type Miniature, motionBetween, zonesOf } from './looks.ts';

/** Measurements of three videos of a style; `make bench-styles` measures every frame of whole clips in the same way. */
export interface StyleLooks {
  /** The number of lightness zones in the picture with the fewest. */
  zones: number;
  /** The smallest mean change within half a second, in 255ths. */
  motion: number;
  /** The mean difference between the two most similar videos, in 255ths. */
  difference: number;
}

/**
 * Draws a style in small pictures and prints its looks as JSON: `node bench/look-at-style.ts v3`. The test runs it as a
 * separate process because drawing inside Jest's sandbox takes ten times as long.
 */
const SIZE = { width: 108, height: 192 };
const STORY_FRAMES = 240;
const SEEDS = ['one', 'two', 'three'];
/** One frame every half second, and the last frame. */
const MOMENTS = [...Array.from({ length: 16 }, (_, half) => half * 15), STORY_FRAMES - 1];

function framesOf(style: Style, videoId: string): Miniature[] {
  const picture = createPicture({ videoId, variation: 0, style, notes: '', brand: null }, SIZE, 0.25);
  return MOMENTS.map((frame) => {
    const pixels = picture.draw((frame * 8) / STORY_FRAMES, frame);
    const rgb = new Uint8Array(SIZE.width * SIZE.height * 3);
    for (let i = 0, o = 0; o < rgb.length; i += 4, o += 3) rgb.set(pixels.subarray(i, i + 3), o);
    return { ...SIZE, rgb };
  });
}

const style = styles.find((candidate) => candidate === process.argv[2]);
if (!style) throw new Error(`Name a style: ${styles.join(', ')}.`);
const takes = SEEDS.map((seed) => framesOf(style, seed));
const looks: StyleLooks = {
  zones: Math.min(...takes.flat().map(zonesOf)),
  motion: Math.min(
    ...takes.flatMap((take) => take.slice(1).map((frame, index) => motionBetween(take[index] ?? frame, frame, style))),
  ),
  difference: Math.min(
    ...takes.map((take, index) => differenceBetween(take, takes[(index + 1) % takes.length] ?? take)),
  ),
};
process.stdout.write(`${JSON.stringify(looks)}\n`);
