import { type Style, styles } from '@reelwright/product';
import { createPicture } from '../src/stage/picture.ts';
import { differenceBetween, type Miniature, motionBetween, zonesOf } from './looks.ts';

/** What three videos of a style look like; `make bench-styles` says the same of every frame of whole clips. */
export interface StyleLooks {
  /** Zones of lightness of the picture that has the fewest. */
  zones: number;
  /** What changes in the half second in which least does, in 255ths. */
  motion: number;
  /** What sets the two videos apart that are most alike, in 255ths. */
  difference: number;
}

/**
 * Prints the looks of a style, drawn small, as JSON: `node bench/look-at-style.ts v3`. A process of its own, because drawing in
 * a test's sandbox takes ten times as long.
 */
const SIZE = { width: 108, height: 192 };
const STORY_FRAMES = 240;
const SEEDS = ['one', 'two', 'three'];
/** A frame each half second, and the very last. */
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

const style = styles.find((known) => known === process.argv[2]);
if (!style) throw new Error(`Say which style: ${styles.join(', ')}.`);
const takes = SEEDS.map((seed) => framesOf(style, seed));
const looks: StyleLooks = {
  zones: Math.min(...takes.flat().map(zonesOf)),
  motion: Math.min(
    ...takes.flatMap((take) => take.slice(1).map((frame, index) => motionBetween(take[index] ?? frame, frame))),
  ),
  difference: Math.min(
    ...takes.map((take, index) => differenceBetween(take, takes[(index + 1) % takes.length] ?? take)),
  ),
};
process.stdout.write(`${JSON.stringify(looks)}\n`);
