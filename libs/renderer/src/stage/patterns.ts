import type { Material } from './lump.ts';
import { noise3 } from './noise.ts';

/**
 * A colour that varies in brightness like wool, fur or wood. `fine` is the frequency along each axis: unequal numbers give
 * hairs or grain. The brightness is between `low` and `low + span`.
 */
export function mottled(fine: [number, number, number], low: number, span: number): NonNullable<Material['pattern']> {
  const [fx, fy, fz] = fine;
  return (x, y, z, base, out) => {
    const tone = low + span * noise3(x * fx, y * fy, z * fz);
    out.r = base.r * tone;
    out.g = base.g * tone;
    out.b = base.b * tone;
  };
}
