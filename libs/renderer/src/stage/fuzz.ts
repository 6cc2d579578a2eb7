import { noise3 } from './noise.ts';

/**
 * Length of the hair at a point of a fuzzy surface, 0 to 1, in the shape's own coordinates: slightly hanging tufts with
 * fine hair on them. Outline, bumps and dark roots all use it, so they match.
 */
export function tuft(x: number, y: number, z: number, fine: number): number {
  const coarse = noise3(x * fine * 0.42 + 7.1, y * fine * 0.3, z * fine * 0.42);
  const hair = noise3(x * fine, y * fine * 0.55 + x * 3, z * fine);
  return coarse * 0.45 + hair * 0.55;
}
