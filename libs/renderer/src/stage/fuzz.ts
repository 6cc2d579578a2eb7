import { noise3 } from './noise.ts';

/**
 * Length of the fuzz at a point of a surface, 0 to 1, in the shape's own coordinates: slightly hanging tufts with finer
 * ones on them. Outline, bumps and dark roots all use it, so they match.
 */
export function fuzzLength(x: number, y: number, z: number, fine: number): number {
  const coarse = noise3(x * fine * 0.42 + 7.1, y * fine * 0.3, z * fine * 0.42);
  const finer = noise3(x * fine, y * fine * 0.55 + x * 3, z * fine);
  return coarse * 0.45 + finer * 0.55;
}
