import { noise3 } from './noise.ts';

/**
 * Length of the hair at a place of a fuzzy surface, 0 to 1, in the shape's own coordinates: tufts that hang a little, with
 * fine hair on them. The outline, the bumps and the dark roots are all drawn from it, so they agree.
 */
export function tuft(x: number, y: number, z: number, fine: number): number {
  const coarse = noise3(x * fine * 0.42 + 7.1, y * fine * 0.3, z * fine * 0.42);
  const hair = noise3(x * fine, y * fine * 0.55 + x * 3, z * fine);
  return coarse * 0.45 + hair * 0.55;
}
