import type { Colour } from '../../stage/colour.ts';
import { clamp, mix, smooth } from '../../stage/easing.ts';
import { fractal2, noise2 } from '../../stage/noise.ts';
import { ACCENT, FIELD, type Growth, LIGHT_LEAF, ROAD, ROOF, WALL, woodsAt } from './growth.ts';
import { type Grid, heightBetween, type Place } from './terrain.ts';
import { castShadows } from './terrain-shadow.ts';

const channels = ['r', 'g', 'b'] as const;
const SUN = 3.1;

/** Colours a grid by height, slope and growth and lights it: sun with shadows, sky, and light reflected by the ground. */
export function lightGrid(place: Place, grid: Grid, growth: Growth | null, wide: Grid | null): void {
  castShadows(place, grid, wide);
  const { x0, z0, unit, columns, rows, heights, lit, open } = grid;
  const { sun, sunColour, skyHigh, skyLow, water, shoal, low, lush } = place;
  const flat = Math.hypot(sun[0], sun[2]) || 1;
  const near = Math.max(1, Math.round(1.6 / unit));
  const far = Math.max(2, Math.round(7 / unit));
  const base: [number, number, number] = [0, 0, 0];
  for (let j = 0, cell = 0; j < rows; j++) {
    const z = z0 + j * unit;
    for (let i = 0; i < columns; i++, cell++) {
      const x = x0 + i * unit;
      const h = heights[cell] as number;
      const sunny = (open[cell] as number) / 255;
      if (h < 0) {
        const depth = -h;
        const seen = Math.exp(-depth * 0.3);
        const bed = 0.86 + 0.28 * fractal2(x * 0.12 + 9, z * 0.12, 3);
        const gain = 0.35 + 1.15 * sunny * sun[1] ** 0.4;
        channels.forEach((channel, k) => {
          const clear = mix(water[channel], shoal[channel] * bed, seen ** 0.8);
          lit[cell * 3 + k] = mix(clear, low[channel] * bed, seen ** 6 * 0.8) * gain;
        });
        continue;
      }
      const right = heights[i + 1 < columns ? cell + 1 : cell] as number;
      const down = heights[j + 1 < rows ? cell + columns : cell] as number;
      const sx = (h - right) / unit;
      const sz = (h - down) / unit;
      const inverse = 1 / Math.sqrt(sx * sx + sz * sz + 1);
      const what = growth ? (growth.kind[cell] as number) : 0;
      const tone = growth ? (growth.tone[cell] as number) / 200 : 1;
      if (what === 0) paintGround(place, x, z, h, inverse, growth === null, base);
      else {
        const paint: Colour =
          what === LIGHT_LEAF
            ? place.leaves[1]
            : what === ROOF
              ? place.roof
              : what === ACCENT
                ? place.accent
                : what === FIELD
                  ? low
                  : place.leaves[0];
        const plain = what === WALL ? 0.72 : what === ROAD ? 0.5 : -1;
        for (let k = 0; k < 3; k++) {
          const channel = channels[k] as 'r';
          const field = what === FIELD ? mix(lush[channel], low[channel], clamp(tone * 1.4 - 0.5)) : paint[channel];
          base[k] = (plain < 0 ? field : plain * (1 - k * 0.09)) * (what === ROAD ? 1 : tone);
        }
      }
      const facing = Math.max(0, (sx * sun[0] + sun[1] + sz * sun[2]) * inverse) * sunny;
      // Hollows see less sky: each cell is compared with the ground around it, near and far.
      const sink =
        (hollow(heights, columns, rows, i, j, near) / near + hollow(heights, columns, rows, i, j, far) / far) / unit;
      const sky = clamp(0.95 - 0.42 * sink, 0.3, 1.25) * (0.55 + 0.45 * inverse);
      const back = Math.max(0, (-sx * sun[0] - sz * sun[2]) / flat) * inverse * 0.16;
      const skin = what === 1 || what === LIGHT_LEAF ? 0.12 * sunny : 0;
      for (let k = 0; k < 3; k++) {
        const channel = channels[k] as 'r';
        const day = sunColour[channel] * SUN;
        const dome = mix(skyHigh[channel], skyLow[channel], 0.22) * 0.95;
        lit[cell * 3 + k] = (base[k] as number) * (day * (facing + skin) + dome * sky + day * back * sky);
      }
    }
  }
}

