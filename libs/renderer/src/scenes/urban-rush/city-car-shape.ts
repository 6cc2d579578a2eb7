import { smooth } from '../../stage/easing.ts';

/** Distance to the car from a point in its own coordinates: x right, y up, z towards its nose. */
export function carShape(x: number, y: number, z: number): number {
  const ax = Math.abs(x);
  // Body: the flanks narrow upwards and towards the ends, the deck slopes down to the nose.
  const end = z * z;
  const flank = ax - (0.93 - 0.1 * Math.max(0, y - 0.5) - 0.022 * end);
  const nose = Math.max(0, z - 1.4);
  const deck = y - (0.77 - 0.014 * (z + 2.1) - 0.22 * nose * nose + 0.05 * smooth(-1.6, -2.15, z));
  const tail = Math.abs(z) - (2.16 - 0.16 * Math.abs(y - 0.5));
  const bx = Math.max(flank + 0.12, 0);
  const by = Math.max(Math.max(deck, 0.15 - y) + 0.12, 0);
  const bz = Math.max(tail + 0.12, 0);
  const body = Math.sqrt(bx * bx + by * by + bz * bz) - 0.12;
  // Cabin: a drop shape that leans in on all sides.
  const rise = y - 0.62;
  const cx = Math.max(ax - (0.66 - 0.42 * rise) + 0.1, 0);
  const cz = Math.max(Math.abs(z + 0.32 - rise * 0.15) - (1.32 - 1.55 * rise) + 0.1, 0);
  const cy = Math.max(y - 1.06, 0.6 - y, 0);
  const cabin = Math.sqrt(cx * cx + cy * cy + cz * cz) - 0.1;
  const h = Math.max(0, 0.1 - Math.abs(body - cabin)) * 10;
  let d = Math.min(body, cabin) - h * h * 0.025;
  // Wheels, in arches cut from the flanks.
  if (ax < 0.5) return Math.min(d, 0.66 - ax);
  const wz = Math.abs(z) - 1.32;
  const round = Math.sqrt(wz * wz + (y - 0.32) * (y - 0.32));
  d = Math.max(d, Math.min(0.385 - round, ax - 0.6));
  return Math.min(d, Math.max(round - 0.325, Math.abs(ax - 0.79) - 0.14));
}
