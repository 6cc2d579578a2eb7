import { clamp, mix, smooth } from '../../stage/easing.ts';
import type { Film } from '../../stage/film.ts';
import { fractal2 } from '../../stage/noise.ts';
import type { Place } from '../landscape/terrain.ts';

/** The object that crosses the picture between two places. */
export type WipeKind = 'rock' | 'cloud';

/** Half of its width, as a share of the picture's width. */
export const WIPE_HALF = 0.3;

/**
 * Draws an upright pillar of rock or cloud at the column `centre`. It hides the seam between two places. It is lit from one
 * side and never fills the whole picture.
 */
export function drawWipe(
  { width, height, rgb }: Film,
  kind: WipeKind,
  centre: number,
  from: Place,
  salt: number,
): void {
  const { sun, sunColour, skyLow, skyHigh, rock } = from;
  const half = WIPE_HALF * width;
  const left = Math.max(0, Math.floor(centre - half * 1.5));
  const right = Math.min(width, Math.ceil(centre + half * 1.5));
  const side = Math.sign(sun[0]);
  const cloud = kind === 'cloud';
  for (let y = 0; y < height; y++) {
    const v = y / height;
    for (let x = left; x < right; x++) {
      const u = (x - centre) / half;
      const grain = cloud
        ? fractal2(u * 1.1 + salt + fractal2(v * 5, u * 1.5 + salt, 2), v * 3.6 + salt, 6)
        : fractal2(u * 1.4 + salt, v * 4 + salt + fractal2(u * 3 + salt, v * 9, 3) * 1.4, 6);
      const wide = fractal2(v * (cloud ? 3.4 : 2.2) + salt, Math.sign(u) * 7 + salt, 3);
      const reach = cloud ? 0.3 + wide * 1.5 + (0.5 - grain) * 1.3 : 0.72 + 0.5 * wide - (grain - 0.45) * 0.5;
      const edge = reach - Math.abs(u);
      const cover = cloud ? smooth(-0.05, 0.28, edge) : smooth(0, 0.02, edge);
      if (cover <= 0) continue;
      const ahead = cloud
        ? fractal2(u * 1.1 + salt + side * 0.2 + fractal2(v * 5, u * 1.5 + salt, 2), v * 3.6 + salt - 0.2, 4)
        : fractal2(u * 1.4 + salt + side * 0.05, v * 4 + salt - 0.04 + fractal2(u * 3 + salt, v * 9, 3) * 1.4, 5);
      const bulge = clamp(0.5 + (0.55 * u * side) / Math.max(0.4, reach));
      const lit = clamp(bulge * 0.9 + (grain - ahead) * (cloud ? 3 : 4) - (cloud ? 0.12 : 0.05));
      const o = (y * width + x) * 3;
      for (let k = 0; k < 3; k++) {
        const c = k === 0 ? 'r' : k === 1 ? 'g' : 'b';
        const day = sunColour[c];
        const dome = mix(skyHigh[c], skyLow[c], 0.4);
        const paint = cloud
          ? dome * (0.3 + 0.22 * bulge) + day * (0.02 + 1.2 * lit * lit)
          : rock[c] * (0.5 + 1.2 * grain) * (dome * 1.1 + day * 3.2 * lit);
        rgb[o + k] = mix(rgb[o + k] as number, paint, cover);
      }
    }
  }
}

/** Blurs rows sideways, as a whip pan does; `radius` is in pixels. */
export function whipBlur({ width, height, rgb }: Film, radius: number): void {
  const reach = Math.round(radius);
  if (reach < 1) return;
  const line = new Float32Array(width);
  const weight = 1 / (reach * 2 + 1);
  for (let y = 0; y < height; y++) {
    for (let k = 0; k < 3; k++) {
      const start = y * width * 3 + k;
      let sum = 0;
      for (let x = -reach; x <= reach; x++) sum += rgb[start + clamp(x, 0, width - 1) * 3] as number;
      for (let x = 0; x < width; x++) {
        line[x] = sum * weight;
        sum +=
          (rgb[start + Math.min(width - 1, x + reach + 1) * 3] as number) -
          (rgb[start + Math.max(0, x - reach) * 3] as number);
      }
      for (let x = 0; x < width; x++) rgb[start + x * 3] = line[x] as number;
    }
  }
}
