import { clamp, smooth } from '../../stage/easing.ts';
import type { Light } from '../../stage/expose.ts';
import { fractal3, hash2 } from '../../stage/noise.ts';

/** Stars of several sizes and colour temperatures, and faint coloured dust, in a direction of unit length. */
export function starLight(dx: number, dy: number, dz: number, salt: number, light: Light): void {
  const u = Math.atan2(dx, dz) * 105;
  const v = Math.asin(clamp(dy, -1, 1)) * 105;
  const cu = Math.floor(u);
  const cv = Math.floor(v);
  const luck = hash2(cu + 1_000, cv + 500);
  const gap = Math.hypot(u - cu - 0.2 - 0.6 * hash2(cv, cu), v - cv - 0.2 - 0.6 * hash2(cu, cv + 7));
  const star = luck > 0.74 ? smooth(0.17, 0.03, gap) * ((luck - 0.74) * 3.2) ** 3 * 2.6 : 0;
  const warm = hash2(cv + 9, cu - 4);
  const dust = Math.max(0, fractal3(dx * 3 + salt, dy * 3, dz * 3, 4) - 0.42) * 0.2;
  light.r = 0.003 + star * (0.75 + 0.4 * warm) + dust * 0.8;
  light.g = 0.003 + star * 0.85 + dust * 0.5;
  light.b = 0.008 + star * (1.2 - 0.4 * warm) + dust * 1.2;
}
