import { clamp } from './easing.ts';
import { at } from './film.ts';

/** Smears the picture towards a point, more at the edges: the blur of speed. `strength` is a share of the distance. */
export function smear(
  rgb: Float32Array,
  width: number,
  height: number,
  cx: number,
  cy: number,
  strength: number,
): void {
  if (strength < 0.004) return;
  // Two passes of a few taps, the second over the gaps of the first, look like many taps and leave no grain.
  smearOnce(rgb, width, height, cx, cy, strength, 4);
  smearOnce(rgb, width, height, cx, cy, strength / 4, 4);
}

function smearOnce(
  rgb: Float32Array,
  width: number,
  height: number,
  cx: number,
  cy: number,
  strength: number,
  taps: number,
): void {
  const source = rgb.slice();
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 3) {
      let r = 0;
      let g = 0;
      let b = 0;
      for (let tap = 0; tap < taps; tap++) {
        const share = 1 - (strength * tap) / taps;
        const sx = clamp(Math.round(cx + (x - cx) * share), 0, width - 1);
        const sy = clamp(Math.round(cy + (y - cy) * share), 0, height - 1);
        const j = (sy * width + sx) * 3;
        r += at(source, j);
        g += at(source, j + 1);
        b += at(source, j + 2);
      }
      rgb[i] = r / taps;
      rgb[i + 1] = g / taps;
      rgb[i + 2] = b / taps;
    }
  }
}
