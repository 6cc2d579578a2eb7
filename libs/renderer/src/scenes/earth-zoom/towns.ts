import { smooth } from '../../stage/easing.ts';
import { fractal3, hash3, noise3 } from '../../stage/noise.ts';

/** Population density at a point of the unit ball, about 0 to 1. */
export function townsAt(x: number, y: number, z: number, salt: number): number {
  return fractal3(x * 6 - salt, y * 6 + salt, z * 6, 3);
}

/** Warm points of light where the population density is above `crowd`. */
export function townLights(x: number, y: number, z: number, salt: number, crowd: number): number {
  const urban = smooth(crowd, crowd + 0.2, townsAt(x, y, z, salt) + 0.02);
  if (urban <= 0) return 0;
  let glow = urban * 0.05;
  const bent = 0.011 * noise3(x * 23, y * 23, z * 23);
  for (const fine of [96, 185]) {
    const px = (x + bent) * fine;
    const py = (y - bent) * fine;
    const pz = (z + bent) * fine;
    const cx = Math.floor(px);
    const cy = Math.floor(py);
    const cz = Math.floor(pz);
    const luck = hash3(cx, cy, cz);
    const gx = px - cx - 0.3 - 0.4 * hash3(cx + 5, cy, cz);
    const gy = py - cy - 0.3 - 0.4 * hash3(cx, cy + 5, cz);
    const gz = pz - cz - 0.3 - 0.4 * hash3(cx, cy, cz + 5);
    glow += Math.exp(-(gx * gx + gy * gy + gz * gz) * 11) * luck ** 3 * urban * (fine > 100 ? 1.3 : 1);
  }
  return glow;
}