/** How much higher the land is around a cell than in it. */
function hollow(heights: Float32Array, columns: number, rows: number, i: number, j: number, reach: number): number {
  const left = Math.max(0, i - reach);
  const right = Math.min(columns - 1, i + reach);
  const up = Math.max(0, j - reach) * columns;
  const down = Math.min(rows - 1, j + reach) * columns;
  const row = j * columns;
  return (
    ((heights[row + left] as number) +
      (heights[row + right] as number) +
      (heights[up + i] as number) +
      (heights[down + i] as number)) /
      4 -
    (heights[row + i] as number)
  );
}

function paintGround(
  place: Place,
  x: number,
  z: number,
  h: number,
  level: number,
  wooded: boolean,
  out: [number, number, number],
): void {
  const { low, lush, rock, top, salt, leaves } = place;
  const bare = place.kind === 'dunes' || place.kind === 'desert';
  const tuft =
    place.kind === 'dunes'
      ? 0.9 + 0.2 * fractal2(x * 0.3 + 40, z * 0.3, 3)
      : 0.72 + 0.58 * fractal2(x * 0.55 + 40, z * 0.55, 4);
  const meadow = bare ? 0 : smooth(0.4, 0.58, fractal2(x * 0.028 + salt, z * 0.028, 3));
  const ragged = (noise2(x * 0.35, z * 0.35) - 0.5) * 0.2;
  const steep =
    place.kind === 'dunes'
      ? 0
      : place.kind === 'islands'
        ? smooth(0.6, 0.4, level + ragged)
        : smooth(0.73, 0.52, level + ragged);
  const snow = smooth(place.snowFrom - 6, place.snowFrom + 8, h + (tuft - 1) * 40) * (1 - steep * 0.85);
  const beach = place.kind === 'desert' ? 0 : smooth(1.9, 0.9, h + ragged * 2);
  const wet = smooth(0.55, 0.1, h);
  // Rock bands are horizontal, so steep walls show stripes.
  const band = 0.72 + 0.5 * noise2(h * 0.5 + salt, x * 0.01) + 0.2 * (noise2(h * 2.1, z * 0.02) - 0.5);
  const wood = wooded ? woodsAt(place, x, z, h, Math.sqrt(1 / (level * level) - 1)) * (1 - steep) : 0;
  const canopy = 0.38 + 0.5 * noise2(x * 0.9, z * 0.9);
  for (let k = 0; k < 3; k++) {
    const channel = channels[k] as 'r';
    let base = mix(lush[channel], low[channel], Math.max(meadow * 0.55, beach)) * tuft;
    base = mix(base, rock[channel] * band * (0.6 + 0.4 * tuft), steep);
    base = mix(base, mix(leaves[0][channel], leaves[1][channel], 0.25 + 0.3 * meadow) * canopy, wood);
    out[k] = mix(base, top[channel] * (0.9 + 0.1 * tuft), snow) * (1 - 0.4 * wet);
  }
}

/** Raises the woods of a wide grid by a rough canopy, so that they match the single trees of the fine grid. */
export function raiseCanopy(place: Place, grid: Grid): void {
  const { x0, z0, unit, columns, rows, heights } = grid;
  const bare = heights.slice();
  for (let j = 1, cell = columns + 1; j < rows - 1; j++, cell = j * columns + 1) {
    for (let i = 1; i < columns - 1; i++, cell++) {
      const h = bare[cell] as number;
      if (h < 1) continue;
      const slope = Math.hypot((bare[cell + 1] as number) - h, (bare[cell + columns] as number) - h) / unit;
      const wood = woodsAt(place, x0 + i * unit, z0 + j * unit, h, slope);
      if (wood > 0.3) heights[cell] = h + wood * (0.3 + 1.9 * noise2((x0 + i * unit) * 0.9, (z0 + j * unit) * 0.9));
    }
  }
}

/** Copies the ground of a wide grid into a fine one and adds finer roughness. */
export function refineGround(place: Place, wide: Grid, grid: Grid): void {
  const { x0, z0, unit, columns, rows, heights } = grid;
  const rough = place.kind === 'dunes' ? 0.12 : 0.7;
  const soft = wide.unit;
  for (let j = 0, cell = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++, cell++) {
      const x = x0 + i * unit;
      const z = z0 + j * unit;
      // The mean of four shifted samples rounds the facets of the wide grid.
      const h =
        (heightBetween(wide, x - soft * 0.5, z) +
          heightBetween(wide, x + soft * 0.5, z) +
          heightBetween(wide, x, z - soft * 0.5) +
          heightBetween(wide, x, z + soft * 0.5)) /
        4;
      const dry = smooth(-1, 2.5, h);
      heights[cell] = h + dry * rough * (fractal2(x * 0.7, z * 0.7, 4) - 0.47) * (1 + smooth(6, 40, h));
    }
  }
}
