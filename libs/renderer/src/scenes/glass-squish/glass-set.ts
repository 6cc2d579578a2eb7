import { smooth } from '../../stage/easing.ts';
import type { Light } from '../../stage/expose.ts';
import { noise2 } from '../../stage/noise.ts';
import type { GlassBeads } from './glass-beads.ts';
import type { GlassBody } from './glass-body.ts';
import type { GlassLook } from './glass-look.ts';
import { PLATE_RADIUS } from './glass-press.ts';
import { createGlassWall } from './glass-wall.ts';

/** Direction of the key light: high, left, in front. */
export const KEY = { x: -0.42, y: 0.8, z: -0.43 };
const { x: KX, y: KY, z: KZ } = KEY;

/** The studio around the body: lamps, cyclorama, and the light that reaches a point. */
export function createGlassSet(look: GlassLook, { state: s, tint }: GlassBody, beads: GlassBeads) {
  const { before, after } = look;
  const { place, intersect, turned, shadeWall } = createGlassWall(look, s);

  /** Light from directions away from the cyclorama: the lamps and the dark studio. */
  function lamps(dx: number, dy: number, dz: number, light: Light): void {
    const h = dy < 0 ? 0 : dy > 0.5 ? 1 : dy * 2;
    const share = s.wave > 3 ? 1 : 0;
    const low = share ? after.floor : before.floor;
    const high = share ? after.wallHigh : before.wallHigh;
    light.r = (low.r + (high.r * 0.2 - low.r) * h) * 0.42;
    light.g = (low.g + (high.g * 0.2 - low.g) * h) * 0.42;
    light.b = (low.b + (high.b * 0.2 - low.b) * h) * 0.42;
    let lamp = 0;
    if (dy > 0.1) lamp = 8 * smooth(0.46, 0.4, Math.abs(dx / dy + 0.5)) * smooth(0.4, 0.34, Math.abs(dz / dy + 0.55));
    if (dx > 0.3)
      lamp += 3.4 * smooth(0.17, 0.11, Math.abs(dz / dx + 0.4)) * smooth(0.95, 0.8, Math.abs(dy / dx - 0.25));
    if (dx < -0.4) lamp += 1.5 * smooth(0.3, 0.2, Math.abs(dz / dx - 0.4)) * smooth(0.9, 0.7, Math.abs(dy / dx + 0.1));
    light.r += lamp;
    light.g += lamp * 0.98;
    light.b += lamp * 0.93;
  }

  /** Light from a direction, exact enough for reflections. */
  function around(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, light: Light): void {
    // The floor ends behind the camera, where the lamps are.
    if (!intersect(ox, oy, oz, dx, dy, dz) || place.z < -6) {
      lamps(dx, dy, dz, light);
      return;
    }
    if (place.up >= 1) {
      shadeWall(place.x, place.y, turned(place.x, place.y, place.z), light);
      return;
    }
    const { x, y, z, up } = place;
    const share = turned(x, y, z);
    const distance = x * x + z * z;
    const pool = (0.3 + 0.62 / (1 + distance * 0.05)) * (1 - 0.5 * smooth(3.4, 2, distance));
    const soft = up * up * (3 - 2 * up);
    if (soft > 0) shadeWall(x, y, share, light);
    const kept = (1 - soft) * pool;
    light.r = light.r * soft + (before.floor.r + (after.floor.r - before.floor.r) * share) * kept;
    light.g = light.g * soft + (before.floor.g + (after.floor.g - before.floor.g) * share) * kept;
    light.b = light.b * soft + (before.floor.b + (after.floor.b - before.floor.b) * share) * kept;
  }

  /** Share of the key light at a point; it is coloured and focused where it has passed through the body. */
  function keyAt(x: number, y: number, z: number, light: Light): void {
    let reached = beads.state.count > 0 ? beads.shadow(x, y, z, KX, KY, KZ) : 1;
    if (y < s.plate - 0.01) {
      const t = (s.plate - y) / KY;
      const px = x + KX * t;
      const pz = z + KZ * t;
      const soft = 0.08 + t * 0.14;
      reached *= 1 - 0.8 * smooth(PLATE_RADIUS + soft, PLATE_RADIUS - soft, Math.sqrt(px * px + pz * pz));
    }
    light.r = reached;
    light.g = reached;
    light.b = reached;
    const t = (s.centre - y) / KY;
    if (t < 0 || !s.whole) return;
    const px = (x + KX * t) / s.wide;
    const pz = (z + KZ * t) / s.wide;
    const d = Math.sqrt(px * px + pz * pz);
    const shade = smooth(1.22, 0.8, d);
    if (shade <= 0) return;
    // A lens focuses light off-centre, away from the lamp: bright threads that move with the skin.
    const gx = px + 0.3;
    const gz = pz + 0.28;
    const fold = noise2(px * 3.2 + s.phase * 0.03, pz * 3.2 - s.phase * 0.025) - 0.5;
    const fine = noise2(px * 6.4 - s.phase * 0.04 + 9, pz * 6.4 + fold * 2) - 0.5;
    const thread = Math.exp(-Math.abs(fold) * 16) + 0.7 * Math.exp(-Math.abs(fine) * 13);
    const rim = (d - 0.86) * 11;
    const gathered =
      Math.exp(-(gx * gx + gz * gz) * 4.5) * (1.5 + 2.6 * thread) +
      thread * 0.7 * smooth(1.1, 0.6, d) +
      Math.exp(-rim * rim) * 0.9;
    const level = shade * (0.12 + gathered) * (0.35 + 0.65 * reached) * 1.25;
    light.r = reached * (1 - shade) + level * tint.r;
    light.g = reached * (1 - shade) + level * tint.g;
    light.b = reached * (1 - shade) + level * tint.b;
  }

  /** The cyclorama as the camera sees it. `gloss` adds the reflections of the polished floor. */
  function backdrop(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    light: Light,
    gloss: boolean,
  ): number {
    if (!intersect(ox, oy, oz, dx, dy, dz)) {
      lamps(dx, dy, dz, light);
      return 1;
    }
    const { x, y, z, up } = place;
    const share = turned(x, y, z);
    if (up >= 1) {
      shadeWall(x, y, share, light);
      return 1;
    }
    keyAt(x, y, z, light);
    const distance = Math.sqrt(x * x + z * z);
    const pool = 1.16 / (1 + distance * distance * 0.075);
    const contact = 1 - 0.6 * smooth(PLATE_RADIUS + 0.45, PLATE_RADIUS - 0.05, distance);
    const lit = 0.9 * pool;
    const ambient = 0.26 * pool * contact;
    let r = (before.floor.r + (after.floor.r - before.floor.r) * share) * (light.r * lit + ambient);
    let g = (before.floor.g + (after.floor.g - before.floor.g) * share) * (light.g * lit + ambient);
    let b = (before.floor.b + (after.floor.b - before.floor.b) * share) * (light.b * lit + ambient);
    if (gloss) {
      const mirror = 0.04 + 0.55 * (1 + dy) ** 4;
      around(x, 0.001, z, dx, Math.abs(dy), dz, light);
      r += light.r * mirror;
      g += light.g * mirror;
      b += light.b * mirror;
    }
    if (up > 0) {
      const soft = up * up * (3 - 2 * up);
      shadeWall(x, y, share, light);
      r += (light.r - r) * soft;
      g += (light.g - g) * soft;
      b += (light.b - b) * soft;
    }
    light.r = r;
    light.g = g;
    light.b = b;
    return 1;
  }

  return { around, keyAt, backdrop };
}

export type GlassSet = ReturnType<typeof createGlassSet>;
