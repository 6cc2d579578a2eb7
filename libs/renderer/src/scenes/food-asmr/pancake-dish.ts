import { oklch } from '../../stage/colour.ts';
import { easeIn, easeInOut, mix, smooth, within, wobble } from '../../stage/easing.ts';
import { fractal3, noise3 } from '../../stage/noise.ts';
import type { Random } from '../../stage/random.ts';
import type { Solid } from '../../stage/solid.ts';
import { angleOf, length2, length3, roundedMin } from '../../stage/solid-shapes.ts';
import type { Dish } from './food-dish.ts';
import { type Layer, stack } from './food-layers.ts';
import { createPour } from './food-pour.ts';
import { sauces } from './food-sauces.ts';
import { createBerry, createPlate, PLATE_TOP, scatterBerries } from './food-table.ts';

const THICK = 0.16;

/** A pancake: brown faces, a pale and crumbly side. */
function createPancake(random: Random): Layer {
  const wide = random.range(0.96, 1.08);
  const phase = random.range(0, 6);
  const tilt = [random.range(-0.05, 0.05), random.range(-0.05, 0.05)] as const;
  const place = { x: random.range(-0.1, 0.1), y: 0, z: random.range(-0.08, 0.08), squash: 0 };
  function near(x: number, y: number, z: number, fine: boolean): number {
    const lx = x - place.x;
    const lz = z - place.z;
    const r = Math.sqrt(lx * lx + lz * lz);
    // Its edge droops a little over the pancake below.
    const ly = (y - place.y - tilt[0] * lx - tilt[1] * lz + 0.05 * smooth(0.75, 1.1, r)) / (1 - place.squash);
    let out = r - wide + THICK;
    if (fine && out > -0.1 && out - THICK < 0.1) {
      const angle = angleOf(lz, lx);
      out += 0.02 * Math.sin(angle * 3 + phase) + 0.011 * Math.sin(angle * 7 - phase);
    }
    const beyond = Math.max(0, out);
    return (Math.sqrt(beyond * beyond + ly * ly) - THICK) * 0.95 * Math.min(1, 1.05 - place.squash);
  }
  const solid: Solid = {
    bounds: { x: 0, y: 0, z: 0, wide: wide + 0.08, tall: THICK + 0.13 },
    shown: true,
    distance: (x, y, z) => near(x, y, z, true),
    hull: (x, y, z) => near(x, y, z, false),
    finish: { r: 0.8, g: 0.5, b: 0.2, coat: 0.25, rough: 0.6, soft: 0.4, metal: 0, glow: 0 },
    paint(x, y, z, out) {
      const lx = x - place.x;
      const lz = z - place.z;
      const ly = y - place.y - tilt[0] * lx - tilt[1] * lz + 0.045 * smooth(0.75, 1.1, length2(lx, lz));
      const spots = fractal3(lx * 4 + phase, 1, lz * 4, 3);
      const brown = smooth(0.075, 0.125, Math.abs(ly) + 0.03 * (spots - 0.5));
      const crumb = 0.82 + 0.36 * fractal3(lx * 16, ly * 22, lz * 16, 2);
      const baked = 0.65 + 0.9 * spots;
      out.r = mix(0.8 * crumb, 0.43 * baked, brown);
      out.g = mix(0.52 * crumb, 0.165 * baked, brown);
      out.b = mix(0.2 * crumb, 0.035 * baked, brown);
      out.soft = mix(0.7, 0.3, brown);
      out.coat = 0.15 + 0.35 * brown;
    },
    bumps: (x, y, z) => 0.008 * noise3(x * 17, y * 26, z * 17),
  };
  return { solid, place, half: THICK, wide, crest: 0.3, body: (x, y, z) => near(x, y, z, false) };
}

