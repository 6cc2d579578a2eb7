import { type Colour, colour } from '../stage/colour.ts';
import { smooth } from '../stage/easing.ts';
import type { Light } from '../stage/expose.ts';
import { hash2, noise2 } from '../stage/noise.ts';

/** How a street looks; lengths in metres. */
export interface StreetPlan {
  salt: number;
  skyLow: Colour;
  skyHigh: Colour;
  warm: Colour;
  cool: Colour;
  /** Neon colours, dealt to signs and arches. */
  neon: Colour[];
  wetness: number;
  /** Share of windows that are lit. */
  awake: number;
}

/** Sky and house fronts. `moment.moon` lets the moon rise, 0 to 1. */
export function createSkyline(plan: StreetPlan, moment: { moon: number }) {
  const { salt, skyLow, skyHigh, warm, cool, neon } = plan;
  const fallback = colour(1, 1, 1);
  const tintOfMoon = neon[0] ?? fallback;

  function neonOf(luck: number): Colour {
    return neon[Math.floor(luck * neon.length) % neon.length] ?? fallback;
  }

  function sky(dx: number, dy: number, dz: number, light: Light): void {
    const height = smooth(-0.02, 0.55, dy);
    light.r = skyLow.r + (skyHigh.r - skyLow.r) * height;
    light.g = skyLow.g + (skyHigh.g - skyLow.g) * height;
    light.b = skyLow.b + (skyHigh.b - skyLow.b) * height;
    const ahead = dz > 0 ? Math.hypot(dx, dy - 0.16) / dz : 9;
    const size = 0.1 + 0.12 * moment.moon;
    const disc = smooth(size + 0.006, size - 0.006, ahead) * moment.moon;
    const halo = Math.exp(-ahead * 5) * (0.25 + 0.6 * moment.moon);
    // Bars of haze across the disc grow towards its foot.
    const foot = (0.16 + size - dy) / (2 * size);
    const bar = smooth(0.08, 0.12, Math.abs(((foot * 8) % 1) - 0.5) + 0.34 - foot * 0.42);
    light.r += (warm.r * (0.95 - 0.45 * foot) + tintOfMoon.r * foot) * disc * bar + skyLow.r * halo;
    light.g += (warm.g * (0.85 - 0.6 * foot) + tintOfMoon.g * foot) * disc * bar + skyLow.g * halo;
    light.b += (warm.b * (0.8 - 0.5 * foot) + tintOfMoon.b * foot) * disc * bar + skyLow.b * halo;
  }

  function facade(
    side: number,
    block: number,
    along: number,
    y: number,
    height: number,
    distance: number,
    light: Light,
  ): void {
    const luck = hash2(block * 2 + side, salt);
    const bayWide = 0.75 + luck * 0.6;
    const storey = 0.95 + hash2(block, salt + side + 9) * 0.5;
    const u = along / bayWide;
    const v = (y - 3.1) / storey;
    const column = Math.floor(u);
    const row = Math.floor(v);
    const dark = 0.02 + 0.03 * luck;
    light.r = skyLow.r * 0.1 + dark * 0.8;
    light.g = skyLow.g * 0.1 + dark * 0.8;
    light.b = skyLow.b * 0.12 + dark * 1.3;
    const soft = 0.05 + distance * 0.004;
    if (v > 0 && y < height - 0.9) {
      const fu = Math.abs(u - column - 0.5);
      const fv = Math.abs(v - row - 0.5);
      const pane = smooth(0.36 + soft, 0.36 - soft, fu) * smooth(0.32 + soft, 0.32 - soft, fv);
      const lot = hash2(column + block * 31, row * 7 + side * 3 + salt);
      const on = lot < plan.awake ? 1 : 0.05;
      const tint = hash2(row + block, column + salt) < 0.72 ? warm : cool;
      const level = pane * on * (0.15 + 0.95 * hash2(column * 5 + salt, row + block) ** 2 * 1.6);
      light.r += tint.r * level;
      light.g += tint.g * level;
      light.b += tint.b * level;
    } else if (y < 2.7 && y > 0.25) {
      // Shop fronts: lit panes between dark posts, their goods a blur of colour.
      const shop = Math.floor(along / 3.2);
      const fu = along / 3.2 - shop;
      const post = smooth(0.02, 0.05, Math.min(fu, 1 - fu)) * (0.55 + 0.45 * smooth(0.012, 0.02, Math.abs(fu - 0.5)));
      // Light falls from the ceiling of the shop; people and goods stand dark before it.
      const crowd = 0.3 + 1.5 * noise2(along * 2.2 + block * 9, shop * 7);
      const figure = smooth(crowd + 0.3, crowd - 0.3, y) * 0.55;
      const goods = (0.2 + 0.8 * smooth(0.2, 2.6, y) ** 1.5) * (1 - figure);
      const tint = hash2(shop, block + side) < 0.78 ? warm : neonOf(hash2(block, shop + side));
      const level = post * goods * (0.5 + 0.6 * hash2(shop + salt, block)) * smooth(2.7, 2.4, y);
      light.r += tint.r * level;
      light.g += tint.g * level;
      light.b += tint.b * level;
    } else if (y >= 2.7 && y < 3.0) {
      const tint = neonOf(hash2(block * 3 + side, salt + 2));
      const tube = smooth(0.12, 0.05, Math.abs(y - 2.85)) * 1.8;
      light.r += tint.r * tube;
      light.g += tint.g * tube;
      light.b += tint.b * tube;
    }
  }

  return { sky, facade, neonOf };
}
