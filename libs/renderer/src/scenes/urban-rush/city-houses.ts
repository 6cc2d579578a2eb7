import type { Light } from '../../stage/expose.ts';
import { hash2 } from '../../stage/noise.ts';
import type { Facades } from './city-facade.ts';
import { HALF } from './city-plan.ts';
import type { Power } from './city-power.ts';

export const BLOCK = 17;
const ALLEY = 2.2;
const DEPTH = 13;
const MAX_HOUSES = 6;

/** Two endless rows of box-shaped houses with alleys between them, generated from the block numbers. */
export function createHouses(salt: number, { facade }: Facades, power: Power) {
  const hit = { distance: 0.5, surface: 0 };

  function heightOf(block: number, side: number): number {
    const wave = 0.5 + 0.5 * Math.sin(block * 1.1 + side * 2 + salt);
    return 13 + 13 * wave + 9 * hash2(block * 2 + side, salt);
  }

  /** Finds the first house along a ray. Writes to `hit` and `light`. */
  function intersect(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, light: Light): boolean {
    const across = Math.abs(dx);
    if (across < 1e-5 || dz < 1e-4) return false;
    const side = dx > 0 ? 1 : 0;
    const t0 = ((side ? HALF : -HALF) - ox) / dx;
    if (t0 < 0) return false;
    const z = oz + dz * t0;
    const y = oy + dy * t0;
    let block = Math.floor(z / BLOCK);
    const along = z - block * BLOCK;
    if (along > ALLEY) {
      const height = heightOf(block, side);
      if (y < height) {
        facade(block * 2 + side, along - ALLEY, y, height, t0, across, true, power.at(z), light);
        hit.distance = t0;
        hit.surface = 10 + ((block & 15) * 2 + side) * 2;
        return true;
      }
      block++;
    }
    for (let n = 0; n < MAX_HOUSES; n++, block++) {
      const t = (block * BLOCK + ALLEY - oz) / dz;
      const depth = Math.abs(ox + dx * t) - HALF;
      if (depth > DEPTH) return false;
      const level = oy + dy * t;
      const height = heightOf(block, side);
      if (level >= height) continue;
      facade(block * 2 + side + 5000, depth + 0.4, level, height, t, dz, false, power.at(block * BLOCK), light);
      hit.distance = t;
      hit.surface = 11 + ((block & 15) * 2 + side) * 2;
      return true;
    }
    return false;
  }

  return { hit, intersect };
}