/** Pancakes stack up, butter melts on them, syrup runs down their sides, berries fall on top. */
export function pancakeDish(random: Random, hue: number, side: number): Dish {
  const layers = Array.from({ length: 5 }, () => createPancake(random));
  const pace = random.range(0.3, 0.44);
  const lands = layers.map((_, index) => 0.03 + index * pace);
  const built = stack(layers, PLATE_TOP, lands, 0.02);
  const butterLands = (lands.at(-1) as number) + 0.5;
  const starts = butterLands + random.range(0.2, 0.45);
  const ends = starts + random.range(2.5, 2.9);
  const sauce = sauces[random.pick(['honey', 'caramel', 'chocolate', 'strawberry'] as const)];
  const spot = -Math.PI / 2 + side * random.range(0.1, 0.6);
  const pour = createPour(random, sauce, {
    starts,
    ends,
    x: Math.cos(spot) * 0.34,
    z: Math.sin(spot) * 0.34,
    summit: built.top,
    brim: 0.92,
    widest: 1.2,
    deepest: random.range(1.35, 1.6),
    runs: random.whole(8, 10),
    support(x, y, z) {
      let near = 1e9;
      for (const { place, half, body } of layers)
        if (y > place.y - half - 0.3 && y < place.y + half + 0.3) near = roundedMin(near, body(x, y, z), 0.2);
      return near;
    },
  });
  const pat = { y: 9, x: -0.16 * side, z: 0.06, turn: random.range(0.2, 0.9), melt: 0 };
  const butter: Solid = {
    bounds: { x: pat.x, y: 0, z: pat.z, wide: 0.46, tall: 0.16 },
    shown: false,
    finish: { r: 1, g: 0.8, b: 0.3, coat: 0.9, rough: 0.1, soft: 1, metal: 0, glow: 0.03 },
    distance(x, y, z) {
      const lx = x - pat.x;
      const lz = z - pat.z;
      const round = mix(0.035, 0.08, pat.melt);
      const u = Math.abs(lx * Math.cos(pat.turn) + lz * Math.sin(pat.turn)) - 0.26 + round;
      const v = Math.abs(lz * Math.cos(pat.turn) - lx * Math.sin(pat.turn)) - 0.22 + round;
      const w = Math.abs(y - pat.y) - mix(0.12, 0.09, pat.melt) + round;
      const block = length3(Math.max(u, 0), Math.max(v, 0), Math.max(w, 0)) + Math.min(Math.max(u, v, w), 0) - round;
      const puddle = length2(length2(lx, lz) * 0.2, y - built.top - 0.01) - 0.07 * pat.melt;
      return roundedMin(block, puddle, 0.08 * pat.melt + 0.001) * 0.85;
    },
  };
  const finale = Math.max(6, ends + random.range(0.2, 0.5));
  const fruits = ['blueberry', 'raspberry', 'blueberry'] as const;
  const crown = fruits.map((fruit, n) => {
    const angle = -Math.PI / 2 + (n - 1) * 1.5 + random.range(-0.2, 0.2);
    return createBerry(fruit, 0.26 * Math.cos(angle), 9, 0.22 * Math.sin(angle) + 0.02, n === 1 ? 0.22 : 0.16);
  });
  const plate = createPlate(oklch(random.pick([0.86, 0.34]), 0.06, hue + random.pick([40, 200, 260])), 1.56);

  return {
    solids: [
      plate,
      ...layers.map(({ solid }) => solid),
      butter,
      ...pour.solids,
      ...crown,
      ...scatterBerries(random, 1.42),
    ],
    top: built.top,
    hue,
    lands: [...lands, butterLands],
    pours: { starts, ends },
    finale,
    posterAt: ends - 0.1,
    hooks: ['Stack it higher', 'Wait for the syrup', 'Breakfast, slowly'],
    lines: ['Warm and golden', 'Watch it run', 'One more pancake?'],
    steam: { y: built.top, from: (lands[1] as number) + 0.4 },
    sauce: 'thin',
    distances: [3.9, 5.1, 6.1],
    pose(time) {
      built.pose(time);
      pour.pose(time);
      const fall = easeIn(within(time, butterLands - 0.4, 0.4), 2);
      pat.melt = easeInOut(within(time, butterLands + 0.2, 4.2));
      pat.y =
        mix(built.top + 3.6, built.top + mix(0.11, 0.05, pat.melt), fall) + 0.03 * wobble(time - butterLands, 4, 6);
      butter.shown = time > butterLands - 0.4;
      butter.bounds.y = pat.y;
      crown.forEach((berry, n) => {
        const lands = finale + n * 0.16;
        const drop = easeIn(within(time, lands - 0.4, 0.4), 2);
        berry.shown = time > lands - 0.4;
        berry.bounds.y =
          mix(built.top + 4, built.top + (n === 1 ? 0.24 : 0.2), drop) + 0.06 * Math.abs(wobble(time - lands, 2, 6));
      });
    },
  };
}
