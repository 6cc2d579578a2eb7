import type { Colour } from '../../stage/colour.ts';
import { mix, smooth } from '../../stage/easing.ts';
import { fractal3, noise3 } from '../../stage/noise.ts';
import type { Random } from '../../stage/random.ts';
import type { Solid } from '../../stage/solid.ts';
import { roundedMax } from '../../stage/solid-shapes.ts';
import type { Layer } from './food-layers.ts';

const HALF = 0.3;

/** Two satin shells with ruffled feet and cream between them; `gold` adds gold dust. */
export function createMacaron(random: Random, shells: readonly Colour[], index: number, gold: boolean): Layer {
  const wide = 0.94 - index * 0.03 + random.range(-0.02, 0.02);
  const shell = shells[index % shells.length] as Colour;
  const cream = shells[(index + 2) % shells.length] as Colour;
  const tilt = [random.range(-0.06, 0.06), random.range(-0.06, 0.06)] as const;
  const seed = random.range(0, 90);
  const place = { x: random.range(-0.07, 0.07), y: 0, z: random.range(-0.05, 0.05), squash: 0 };

  function near(x: number, y: number, z: number, fine: boolean): number {
    const lx = x - place.x;
    const lz = z - place.z;
    const up = Math.abs((y - place.y - tilt[0] * lx - tilt[1] * lz) / (1 - place.squash));
    const r = Math.sqrt(lx * lx + lz * lz) / (1 + place.squash * 0.4);
    // The dome: a flat cylinder whose top slopes down towards the edge.
    const dome = roundedCan(r, up - 0.165 + 0.075 * (r / wide) ** 2, wide, 0.13, 0.115);
    const filling = roundedCan(r, up, wide * 0.93, 0.1, 0.05);
    let foot = Math.sqrt((r - wide + 0.035) ** 2 + (up - 0.095) ** 2) - 0.042;
    if (fine && foot < 0.05) foot -= 0.028 * (noise3(lx * 17 + seed, up * 26, lz * 17) - 0.5);
    return Math.min(dome, filling, foot) * 0.86 * Math.min(1, 1.05 - place.squash);
  }

  const solid: Solid = {
    bounds: { x: 0, y: 0, z: 0, wide: wide + 0.09, tall: HALF + 0.1 },
    shown: true,
    distance: (x, y, z) => near(x, y, z, true),
    hull: (x, y, z) => near(x, y, z, false),
    finish: { ...shell, coat: 0.3, rough: 0.25, soft: 0.6, metal: 0, glow: 0.02 },
    paint(x, y, z, out) {
      const lx = x - place.x;
      const lz = z - place.z;
      const up = Math.abs(y - place.y - tilt[0] * lx - tilt[1] * lz);
      const speck = smooth(0.66, 0.72, noise3(lx * 34 + seed, y * 34, lz * 34)) * 0.16;
      const foot = smooth(0.15, 0.12, up);
      const tone = (1 - speck) * (1 - 0.22 * foot * fractal3(lx * 14, up * 20, lz * 14, 2));
      out.r = shell.r * tone;
      out.g = shell.g * tone;
      out.b = shell.b * tone;
      out.rough = mix(0.22, 0.7, foot);
      if (up < 0.068) {
        out.r = mix(cream.r, 1, 0.55);
        out.g = mix(cream.g, 0.96, 0.55);
        out.b = mix(cream.b, 0.9, 0.55);
        out.coat = 0.6;
      }
      const dust = gold && y > place.y ? smooth(0.57, 0.63, fractal3(lx * 5 + seed, 2, lz * 5, 3)) : 0;
      if (dust > 0) {
        out.r = mix(out.r, 1, dust);
        out.g = mix(out.g, 0.7, dust);
        out.b = mix(out.b, 0.26, dust);
        out.metal = dust;
        out.rough = 0.3;
      }
    },
    bumps: (x, y, z) => 0.003 * noise3(x * 16, y * 16, z * 16),
  };
  return { solid, place, half: HALF, wide, crest: 0.5, body: (x, y, z) => near(x, y, z, false) };
}

/** Distance to an upright cylinder with rounded edges, in its (r, y) half-plane. */
export function roundedCan(r: number, y: number, wide: number, half: number, round: number): number {
  const a = r - wide + round;
  const b = Math.abs(y) - half + round;
  const ha = Math.max(a, 0);
  const hb = Math.max(b, 0);
  return Math.sqrt(ha * ha + hb * hb) + Math.min(roundedMax(a, b, 0.02), 0) - round;
}
