import { solidsKernel } from './generated/solids-kernel.ts';
import { setNormal } from './normal.ts';
import type { Solid, SolidHit } from './solid.ts';
import { kernelOf } from './wasm.ts';

/** The most solids of a set, and where the kernel has their bounds. */
const MOST = 128;
const FIELDS = 1024;

const start = kernelOf<{
  collect(
    count: number,
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
  ): number;
}>(solidsKernel);

/** Solids to trace rays against. Call `arrange` after bounds have changed. */
export function createSolids(solids: readonly Solid[]) {
  const count = solids.length;
  if (count > MOST) throw new RangeError(`A set holds at most ${MOST} solids.`);
  const { memory, collect: collectSolids } = start();
  const span = new Float32Array(memory.buffer, 0, 2);
  const active = new Int32Array(memory.buffer, 16, MOST);
  const [xs, ys, zs, wides, talls] = [0, 1, 2, 3, 4].map(
    (row) => new Float32Array(memory.buffer, FIELDS + row * MOST * 4, MOST),
  ) as [Float32Array, Float32Array, Float32Array, Float32Array, Float32Array];
  wides.fill(-1);
  const casts = new Int32Array(memory.buffer, FIELDS + 5 * MOST * 4, MOST);
  casts.set(solids.map(({ hull }) => (hull === null ? 0 : -1)));
  const fine = solids.map((solid) => solid.distance);
  const plain = solids.map((solid) => solid.hull ?? solid.distance);
  const hit: SolidHit = { distance: 0.5, index: 0, nx: 0.5, ny: 0.5, nz: 0.5 };
  let activeCount = 0;
  let owner = 0;
  function arrange(): void {
    solids.forEach(({ bounds, shown }, index) => {
      xs[index] = bounds.x;
      ys[index] = bounds.y;
      zs[index] = bounds.z;
      wides[index] = shown ? bounds.wide : -1;
      talls[index] = bounds.tall;
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
    activeCount = collectSolids(count, ox, oy, oz, dx, dy, dz, far, margin, except, hulls);
    return activeCount > 0;
  }

  /** Distance to the collected solids; sets `owner` to the nearest one, -1 if only a bounding cylinder is near. */
  function distance(shapes: Solid['distance'][], x: number, y: number, z: number): number {
    let nearest = 1e9;
    owner = -1;
    for (let n = 0; n < activeCount; n++) {
      const index = active[n] as number;
      const px = x - (xs[index] as number);
      const pz = z - (zs[index] as number);
      const beside = Math.sqrt(px * px + pz * pz) - (wides[index] as number);
      const above = Math.abs(y - (ys[index] as number)) - (talls[index] as number);
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
