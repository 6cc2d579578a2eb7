import { smooth } from '../stage/easing.ts';
import type { Light } from '../stage/expose.ts';
import { noise2 } from '../stage/noise.ts';
import type { GlassBody, GlassLook } from './glass-body.ts';
import { GROUND } from './jelly.ts';

export const PLATE_RADIUS = 1.5;
export const PLATE_THICK = 0.15;
const ROD_RADIUS = 0.2;
/** Towards the key light: high, from the left and the front. */
export const KEY = { x: -0.42, y: 0.8, z: -0.43 };
const { x: KX, y: KY, z: KZ } = KEY;

/** The studio round the body: lamps, backdrop, floor, the two plates and the rod. */
export function createGlassSet(look: GlassLook, { state: s }: GlassBody) {
  const { tint, wallLow, wallHigh, floor } = look;
  const found = { kind: 0 };

  /** Lamps and walls as seen in a reflection. */
  function studio(dx: number, dy: number, dz: number, light: Light): void {
    const h = dy < -0.2 ? 0 : dy > 0.8 ? 1 : dy + 0.2;
    light.r = (wallLow.r + (wallHigh.r - wallLow.r) * h) * 0.75;
    light.g = (wallLow.g + (wallHigh.g - wallLow.g) * h) * 0.75;
    light.b = (wallLow.b + (wallHigh.b - wallLow.b) * h) * 0.75;
    let lamp = 0;
    if (dy > 0.1) {
      const u = Math.abs(dx / dy + 0.45);
      const v = Math.abs(dz / dy + 0.5);
      lamp += 5.5 * smooth(0.5, 0.42, u) * smooth(0.42, 0.34, v);
    }
    if (dx > 0.3)
      lamp += 2.6 * smooth(0.16, 0.1, Math.abs(dz / dx + 0.35)) * smooth(0.9, 0.75, Math.abs(dy / dx - 0.25));
    if (dx < -0.4)
      lamp += 1.6 * smooth(0.24, 0.16, Math.abs(dz / dx - 0.5)) * smooth(0.8, 0.65, Math.abs(dy / dx + 0.15));
    light.r += lamp;
    light.g += lamp * 0.98;
    light.b += lamp * 0.94;
  }

  /** Share of the key light at a place, and what the body's lens adds there, written to `light` as a factor. */
  function keyAt(x: number, y: number, z: number, light: Light): void {
    let reached = 1;
    if (y < s.plate - 0.01) {
      const t = (s.plate - y) / KY;
      const px = x + KX * t;
      const pz = z + KZ * t;
      const soft = 0.1 + t * 0.16;
      reached *= 1 - 0.85 * smooth(PLATE_RADIUS + soft, PLATE_RADIUS - soft, Math.sqrt(px * px + pz * pz));
    }
    const t = (s.centre - y) / KY;
    light.r = reached;
    light.g = reached;
    light.b = reached;
    if (t < 0) return;
    const px = (x + KX * t) / s.wide;
    const pz = (z + KZ * t) / s.wide;
    const d = Math.sqrt(px * px + pz * pz);
    const shade = smooth(1.25, 0.75, d);
    if (shade <= 0) return;
    // A lens gathers its light off-centre, away from the lamp; folds in the skin make the gathered light crawl.
    const gx = px + 0.32;
    const gz = pz + 0.3;
    const folds = 0.6 + 0.8 * noise2(px * 4 + s.phase * 0.05, pz * 4 - s.phase * 0.04);
    const gathered = Math.exp(-(gx * gx + gz * gz) * 6) * 2.6 * folds + Math.exp(-((d - 0.82) ** 2) * 90) * 0.7 * folds;
    light.r = reached * (1 - shade) + shade * (0.22 + gathered) * tint.r * (0.4 + 0.6 * reached);
    light.g = reached * (1 - shade) + shade * (0.22 + gathered) * tint.g * (0.4 + 0.6 * reached);
    light.b = reached * (1 - shade) + shade * (0.22 + gathered) * tint.b * (0.4 + 0.6 * reached);
  }

  function backdrop(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, light: Light): number {
    const h = smooth(-0.12, 0.42, dy);
    const spot = Math.exp(-((dx / (Math.abs(dz) + 0.2)) ** 2) * 5 - (dy - 0.02) ** 2 * 9) * 0.32;
    const wr = (wallLow.r + (wallHigh.r - wallLow.r) * h) * (0.82 + spot);
    const wg = (wallLow.g + (wallHigh.g - wallLow.g) * h) * (0.82 + spot);
    const wb = (wallLow.b + (wallHigh.b - wallLow.b) * h) * (0.82 + spot);
    if (dy > -1e-4) {
      light.r = wr;
      light.g = wg;
      light.b = wb;
      return 1;
    }
    const t = -oy / dy;
    const x = ox + dx * t;
    const z = oz + dz * t;
    const away = Math.sqrt(x * x + z * z);
    const fade = smooth(9, 3, away);
    keyAt(x, 0, z, light);
    const pool = 1.05 / (1 + away * away * 0.03);
    const contact = 1 - 0.55 * smooth(PLATE_RADIUS + 0.5, PLATE_RADIUS - 0.05, away);
    light.r = wr + (floor.r * pool * (0.34 + 0.66 * light.r) * contact - wr) * fade;
    light.g = wg + (floor.g * pool * (0.34 + 0.66 * light.g) * contact - wg) * fade;
    light.b = wb + (floor.b * pool * (0.34 + 0.66 * light.b) * contact - wb) * fade;
    return 1;
  }

  function disc(
    oy: number,
    ox: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    low: number,
    radius: number,
    thick: number,
    kind: number,
    best: number,
  ): number {
    let nearest = best;
    const a = dx * dx + dz * dz;
    const b = ox * dx + oz * dz;
    const d = b * b - a * (ox * ox + oz * oz - radius * radius);
    if (d <= 0) return nearest;
    const t = (-b - Math.sqrt(d)) / a;
    const y = oy + dy * t;
    if (t > 0.002 && t < nearest && y >= low && y <= low + thick) {
      nearest = t;
      found.kind = kind + 2;
    }
    const level = dy < 0 ? low + thick : low;
    const te = (level - oy) / dy;
    if (te > 0.002 && te < nearest) {
      const ex = ox + dx * te;
      const ez = oz + dz * te;
      if (ex * ex + ez * ez < radius * radius) {
        nearest = te;
        found.kind = kind + (dy < 0 ? 0 : 1);
      }
    }
    return nearest;
  }

  /** Nearest of the two plates and the rod; `found.kind`: 10.. lower, 20.. upper, 32 rod; the unit: 0 top, 1 underside, 2 edge. */
  function solids(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): number {
    found.kind = 0;
    let t = disc(oy, ox, oz, dx, dy, dz, GROUND - PLATE_THICK, PLATE_RADIUS, PLATE_THICK, 10, 1e9);
    t = disc(oy, ox, oz, dx, dy, dz, s.plate, PLATE_RADIUS, PLATE_THICK, 20, t);
    t = disc(oy, ox, oz, dx, dy, dz, s.plate + PLATE_THICK, ROD_RADIUS * 1.9, 0.14, 40, t);
    return disc(oy, ox, oz, dx, dy, dz, s.plate + PLATE_THICK, ROD_RADIUS, 30, 30, t);
  }

  return { studio, keyAt, backdrop, solids, found };
}
