import { colour, oklch } from '../../stage/colour.ts';
import { easeIn, easeInOut, mix, smooth, within, wobble } from '../../stage/easing.ts';
import { fractal3, noise3 } from '../../stage/noise.ts';
import type { Random } from '../../stage/random.ts';
import type { Solid } from '../../stage/solid.ts';
import { angleOf, length2, roundedMax, roundedMin } from '../../stage/solid-shapes.ts';
import type { Dish } from './food-dish.ts';
import { createPour } from './food-pour.ts';
import { sauces } from './food-sauces.ts';
import { createBerry, createPlate, PLATE_TOP, scatterBerries } from './food-table.ts';

const RADIUS = 0.98;

/** A chocolate ball that hot sauce melts open, with a shining filling inside. */
export function sphereDish(random: Random, hue: number): Dish {
  const middle = PLATE_TOP + RADIUS * 0.9;
  const summit = middle + RADIUS;
  const starts = random.range(1.5, 1.95);
  const ends = starts + random.range(3, 3.3);
  const opens = starts + random.range(0.9, 1.15);
  const white = random.chance(0.45);
  // Ruby, white or matcha chocolate; dark otherwise.
  const shellColour = white
    ? random.pick([oklch(0.68, 0.13, 8), colour(0.74, 0.6, 0.42), oklch(0.68, 0.1, 128)])
    : colour(0.11, 0.036, 0.014);
  const sauce =
    sauces[
      white
        ? random.pick(['strawberry', 'chocolate'] as const)
        : random.pick(['caramel', 'honey', 'strawberry'] as const)
    ];
  const scoopColour = random.pick([
    colour(0.98, 0.9, 0.72),
    oklch(0.85, 0.1, 140),
    oklch(0.82, 0.12, 5),
    oklch(0.84, 0.09, hue),
  ]);
  const phase = random.range(0, 6);
  const drops = Array.from({ length: 5 }, (_, n) => 0.08 + n * random.range(0.22, 0.3));
  const now = { level: 9, pool: 0, dressed: 0, bounce: 0 };

  /** The shell is melted above this height: a wavy rim that sinks. */
  function rim(angle: number): number {
    return (
      now.level +
      0.09 * Math.sin(angle * 3 + phase) +
      0.055 * Math.sin(angle * 5 - phase * 2) +
      0.03 * Math.sin(angle * 11 + phase)
    );
  }
  const shell: Solid = {
    bounds: { x: 0, y: middle, z: 0, wide: 1.32, tall: RADIUS + 0.08 },
    shown: true,
    finish: { ...shellColour, coat: 1, rough: 0.025, soft: white ? 0.6 : 0.15, metal: 0, glow: 0 },
    distance(x, y, z) {
      const ly = (y - middle) / (1 + now.bounce);
      const far = Math.sqrt(x * x + ly * ly + z * z) - RADIUS;
      let best = far;
      if (now.level < RADIUS + 0.2 && far < 0.14 && far > -0.4) {
        const over = ly - rim(angleOf(z, x));
        const bead = 0.04 * smooth(-0.16, -0.03, over);
        best = roundedMax(Math.abs(far + 0.035) - 0.035 - bead, over * 0.7, 0.06);
      } else if (now.level < RADIUS + 0.2) best = far > 0 ? far - 0.05 : -far - 0.13;
      if (now.pool > 0.01 && y < PLATE_TOP + 0.2) {
        const angle = angleOf(z, x);
        const wide = 0.72 + now.pool * (0.36 + 0.06 * Math.sin(angle * 4 + phase) + 0.04 * Math.sin(angle * 7));
        const r = Math.sqrt(x * x + z * z) - wide;
        const puddle = length2(Math.max(0, r + 0.05), (y - PLATE_TOP - 0.01) * 1.2) - 0.05;
        best = roundedMin(best, puddle, 0.1);
      }
      return best * 0.82;
    },
    hull(x, y, z) {
      const ly = y - middle;
      const far = Math.sqrt(x * x + ly * ly + z * z) - RADIUS;
      return now.level > RADIUS + 0.1 ? far : Math.max(Math.abs(far + 0.035) - 0.035, (ly - now.level) * 0.8);
    },
    paint(x, y, z, out) {
      const ly = y - middle;
      const inside = Math.sqrt(x * x + ly * ly + z * z) < RADIUS - 0.045;
      if (inside) {
        out.rough = 0.2;
        return;
      }
      const leaf = smooth(0.62, 0.632, fractal3(x * 4.4 + phase, y * 4.4, z * 4.4, 4)) * (y > PLATE_TOP + 0.15 ? 1 : 0);
      out.r = mix(out.r, 1, leaf);
      out.g = mix(out.g, 0.7, leaf);
      out.b = mix(out.b, 0.24, leaf);
      out.metal = leaf;
      out.rough += 0.25 * leaf;
      out.glow = 0.14 * leaf;
    },
    bumps: (x, y, z) => 0.0025 * noise3(x * 3.4, y * 3.4, z * 3.4),
  };
  const heart = middle - 0.32;
  const scoop: Solid = {
    bounds: { x: 0, y: heart - 0.06, z: 0, wide: 0.8, tall: 0.74 },
    shown: false,
    finish: { ...scoopColour, coat: 0.2, rough: 0.5, soft: 0.8, metal: 0, glow: 0.05 },
    distance(x, y, z) {
      const far = Math.sqrt(x * x + (y - heart) ** 2 + z * z) - 0.56;
      if (far > 0.2) return far - 0.1;
      const rough = 0.05 * fractal3(x * 5, y * 7, z * 5, 2);
      const skirt = length2(length2(x, z) - 0.52, (y - heart + 0.2) * 1.3) - 0.13;
      return (roundedMin(far, skirt, 0.08) + 0.03 - rough) * 0.8;
    },
    hull: (x, y, z) => Math.sqrt(x * x + (y - heart) ** 2 + z * z) - 0.56,
    paint(x, y, z, out) {
      // The sauce that falls in covers the filling from above.
      const low =
        heart +
        0.62 -
        now.dressed * (0.75 + 0.16 * Math.sin(angleOf(z, x) * 4 + phase) + 0.1 * Math.sin(angleOf(z, x) * 9));
      const wet = smooth(low - 0.02, low + 0.02, y);
      const { finish } = sauce;
      out.r = mix(out.r * (0.9 + 0.2 * noise3(x * 9, y * 9, z * 9)), finish.r * 0.9, wet);
      out.g = mix(out.g, finish.g * 0.9, wet);
      out.b = mix(out.b, finish.b * 0.9, wet);
      out.coat = mix(0.25, 1, wet);
      out.rough = mix(0.5, 0.03, wet);
    },
    bumps: (x, y, z) => 0.012 * fractal3(x * 18, y * 18, z * 18, 2) * (1 - now.dressed * 0.7),
  };
  const fruits = ['raspberry', 'blueberry', 'cranberry'] as const;
  const inside = Array.from({ length: 7 }, (_, n) => {
    const angle = (n / 7) * Math.PI * 2 + phase;
    return createBerry(
      fruits[n % 3] as (typeof fruits)[number],
      0.7 * Math.cos(angle),
      heart - 0.02 + 0.07 * (n % 2),
      0.7 * Math.sin(angle),
      0.17,
    );
  });
  const finale = Math.max(6, ends + random.range(0.35, 0.7));
  const crown = createBerry('raspberry', 0.02, 9, 0, 0.21);
  const pour = createPour(random, sauce, {
    starts,
    ends,
    x: 0,
    z: -0.04,
    summit,
    brim: 0.55,
    widest: RADIUS,
    deepest: 1.5,
    runs: random.whole(7, 9),
    support: (x, y, z) => Math.sqrt(x * x + (y - middle) ** 2 + z * z) - RADIUS,
    keep: (x, y, z) => (now.level < RADIUS + 0.2 ? (y - middle - rim(angleOf(z, x))) * 0.7 : -1),
    landing: (time) => mix(summit, heart + 0.52, easeIn(within(time, opens + 0.1, 0.5), 2)),
  });
  const plate = createPlate(oklch(random.pick([0.25, 0.88]), 0.04, hue + 60), 1.6);
  const around = scatterBerries(random, 1.42);

  return {
    solids: [plate, shell, ...pour.solids, scoop, ...inside, crown, ...around],
    top: summit,
    hue,
    lands: drops,
    pours: { starts, ends },
    finale,
    posterAt: Math.min(ends - 0.1, opens + 2.1),
    hooks: ['What’s hiding inside?', 'Wait for the melt', 'Sound on. Spoon ready.'],
    lines: ['Here it opens…', 'Melt with it', 'Too good to share'],
    steam: { y: summit, from: starts + 0.6 },
    sauce: 'thin',
    distances: [3.7, 5.0, 5.2],
    pose(time) {
      const melt = easeInOut(within(time, opens, 2.6));
      now.level = mix(RADIUS + 0.25, -0.28, melt) - 0.05 * Math.max(0, time - opens - 2.6) * 0.3;
      now.pool = smooth(opens + 0.4, opens + 3, time);
      now.dressed = smooth(opens + 0.6, opens + 2.4, time);
      shell.convex = now.level > RADIUS * 0.75;
      now.bounce = 0.012 * wobble(time - starts - 0.4, 4, 3);
      const open = time > opens + 0.1;
      scoop.shown = open;
      for (const berry of inside) berry.shown = open;
      pour.pose(time);
      around.forEach((berry, n) => {
        const at = drops[n % drops.length] as number;
        const rest = PLATE_TOP + berry.bounds.wide / 1.12 + 0.02;
        berry.bounds.y =
          mix(rest + 3, rest, easeIn(within(time, at - 0.4, 0.4), 2)) + 0.12 * Math.abs(wobble(time - at, 2, 5));
        berry.shown = time > at - 0.4;
      });
      const drop = easeIn(within(time, finale - 0.4, 0.4), 2);
      crown.shown = time > finale - 0.4;
      crown.bounds.y = mix(summit + 3, heart + 0.68, drop) + 0.05 * Math.abs(wobble(time - finale, 2.4, 5));
    },
  };
}
