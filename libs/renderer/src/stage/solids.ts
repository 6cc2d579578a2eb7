import { setNormal } from './normal.ts';
import type { Solid, SolidHit } from './solid.ts';

const STRIDE = 5;

/** Solids to trace rays against. Call `arrange` after bounds have changed. */
export function createSolids(solids: readonly Solid[]) {
  const count = solids.length;
  const cans = new Float64Array(count * STRIDE);
  const shown = new Uint8Array(count);
  const fine = solids.map((solid) => solid.distance);
  const plain = solids.map((solid) => solid.hull ?? solid.distance);
  const casts = Uint8Array.from(solids, ({ hull }) => (hull === null ? 0 : 1));
  const active = new Int32Array(count);
  const hit: SolidHit = { distance: 0.5, index: 0, nx: 0.5, ny: 0.5, nz: 0.5 };
  let activeCount = 0;
  let owner = 0;
  // Start and end of the collected solids along the ray, kept in a typed array so that writing them allocates no memory.
  const span = new Float64Array(2);

  function arrange(): void {
    solids.forEach(({ bounds, shown: is }, index) => {
      cans.set([bounds.x, bounds.y, bounds.z, bounds.wide, bounds.tall], index * STRIDE);
      shown[index] = is ? 1 : 0;
    });
  }

  /** Collects the solids whose bounding cylinder a ray hits; false when there are none. */
  function collect(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    far: number,
    margin: number,
    except: number,
    hulls: boolean,
  ): boolean {
    activeCount = 0;
    let from = far;
    let until = 0;
    const flat = dx * dx + dz * dz + 1e-12;
    const steep = Math.abs(dy) < 1e-7 ? 1e-7 : dy;
    for (let index = 0, base = 0; index < count; index++, base += STRIDE) {
      if ((shown[index] as number) === 0 || index === except || (hulls && (casts[index] as number) === 0)) continue;
      const px = ox - (cans[base] as number);
      const py = oy - (cans[base + 1] as number);
      const pz = oz - (cans[base + 2] as number);
      const wide = (cans[base + 3] as number) + margin;
      const tall = (cans[base + 4] as number) + margin;
      const b = px * dx + pz * dz;
      const room = b * b - flat * (px * px + pz * pz - wide * wide);
      if (room < 0) continue;
      const half = Math.sqrt(room);
      const one = (-tall - py) / steep;
      const two = (tall - py) / steep;
      const enter = Math.max((-b - half) / flat, Math.min(one, two));
      const leave = Math.min((-b + half) / flat, Math.max(one, two));
      if (leave < enter || leave < 0 || enter > far) continue;
      active[activeCount++] = index;
      if (enter < from) from = enter;
      if (leave > until) until = leave;
    }
    span[0] = Math.max(from, 0);
    span[1] = Math.min(until, far);
    return activeCount > 0;
  }

  /** Distance to the collected solids; sets `owner` to the nearest one, -1 if only a bounding cylinder is near. */
  function distance(shapes: Solid['distance'][], x: number, y: number, z: number): number {
    let nearest = 1e9;
    owner = -1;
    for (let n = 0; n < activeCount; n++) {
      const index = active[n] as number;
      const base = index * STRIDE;
      const px = x - (cans[base] as number);
      const pz = z - (cans[base + 2] as number);
      const beside = Math.sqrt(px * px + pz * pz) - (cans[base + 3] as number);
      const above = Math.abs(y - (cans[base + 1] as number)) - (cans[base + 4] as number);
      const outside = Math.max(beside, above);
      if (outside >= nearest) continue;
      if (outside > 0.06) {
        nearest = outside;
        owner = -1;
        continue;
      }
      const own = (shapes[index] as Solid['distance'])(x, y, z);
      if (own < nearest) {
        nearest = own;
        owner = index;
      }
    }
    return nearest;
  }

  /** Traces a ray; null when it hits nothing nearer than `far`. The next call overwrites the result. */
  function intersect(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    far: number,
    except = -1,
  ): SolidHit | null {
    if (!collect(ox, oy, oz, dx, dy, dz, far, 0.01, except, false)) return null;
    let t = span[0] as number;
    const until = span[1] as number;
    for (let step = 0; step < 90 && t < until; step++) {
      const gap = distance(fine, ox + dx * t, oy + dy * t, oz + dz * t);
      if (gap < 0.001 + t * 0.0008 && owner >= 0) {
        hit.distance = t;
        hit.index = owner;
        normal(owner, ox + dx * t, oy + dy * t, oz + dz * t);
        return hit;
      }
      t += Math.max(0.002, gap);
    }
    return null;
  }

  function normal(index: number, x: number, y: number, z: number): void {
    const solid = solids[index] as Solid;
    const e = 0.004;
    let a = solid.distance(x + e, y - e, z - e);
    let b = solid.distance(x - e, y - e, z + e);
    let c = solid.distance(x - e, y + e, z - e);
    let d = solid.distance(x + e, y + e, z + e);
    if (solid.bumps) {
      a -= solid.bumps(x + e, y - e, z - e);
      b -= solid.bumps(x - e, y - e, z + e);
      c -= solid.bumps(x - e, y + e, z - e);
      d -= solid.bumps(x + e, y + e, z + e);
    }
    setNormal(hit, a, b, c, d);
  }

  /** Share of a wide lamp's light that reaches a point: 0 in full shadow. Clear solids only halve the light. */
  function shadow(
    x: number,
    y: number,
    z: number,
    lx: number,
    ly: number,
    lz: number,
    hardness: number,
    except = -1,
  ): number {
    if (!collect(x, y, z, lx, ly, lz, 6, 0.1, except, true)) return 1;
    let open = 1;
    let t = Math.max(0.025, span[0] as number);
    const until = span[1] as number;
    for (let step = 0; step < 16 && t < until; step++) {
      const gap = distance(plain, x + lx * t, y + ly * t, z + lz * t);
      const share = 0.5 + (0.5 * hardness * gap) / t;
      if (share < open) open = share;
      if (open <= 0.02) return 0;
      t += Math.max(0.05, gap);
    }
    return open * open * (3 - 2 * open);
  }

  /** Ambient openness of a point in a direction: 1 in the open, less in corners and near contacts. */
  function openness(x: number, y: number, z: number, nx: number, ny: number, nz: number): number {
    if (!collect(x, y, z, nx, ny, nz, 0.5, 0.3, -1, true)) return 1;
    let closed = 0;
    let weight = 1;
    for (let step = 1; step <= 2; step++) {
      const h = 0.07 * step * step;
      const gap = distance(plain, x + nx * h, y + ny * h, z + nz * h);
      closed += (weight * Math.max(0, h - gap)) / h;
      weight *= 0.7;
    }
    return Math.max(0.06, 1 - closed * 0.62);
  }

  arrange();
  return { solids, arrange, intersect, shadow, openness };
}

export type Solids = ReturnType<typeof createSolids>;
