import { at } from './film.ts';
import { fuzzLength } from './fuzz.ts';
import { type Lump, type Material, placed } from './lump.ts';
import { setNormal } from './normal.ts';

const KINDS = ['ball', 'box', 'can', 'ring', 'arch', 'rod'] as const;
const STRIDE = 21;
/** Number of neighbouring lumps in a bunch: a ray that misses the bunch's bounding sphere is tested against none of them. */
const BUNCH = 6;
/** Fine tufts of fuzz per unit of length. */
export const FUZZ_FREQUENCY = 52;

export interface ClayHit {
  distance: number;
  /** Number of the surface. Blended lumps of one material share it, so that no edge is drawn between them. */
  surface: number;
  nx: number;
  ny: number;
  nz: number;
  material: Material;
  /** The hit point in the coordinates of the lump. */
  lx: number;
  ly: number;
  lz: number;
}

/** A hit that calls overwrite. Fractions, so that V8 keeps the fields as doubles. */
export function createHit(material: Material): ClayHit {
  return { distance: 0.5, surface: 0, nx: 0.5, ny: 0.5, nz: 0.5, material, lx: 0.5, ly: 0.5, lz: 0.5 };
}

/** A set of lumps to trace rays against. Call `arrange` after groups or sizes have changed. */
export function createClay(lumps: readonly Lump[]) {
  const count = lumps.length;
  const data = new Float64Array(count * STRIDE);
  const kinds = new Uint8Array(count);
  const isCarved = new Uint8Array(count);
  const surfaces = surfacesOf(lumps);
  const active = new Int32Array(count);
  let activeCount = 0;
  const bunches = new Float64Array(Math.ceil(count / BUNCH) * 4);
  let from = 0;
  let until = 0;
  let widestBlend = 0.02;
  // Only camera rays see hair: shadows and occlusion of its size would be noise.
  let showsHair = false;
  let longestHair = 0;
  const first = lumps[0];
  if (!first) throw new RangeError('A set of clay needs at least one lump.');
  const hit = createHit(first.material);

  function arrange(): void {
    widestBlend = 0.02;
    longestHair = 1.5 * Math.max(...lumps.map(({ material }) => material.fuzz ?? 0));
    // The widest blend of this and all later lumps, set from the last to the first: lumps this far apart still shape each other.
    // The margin is never zero, because the distance to a squashed lump is an estimate.
    let laterBlend = Math.min(0.15, Math.max(...lumps.map(({ blend }) => blend ?? 0)));
    for (let index = count - 1; index >= 0; index--) {
      laterBlend = Math.max(laterBlend, lumps[index]?.blend ?? 0);
      data[index * STRIDE + 20] = laterBlend;
    }
    widestBlend = Math.max(widestBlend, laterBlend * 0.8);
    lumps.forEach((lump, index) => {
      const { place, matrix, factor, radius } = placed(lump);
      const base = index * STRIDE;
      data.set(place, base);
      data.set(matrix, base + 3);
      data.set(lump.size, base + 12);
      data[base + 15] = lump.round ?? 0;
      data[base + 16] = lump.blend ?? 0;
      const fuzz = lump.material.fuzz ?? 0;
      data[base + 17] = radius + fuzz;
      data[base + 18] = factor;
      data[base + 19] = fuzz;
      kinds[index] = KINDS.indexOf(lump.kind);
      isCarved[index] = lump.carve ? 1 : 0;
    });
    bundle();
  }

  /** Collects the lumps near a ray; false when there are none. */
  function collect(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    far: number,
    margin: number,
  ): boolean {
    activeCount = 0;
    from = far;
    until = 0;
    for (let bunch = 0, first = 0; first < count; bunch += 4, first += BUNCH) {
      const wide = at(bunches, bunch + 3) + margin;
      const bx = at(bunches, bunch) - ox;
      const by = at(bunches, bunch + 1) - oy;
      const bz = at(bunches, bunch + 2) - oz;
      const ahead = bx * dx + by * dy + bz * dz;
      if (bx * bx + by * by + bz * bz - ahead * ahead > wide * wide || ahead + wide < 0 || ahead - wide > far) continue;
      collectBunch(first, Math.min(count, first + BUNCH), ox, oy, oz, dx, dy, dz, far, margin);
    }
    if (from < 0) from = 0;
    if (until > far) until = far;
    return activeCount > 0;
  }

  function collectBunch(
    first: number,
    end: number,
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    far: number,
    margin: number,
  ): void {
    for (let index = first, base = first * STRIDE; index < end; index++, base += STRIDE) {
      const cx = at(data, base) - ox;
      const cy = at(data, base + 1) - oy;
      const cz = at(data, base + 2) - oz;
      const along = cx * dx + cy * dy + cz * dz;
      const radius = at(data, base + 17) + margin;
      const room = radius * radius - (cx * cx + cy * cy + cz * cz - along * along);
      if (room < 0) continue;
      const half = Math.sqrt(room);
      if (along + half < 0 || along - half > far) continue;
      active[activeCount++] = index;
      if (along - half < from) from = along - half;
      if (along + half > until) until = along + half;
    }
  }

  /** Sets the bounding sphere of each bunch of lumps. */
  function bundle(): void {
    for (let bunch = 0, first = 0; first < count; bunch += 4, first += BUNCH) {
      const end = Math.min(count, first + BUNCH);
      bunches.fill(0, bunch, bunch + 4);
      for (let index = first; index < end; index++)
        for (let axis = 0; axis < 3; axis++)
          bunches[bunch + axis] = at(bunches, bunch + axis) + at(data, index * STRIDE + axis) / (end - first);
      for (let index = first; index < end; index++) {
        const base = index * STRIDE;
        const distance = Math.hypot(
          at(data, base) - at(bunches, bunch),
          at(data, base + 1) - at(bunches, bunch + 1),
          at(data, base + 2) - at(bunches, bunch + 2),
        );
        bunches[bunch + 3] = Math.max(at(bunches, bunch + 3), distance + at(data, base + 17) + 1e-6);
      }
    }
  }

  function lumpDistance(index: number, x: number, y: number, z: number): number {
    const base = index * STRIDE;
    const px = x - at(data, base);
    const py = y - at(data, base + 1);
    const pz = z - at(data, base + 2);
    const qx = at(data, base + 3) * px + at(data, base + 4) * py + at(data, base + 5) * pz;
    const qy = at(data, base + 6) * px + at(data, base + 7) * py + at(data, base + 8) * pz;
    const qz = at(data, base + 9) * px + at(data, base + 10) * py + at(data, base + 11) * pz;
    const a = at(data, base + 12);
    const b = at(data, base + 13);
    const c = at(data, base + 14);
    const round = at(data, base + 15);
    let distance = 0;
    switch (at(kinds, index)) {
      case 0: {
        const ux = qx / a;
        const uy = qy / b;
        const uz = qz / c;
        const k = Math.sqrt(ux * ux + uy * uy + uz * uz);
        const vx = ux / a;
        const vy = uy / b;
        const vz = uz / c;
        distance = (k * (k - 1)) / (Math.sqrt(vx * vx + vy * vy + vz * vz) + 1e-9);
        break;
      }
      case 1: {
        const ex = Math.abs(qx) - a + round;
        const ey = Math.abs(qy) - b + round;
        const ez = Math.abs(qz) - c + round;
        const hx = Math.max(ex, 0);
        const hy = Math.max(ey, 0);
        const hz = Math.max(ez, 0);
        const inside = Math.max(ex, ey, ez);
        distance = Math.sqrt(hx * hx + hy * hy + hz * hz) + Math.min(inside, 0) - round;
        break;
      }
      case 2: {
        const ex = Math.sqrt(qx * qx + qz * qz) - a + round;
        const ey = Math.abs(qy) - b + round;
        const hx = Math.max(ex, 0);
        const hy = Math.max(ey, 0);
        const inside = Math.max(ex, ey);
        distance = Math.sqrt(hx * hx + hy * hy) + Math.min(inside, 0) - round;
        break;
      }
      case 3: {
        const ring = Math.sqrt(qx * qx + qz * qz) - a;
        distance = Math.sqrt(ring * ring + qy * qy) - b;
        break;
      }
      case 4: {
        const ring = qy > 0 ? Math.sqrt(qx * qx + qy * qy) - a : Math.abs(qx) - a;
        const below = Math.min(qy, 0);
        distance = Math.sqrt(ring * ring + below * below + qz * qz) - b;
        break;
      }
      default: {
        let share = (qy / b + 1) * 0.5;
        share = share < 0 ? 0 : Math.min(share, 1);
        const ey = qy - (share * 2 - 1) * b;
        distance = Math.sqrt(qx * qx + ey * ey + qz * qz) - (a + (c - a) * share);
      }
    }
    const own = distance * at(data, base + 18);
    const fuzz = at(data, base + 19);
    if (!showsHair || fuzz === 0) return own;
    // Where lumps blend, the skin is outside both of them; beyond it the hair fades, so that the distance stays continuous.
    const room = fuzz * 1.8 + at(data, base + 20) * 0.3 - own;
    if (room <= 0) return own;
    return own - fuzz * fuzzLength(qx, qy, qz, FUZZ_FREQUENCY) * Math.min(1, room / fuzz);
  }

  /** Distance to the collected lumps. `hint` is an upper bound of it; lumps farther away are skipped. */
  function distance(x: number, y: number, z: number, hint: number): number {
    let nearest = 1e9;
    for (let n = 0; n < activeCount; n++) {
      const index = at(active, n);
      const base = index * STRIDE;
      const k = at(data, base + 16);
      const carving = at(isCarved, index);
      // A lump whose bounding sphere is farther away than the nearest lump so far cannot change the result.
      const cx = x - at(data, base);
      const cy = y - at(data, base + 1);
      const cz = z - at(data, base + 2);
      const limit = (carving ? k - nearest : Math.min(nearest, hint) + at(data, base + 20)) + at(data, base + 17);
      if (limit < 0 || cx * cx + cy * cy + cz * cz > limit * limit) continue;
      const own = lumpDistance(index, x, y, z);
      if (carving) {
        const inner = -own;
        const h = k > 0 ? Math.max(0, k - Math.abs(nearest - inner)) / k : 0;
        nearest = Math.max(nearest, inner) + h * h * k * 0.25;
      } else if (k > 0) {
        const h = Math.max(0, k - Math.abs(nearest - own)) / k;
        nearest = Math.min(nearest, own) - h * h * k * 0.25;
      } else if (own < nearest) nearest = own;
    }
    return nearest < 1e9 ? nearest : hint;
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
  ): ClayHit | null {
    showsHair = true;
    if (!collect(ox, oy, oz, dx, dy, dz, far, widestBlend)) return null;
    let t = from;
    let hint = 1e9;
    for (let step = 0; step < 72 && t < until; step++) {
      const gap = distance(ox + dx * t, oy + dy * t, oz + dz * t, hint);
      if (gap < 0.0012 * (1 + t * 0.5)) {
        describe(ox + dx * t, oy + dy * t, oz + dz * t);
        hit.distance = t;
        return hit;
      }
      // The distance changes fast at the ends of hair, so the steps near them are smaller.
      t += gap * (gap < longestHair ? 0.62 : 0.93);
      // The distance grows by at most the step; the surplus is for squashed balls, whose distance is an estimate.
      hint = gap * 2.3 + 0.03;
    }
    return null;
  }

  function describe(x: number, y: number, z: number): void {
    let best = 1e9;
    let owner = 0;
    for (let n = 0; n < activeCount; n++) {
      const index = at(active, n);
      const base = index * STRIDE;
      const cx = x - at(data, base);
      const cy = y - at(data, base + 1);
      const cz = z - at(data, base + 2);
      const limit = best + at(data, base + 17);
      if (cx * cx + cy * cy + cz * cz > limit * limit) continue;
      // A lump added after a carved hollow covers it where both are about equally near.
      const covers = best < 1e9 && at(isCarved, owner) > at(isCarved, index) ? 0.014 : 0;
      const own = Math.abs(lumpDistance(index, x, y, z)) - covers;
      if (own < best) {
        best = own;
        owner = index;
      }
    }
    // On fuzz the normal is sampled over a wider distance, so that it looks soft, not rough.
    const e = at(data, owner * STRIDE + 19) > 0 ? 0.016 : 0.003;
    const a = distance(x + e, y - e, z - e, 0.05);
    const b = distance(x - e, y - e, z + e, 0.05);
    const c = distance(x - e, y + e, z - e, 0.05);
    const d = distance(x + e, y + e, z + e, 0.05);
    setNormal(hit, a, b, c, d);
    const lump = lumps[owner] as Lump;
    const base = owner * STRIDE;
    const px = x - at(data, base);
    const py = y - at(data, base + 1);
    const pz = z - at(data, base + 2);
    hit.surface = at(surfaces, owner);
    hit.material = lump.material;
    hit.lx = at(data, base + 3) * px + at(data, base + 4) * py + at(data, base + 5) * pz;
    hit.ly = at(data, base + 6) * px + at(data, base + 7) * py + at(data, base + 8) * pz;
    hit.lz = at(data, base + 9) * px + at(data, base + 10) * py + at(data, base + 11) * pz;
  }

  /** Share of a distant light that reaches a point, with soft edges: 0 in full shadow. `hardness`: 6 is overcast, 30 sunny. */
  function shadow(x: number, y: number, z: number, lx: number, ly: number, lz: number, hardness: number): number {
    showsHair = false;
    if (!collect(x, y, z, lx, ly, lz, 12, 0.12)) return 1;
    let open = 1;
    let t = Math.max(0.02, from);
    let hint = 1e9;
    for (let step = 0; step < 26 && t < until; step++) {
      const gap = distance(x + lx * t, y + ly * t, z + lz * t, hint);
      const share = (hardness * gap) / t;
      if (share < open) open = share;
      if (open < 0.01) return 0;
      const go = Math.max(0.03, gap);
      t += go;
      hint = Math.max(0, gap) + go * 1.3 + 0.03;
    }
    return open * open * (3 - 2 * open);
  }

  /** Ambient openness of a point: 1 in the open, less in corners and near contacts. `onClay`: the point is on a lump. */
  function openness(x: number, y: number, z: number, nx: number, ny: number, nz: number, onClay: boolean): number {
    showsHair = false;
    if (!collect(x + nx * 0.2, y + ny * 0.2, z + nz * 0.2, nx, ny, nz, 0.2, 0.35)) return 1;
    let closed = 0;
    let weight = 1;
    for (let step = 1; step <= 3; step++) {
      const h = 0.06 * step * step;
      const gap = distance(x + nx * h, y + ny * h, z + nz * h, onClay ? h * 1.3 + 0.03 : 1e9);
      closed += (weight * Math.max(0, h - gap)) / h;
      weight *= 0.62;
    }
    return Math.max(0.12, 1 - closed * 0.5);
  }

  arrange();
  return { arrange, intersect, shadow, openness };
}

export type Clay = ReturnType<typeof createClay>;

function surfacesOf(lumps: readonly Lump[]): Int32Array {
  const materials: Material[] = [];
  let body = 0;
  return Int32Array.from(lumps, (lump, index) => {
    if (!lump.blend) body++;
    // Hair blends into hair without an edge, even if the colours differ.
    if (lump.material.fuzz && (lump.blend || lumps[index + 1]?.blend)) return 0;
    if (!materials.includes(lump.material)) materials.push(lump.material);
    return body * 64 + materials.indexOf(lump.material);
  });
}
