import { smooth } from '../../stage/easing.ts';
import type { Light } from '../../stage/expose.ts';
import { fractal2, hash2, noise2 } from '../../stage/noise.ts';
import type { CityPlan } from './city-plan.ts';
import type { Power } from './city-power.ts';

const MOON_HEIGHT = 0.15;

/** Sky, moon and the distant towers of the city. `moment.moon`: 0 small behind haze, 1 large. */
export function createCitySky(plan: CityPlan, moment: { moon: number; time: number; mirrored: number }, power: Power) {
  const { salt, skyLow, skyHigh, moonHigh, moonLow } = plan;

  function thickness(dx: number, dy: number): number {
    return (0.3 + 1.7 * Math.exp(-dx * dx * 14 - (dy - 0.02) * (dy - 0.02) * 24)) * power.now.glow;
  }

  /** Glow of the city in damp air along a ray: strongest straight down the street. */
  function hazeAt(dx: number, dy: number, light: Light): void {
    const down = thickness(dx, dy);
    light.r = skyLow.r * down;
    light.g = skyLow.g * down;
    light.b = skyLow.b * down;
  }

  /** Mixes the light with haze, more with distance. */
  function veil(dx: number, dy: number, distance: number, light: Light): void {
    const fog = 1 - Math.exp(-distance * 0.0088);
    const down = thickness(dx, dy);
    light.r += (skyLow.r * down - light.r) * fog;
    light.g += (skyLow.g * down - light.g) * fog;
    light.b += (skyLow.b * down - light.b) * fog;
  }

  function moonAt(dx: number, dy: number, dz: number, light: Light): void {
    const size = 0.08 + 0.16 * moment.moon;
    const u = dx / dz;
    const v = dy / dz - MOON_HEIGHT - 0.09 * moment.moon;
    const gap = Math.sqrt(u * u + v * v);
    const halo = Math.exp(-gap * 3.4) * (0.4 + 0.4 * moment.moon);
    // The moon's reflection in the wet road has a soft edge: a sharp one would look ragged.
    const soft = 0.003 + 0.05 * moment.mirrored;
    let disc = smooth(size + soft, size - soft, gap);
    const glow = halo * 0.42 * (1 - 0.7 * disc);
    light.r += moonLow.r * glow;
    light.g += moonLow.g * glow;
    light.b += moonLow.b * glow;
    if (disc <= 0) return;
    const foot = 0.5 - v / (2 * size);
    if (plan.barred) disc *= smooth(0.07, 0.13, Math.abs(((foot * 8) % 1) - 0.5) + 0.36 - foot * 0.42);
    const seas = plan.barred ? 1 : 0.6 + 0.62 * fractal2((u / size) * 1.6 + salt, (v / size) * 1.6 + 5, 3);
    const round = Math.sqrt(Math.max(0, 1 - (gap / size) ** 2));
    const level = disc * seas * (0.66 + 0.3 * round);
    const low = foot * foot;
    light.r += (moonHigh.r + (moonLow.r - moonHigh.r) * low) * level;
    light.g += (moonHigh.g + (moonLow.g - moonHigh.g) * low) * level;
    light.b += (moonHigh.b + (moonLow.b - moonHigh.b) * low) * level;
  }

  /** Height of a distant row of towers at a horizontal position. */
  function towers(u: number, row: number): number {
    const wide = 0.035 + row * 0.025;
    const cell = Math.floor(u / wide);
    const luck = hash2(cell + row * 91, salt + row);
    const tall = (0.045 + 0.12 * luck * luck) * (1 + 0.9 * smooth(0.12, 0.5, Math.abs(u)));
    const inner = Math.abs(u / wide - cell - 0.5);
    // Towers have a narrower upper part, and some have a mast.
    const step = luck > 0.45 && inner < 0.3 ? 0.022 : 0;
    return tall * (row ? 0.72 : 1) + step + (luck > 0.82 && inner < 0.035 ? 0.035 : 0);
  }

  /** Light of a ray that hits nothing near. Returns a surface number. */
  function sky(dx: number, dy: number, dz: number, light: Light): number {
    const height = smooth(-0.03, 0.46, dy);
    const u = dx / Math.max(0.05, dz);
    const v = dy / Math.max(0.05, dz);
    for (let row = 1; row >= 0; row--) {
      if (v > 0.3 || dz < 0.2) break;
      const top = towers(u, row);
      if (v > top) continue;
      hazeAt(dx, dy, light);
      const solid = (row ? 0.62 : 0.36) * (0.35 + 0.65 * smooth(0, 0.09, v));
      const wide = 0.0052 + row * 0.003;
      const cu = Math.floor(u / wide);
      const cv = Math.floor(v / (wide * 1.15));
      const fu = Math.abs(u / wide - cu - 0.5);
      const fv = Math.abs(v / (wide * 1.15) - cv - 0.5);
      const lot = hash2(cu + row * 77, cv + salt);
      const lit =
        lot < 0.17 && moment.mirrored === 0 ? smooth(0.4, 0.15, fu) * smooth(0.42, 0.15, fv) * (0.2 + lot * 3) : 0;
      const tint = lot < 0.13 ? plan.warm : plan.cool;
      const share = lit * (row ? 0.6 : 0.4) * power.now.glow;
      light.r = light.r * (1 - solid) + skyHigh.r * solid * 0.5 + tint.r * share;
      light.g = light.g * (1 - solid) + skyHigh.g * solid * 0.5 + tint.g * share;
      light.b = light.b * (1 - solid) + skyHigh.b * solid * 0.5 + tint.b * share;
      return 2 + row;
    }
    hazeAt(dx, dy, light);
    light.r += (skyHigh.r - light.r) * height;
    light.g += (skyHigh.g - light.g) * height;
    light.b += (skyHigh.b - light.b) * height;
    if (dz > 0.1) {
      moonAt(dx, dy, dz, light);
      const cloud = smooth(0.45, 0.8, noise2(u * 2.2 + moment.time * 0.03, v * 9 + salt)) * smooth(0.75, 0.15, v) * 0.3;
      light.r += skyLow.r * cloud * 0.55;
      light.g += skyLow.g * cloud * 0.55;
      light.b += skyLow.b * cloud * 0.55;
    }
    return 1;
  }

  return { sky, veil };
}
