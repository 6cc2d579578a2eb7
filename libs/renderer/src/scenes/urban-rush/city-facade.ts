import { smooth } from '../../stage/easing.ts';
import type { Light } from '../../stage/expose.ts';
import { hash2, noise2 } from '../../stage/noise.ts';
import type { CityPlan } from './city-plan.ts';

/** Angle that one ray covers. Finer detail is averaged, because it would flicker. */
const RAY = 0.0026;

/** House fronts: rows of windows over lit shops. */
export function createFacades(plan: CityPlan) {
  const { salt, skyLow, warm, cool, neon } = plan;

  function neonOf(luck: number) {
    return neon[Math.floor(luck * neon.length) % neon.length] ?? warm;
  }

  /**
   * `along`: position along the wall; `slant`: cosine of the ray's angle of incidence; `shops`: the wall faces the street;
   * `power`: brightness of the city's lights there.
   */
  function facade(
    house: number,
    along: number,
    y: number,
    height: number,
    distance: number,
    slant: number,
    shops: boolean,
    power: number,
    light: Light,
  ): void {
    const luck = hash2(house, salt);
    const ray = RAY * distance;
    const stretch = ray / Math.max(0.03, slant);
    const dark = 0.035 + 0.04 * luck;
    // Walls are lit by the haze above and the glow of the street below.
    const low = Math.exp(-y * 0.22);
    const glow = Math.min(1.4, power);
    light.r = skyLow.r * (0.1 + 0.26 * low * glow) + dark * 0.34;
    light.g = skyLow.g * (0.1 + 0.26 * low * glow) + dark * 0.36;
    light.b = skyLow.b * (0.11 + 0.26 * low * glow) + dark * 0.62;
    if (shops && y < 3.3) {
      front(house, along, y, stretch, power, light);
      return;
    }
    const bay = 1.15 + luck * 0.9;
    const storey = 2.0 + hash2(house, salt + 9) * 0.7;
    const u = along / bay;
    const v = (y - 3.6) / storey;
    if (v < 0 || y > height - 0.7) {
      const ledge = smooth(height - 0.25, height - 0.12, y) * 0.35;
      light.r += skyLow.r * ledge;
      light.g += skyLow.g * ledge;
      light.b += skyLow.b * ledge;
      return;
    }
    const column = Math.floor(u);
    const row = Math.floor(v);
    const fu = Math.abs(u - column - 0.5);
    const fv = v - row;
    const softU = 0.03 + (stretch / bay) * 0.6;
    const softV = 0.03 + (ray / storey) * 0.6;
    const pane = smooth(0.36 + softU, 0.36 - softU, fu) * smooth(0.33 + softV, 0.33 - softV, Math.abs(fv - 0.5));
    const lot = hash2(column + house * 31, row * 7 + salt);
    const on = lot < plan.awake;
    const bright = on ? 0.4 + 2.3 * hash2(column * 5 + salt, row + house) ** 2 : 0.05;
    // Rooms are lit from above; some are partly hidden by a curtain.
    const room = (0.55 + 0.65 * fv) * (lot < 0.12 ? 0.45 + 0.55 * smooth(-0.1, 0.1, u - column - 0.5) : 1);
    const mullion = 1 - 0.5 * smooth(0.05 + softU, 0.02, fu) * smooth(0.5, 0.1, stretch / bay);
    // A ray that covers several windows gets their mean.
    const mean = smooth(0.35, 1.1, stretch / bay);
    const strip = smooth(0.33 + softV, 0.33 - softV, Math.abs(fv - 0.5)) * 0.85;
    const level =
      pane * bright * room * mullion * (1 - mean) + strip * mean * plan.awake * (0.45 + 0.5 * hash2(row, house + salt));
    const tint = (mean > 0.5 ? hash2(row, house) : hash2(row + house, column + salt)) < 0.72 ? warm : cool;
    // A house lights up a moment before or after its neighbours, and never all of it at once.
    const lit = level * power * smooth(0.5 * luck, 0.5 * luck + 0.3, power);
    light.r += tint.r * lit;
    light.g += tint.g * lit;
    light.b += tint.b * lit;
  }

  /** Shop fronts: lit panes between dark posts, with a neon line above. */
  function front(house: number, along: number, y: number, stretch: number, power: number, light: Light): void {
    if (y > 2.75) {
      const tint = neonOf(hash2(house * 3, salt + 2));
      const line = Math.abs(y - 2.98) / 0.07;
      const tube = (Math.exp(-line * line) * 2.2 + 0.3 * Math.exp(-line * 0.35)) * power;
      light.r += tint.r * tube;
      light.g += tint.g * tube;
      light.b += tint.b * tube;
      return;
    }
    if (y < 0.3) return;
    const shop = Math.floor(along / 3.4);
    const fu = along / 3.4 - shop;
    const soft = 0.015 + stretch * 0.25;
    const post =
      smooth(0.03, 0.03 + soft, Math.min(fu, 1 - fu)) * (0.7 + 0.3 * smooth(0.01, 0.01 + soft, Math.abs(fu - 0.5)));
    // The shop is lit from its ceiling; people and goods are dark in front of it.
    const crowd = 0.35 + 1.4 * noise2(along * 2.2 + house * 9, shop * 7);
    const figure = smooth(crowd + 0.3, crowd - 0.3, y) * 0.6 * smooth(1.2, 0.3, stretch);
    const goods = (0.22 + 0.78 * smooth(0.2, 2.6, y) ** 1.5) * (1 - figure);
    const pick = hash2(shop + salt, house);
    const tint = pick < 0.72 ? warm : neonOf(hash2(house, shop));
    const level = post * goods * (pick < 0.12 ? 0.12 : 0.5 + 0.75 * pick) * smooth(2.75, 2.5, y) * power;
    light.r += tint.r * level;
    light.g += tint.g * level;
    light.b += tint.b * level;
  }

  return { facade, neonOf };
}

export type Facades = ReturnType<typeof createFacades>;
