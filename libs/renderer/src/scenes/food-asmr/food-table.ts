import { type Colour, colour, oklch } from '../../stage/colour.ts';
import { smooth } from '../../stage/easing.ts';
import { noise3 } from '../../stage/noise.ts';
import type { Random } from '../../stage/random.ts';
import type { Solid } from '../../stage/solid.ts';
import { angleOf, length2, length3, roundedMax } from '../../stage/solid-shapes.ts';

/** Height of a plate's upper side. The plate has a raised lip and a golden line. */
export const PLATE_TOP = 0.14;

export function createPlate(tint: Colour, wide: number): Solid {
  return {
    bounds: { x: 0, y: 0.11, z: 0, wide: wide + 0.02, tall: 0.11 },
    shown: true,
    distance(x, y, z) {
      const r = Math.sqrt(x * x + z * z);
      // A shallow bowl: a curved underside with a hollowed upper side.
      const lip = 0.07 * smooth(wide * 0.72, wide, r);
      const over = y - 0.14 - lip;
      const under = 0.02 + lip * 1.1 + 0.04 * smooth(wide * 0.45, wide * 0.8, r) - y;
      return roundedMax(roundedMax(over, under, 0.02), r - wide, 0.05) * 0.85;
    },
    finish: { ...tint, coat: 1, rough: 0.04, soft: 0, metal: 0, glow: 0 },
    paint(x, _y, z, out) {
      const r = Math.sqrt(x * x + z * z);
      const line = smooth(0.022, 0.014, Math.abs(r - wide * 0.94));
      out.r += (0.95 - out.r) * line;
      out.g += (0.62 - out.g) * line;
      out.b += (0.22 - out.b) * line;
      out.metal = line;
      out.rough = 0.04 + 0.2 * line;
    },
  };
}

type Fruit = 'blueberry' | 'cranberry' | 'raspberry';

/** A berry at (x, y, z). */
export function createBerry(fruit: Fruit, x: number, y: number, z: number, size: number): Solid {
  const tint =
    fruit === 'blueberry'
      ? oklch(0.4, 0.11, 275)
      : fruit === 'raspberry'
        ? colour(0.72, 0.05, 0.12)
        : colour(0.75, 0.02, 0.03);
  const bounds = { x, y, z, wide: size * 1.12, tall: size * 1.15 };
  return {
    bounds,
    shown: true,
    convex: true,
    finish: {
      ...tint,
      coat: fruit === 'blueberry' ? 0.35 : 1,
      rough: fruit === 'blueberry' ? 0.35 : 0.04,
      soft: 0.6,
      metal: 0,
      glow: 0.02,
    },
    hull: (px, py, pz) => Math.sqrt((px - bounds.x) ** 2 + (py - bounds.y) ** 2 + (pz - bounds.z) ** 2) - size,
    distance(px, py, pz) {
      const lx = px - bounds.x;
      const ly = (py - bounds.y) * (fruit === 'raspberry' ? 0.9 : 1.05);
      const lz = pz - bounds.z;
      const far = Math.sqrt(lx * lx + ly * ly + lz * lz);
      if (fruit === 'cranberry' || far > size * 1.5) return far - size * (far > size * 1.5 ? 1.1 : 1);
      if (fruit === 'blueberry') {
        const crown = length3(lx, ly - size * 1.02, lz) - size * 0.34;
        return roundedMax(far - size, -crown, 0.03);
      }
      // Drupelets in rings; each ring is offset against the next.
      const row = (angleOf(Math.sqrt(lx * lx + lz * lz), ly) / Math.PI) * 6;
      const ring = Math.floor(row);
      const round = Math.max(3, Math.round(Math.sin(((ring + 0.5) / 6) * Math.PI) * 10));
      const turn = ((angleOf(lz, lx) / (Math.PI * 2) + 2) * round + ring * 0.5) % 1;
      const bump = (1 - (row - ring - 0.5) ** 2 * 4) * (1 - (turn - 0.5) ** 2 * 4);
      return (far - size * (0.88 + 0.2 * Math.sqrt(Math.max(0, bump)))) * 0.6;
    },
    paint(px, py, pz, out) {
      if (fruit !== 'blueberry') return;
      const bloom = smooth(0.35, 0.7, noise3(px * 9, py * 9, pz * 9)) * 0.35;
      out.r += (0.42 - out.r) * bloom;
      out.g += (0.46 - out.g) * bloom;
      out.b += (0.62 - out.b) * bloom;
    },
  };
}

/** Berries around the plate, but not in front of the dish. */
export function scatterBerries(random: Random, wide: number): Solid[] {
  const places: { x: number; z: number; size: number }[] = [];
  const berries: Solid[] = [];
  const count = random.whole(4, 6);
  for (let tries = 0; berries.length < count && tries < 40; tries++) {
    const fruit = random.pick(['blueberry', 'cranberry', 'raspberry'] as const);
    const size = fruit === 'raspberry' ? random.range(0.15, 0.18) : random.range(0.11, 0.17);
    const angle = -Math.PI / 2 + (berries.length % 2 ? -1 : 1) * random.range(0.5, 1.5);
    const distance = wide * random.range(0.8, 0.9);
    const [x, z] = [Math.cos(angle) * distance, Math.sin(angle) * distance];
    if (places.some((other) => length2(other.x - x, other.z - z) < other.size + size + 0.02)) continue;
    places.push({ x, z, size });
    berries.push(createBerry(fruit, x, PLATE_TOP + size + 0.02, z, size));
  }
  return berries;
}
