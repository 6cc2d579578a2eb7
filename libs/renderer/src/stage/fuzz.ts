import { noise3 } from './noise.ts';

/** Fine tufts of fuzz on clay per unit of length. */
export const FUZZ_FREQUENCY = 52;

/**
 * The length of the fuzz at a point of a surface, 0 to 1: slightly hanging tufts, with finer ones on them. The outline, the
 * bumps and the dark roots use the same function, so they match.
 * @param x,y,z the point in the shape's own coordinates
 * @param frequency the fine tufts per unit of length
 */
export function fuzzLength(x: number, y: number, z: number, frequency: number): number {
  const coarse = noise3(x * frequency * 0.42 + 7.1, y * frequency * 0.3, z * frequency * 0.42);
  const fine = noise3(x * frequency, y * frequency * 0.55 + x * 3, z * frequency);
  return coarse * 0.45 + fine * 0.55;
}
