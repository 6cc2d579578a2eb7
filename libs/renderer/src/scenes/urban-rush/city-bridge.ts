import { smooth } from '../../stage/easing.ts';
import type { Light } from '../../stage/expose.ts';
import { noise2 } from '../../stage/noise.ts';
import type { Facades } from './city-facade.ts';
import { type CityPlan, HALF } from './city-plan.ts';
import type { CitySky } from './city-sky.ts';

const WATER = -3;
const RAIL = 0.95;

/** The bridge after the city: from `opens` on the street crosses water under the open sky. */
export function createBridge(
  plan: CityPlan,
  moment: { time: number; moon: number; mirrored: number },
  { sky }: CitySky,
  { neonOf }: Facades,
  opens: number,
) {
  const { skyLow, skyHigh, moonHigh, moonLow } = plan;
  const hit = { distance: 0.5 };

  /** The bridge's rails, the water and the sky. */
  function intersect(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, light: Light): number {
    hit.distance = 1e6;
    if (Math.abs(dx) > 1e-5) {
      const t = ((dx > 0 ? HALF : -HALF) - ox) / dx;
      const y = oy + dy * t;
      const z = oz + dz * t;
      if (t > 0 && y < RAIL && y > -0.3 && z > opens) {
        const post = z / 2.6 - Math.floor(z / 2.6);
        const thin = (t * 0.003) / Math.max(0.03, Math.abs(dx));
        const bars = smooth(0.06 + thin * 0.4, 0.05, Math.min(post, 1 - post)) * smooth(1.3, 0.2, thin);
        if (y > RAIL - 0.16 || y < 0.25 || bars > 0.5) {
          const tint = neonOf(0.3);
          const tube = moment.mirrored ? 0.5 : smooth(0.06, 0.03, Math.abs(y - RAIL + 0.09)) * 2.2;
          light.r = skyLow.r * 0.16 + 0.012 + tint.r * tube;
          light.g = skyLow.g * 0.16 + 0.012 + tint.g * tube;
          light.b = skyLow.b * 0.16 + 0.015 + tint.b * tube;
          hit.distance = t;
          return y > RAIL - 0.16 ? 95 : 96;
        }
      }
    }
    const t = dy < -1e-4 ? (WATER - oy) / dy : 1e9;
    if (t > 600) return sky(dx, Math.max(0, dy), dz, light);
    const x = ox + dx * t;
    const z = oz + dz * t;
    const calm = 1 / (1 + t * 0.02);
    const wave =
      (noise2(x * 0.5, z * 0.35 + moment.time * 0.9) - 0.5) * 0.22 +
      (noise2(x * 1.7, z * 1.2 - moment.time) - 0.5) * 0.16 * calm;
    sky(dx + wave * 0.35, Math.abs(dy) + Math.abs(wave) * 0.8, dz, light);
    const mirror = 0.25 + 0.6 * (1 + dy) ** 5;
    // The moon's reflection on the water is a path of sparks.
    const path = Math.exp(-((dx / dz) ** 2) * 60) * smooth(0.02, 0.14, Math.abs(wave)) * 1.6 * moment.moon;
    light.r = light.r * mirror + skyHigh.r * 0.2 + (moonHigh.r + moonLow.r) * path * 0.4;
    light.g = light.g * mirror + skyHigh.g * 0.2 + (moonHigh.g + moonLow.g) * path * 0.4;
    light.b = light.b * mirror + skyHigh.b * 0.2 + (moonHigh.b + moonLow.b) * path * 0.4;
    hit.distance = t * 0.6;
    return 97;
  }

  return { hit, intersect };
}
