import type { GlassBody } from './glass-body.ts';
import { GROUND } from './jelly.ts';

export const PLATE_RADIUS = 1.5;
export const PLATE_THICK = 0.15;
/** Within this the lower plate is enamelled; outside it is bare metal. */
export const INLAY = PLATE_RADIUS - 0.09;
/** Radius where a plate's face curves into its edge. */
export const RIM = PLATE_RADIUS - 0.06;
const ROD_RADIUS = 0.19;
/** Nothing on the rod is wider. */
const COLLAR_RADIUS = ROD_RADIUS * 2;
const SLEEVE_FROM = 4.05;

/** The solid that a ray hit is encoded as its part plus its side. */
export const part = { lower: 10, upper: 20, rod: 30, collar: 40, sleeve: 50 } as const;
export const side = { top: 0, under: 1, edge: 2 } as const;

/** The two plates, the rod with its collar, and the sleeve that guides the rod. */
export function createGlassPress({ state: s }: GlassBody) {
  const found = { kind: 0 };
  const n = { x: 0.1, y: 0.9, z: 0.1 };

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
      found.kind = kind + side.edge;
    }
    const level = dy < 0 ? low + thick : low;
    const te = (level - oy) / dy;
    if (te > 0.002 && te < nearest) {
      const ex = ox + dx * te;
      const ez = oz + dz * te;
      if (ex * ex + ez * ez < radius * radius) {
        nearest = te;
        found.kind = kind + (dy < 0 ? side.top : side.under);
      }
    }
    return nearest;
  }

  /** Distance to the nearest solid; sets `found.kind` to its part plus its side, 0 for none. */
  function intersect(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): number {
    found.kind = 0;
    // A ray that passes the widest plate passes everything; most of the others pass the rod and what is on it.
    const flat = dx * dx + dz * dz;
    const towards = ox * dx + oz * dz;
    const aside = ox * ox + oz * oz;
    if (towards * towards <= flat * (aside - PLATE_RADIUS * PLATE_RADIUS)) return 1e9;
    let t = disc(oy, ox, oz, dx, dy, dz, GROUND - PLATE_THICK, PLATE_RADIUS, PLATE_THICK, part.lower, 1e9);
    t = disc(oy, ox, oz, dx, dy, dz, s.plate, PLATE_RADIUS, PLATE_THICK, part.upper, t);
    if (towards * towards <= flat * (aside - COLLAR_RADIUS * COLLAR_RADIUS)) return t;
    const top = s.plate + PLATE_THICK;
    t = disc(oy, ox, oz, dx, dy, dz, top, COLLAR_RADIUS, 0.15, part.collar, t);
    t = disc(oy, ox, oz, dx, dy, dz, Math.max(SLEEVE_FROM, top + 0.15), ROD_RADIUS * 1.75, 30, part.sleeve, t);
    return disc(oy, ox, oz, dx, dy, dz, top, ROD_RADIUS, 30, part.rod, t);
  }

  /** Sets `n` to the normal of the hit solid at a point; edges are rounded. */
  function normalAt(kind: number, x: number, y: number, z: number): void {
    const r = Math.sqrt(x * x + z * z) || 1;
    const plate = kind < part.rod;
    const face = kind % 10;
    n.x = 0;
    n.y = face === side.top ? 1 : -1;
    n.z = 0;
    if (face === side.edge) {
      n.x = x / r;
      n.z = z / r;
      const low = kind < part.upper ? GROUND - PLATE_THICK : plate ? s.plate : s.plate + PLATE_THICK;
      const across = kind === part.rod + side.edge || kind > part.sleeve ? 0 : ((y - low) / 0.15) * 2 - 1;
      n.y = across * Math.abs(across) * 0.85;
    } else if (plate) {
      const rim = Math.max(0, (r - RIM) / (PLATE_RADIUS - RIM));
      n.x = (x / r) * rim * 0.9;
      n.z = (z / r) * rim * 0.9;
    }
    const inverse = 1 / Math.sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    n.x *= inverse;
    n.y *= inverse;
    n.z *= inverse;
  }

  return { found, normal: n, intersect, normalAt };
}

export type GlassPress = ReturnType<typeof createGlassPress>;
