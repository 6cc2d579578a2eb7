import {
  BUNCH,
  BUNCH_BYTES,
  type ClayKernel,
  FREE,
  LUMP_BYTES,
  OFF,
  PIECE_BYTES,
  ROOMY,
  startClayKernel,
} from './clay-kernel.ts';
import { type Lump, type Material, type Placement, placed } from './lump.ts';

const KINDS = ['ball', 'box', 'can', 'ring', 'arch', 'rod'] as const;
/** A shadow up to this hardness is soft. */
const SOFT = 5;
/** The surface numbers within one piece are below this. */
const SURFACES = 8192;

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

/** A hit to be overwritten. Fractions, so that V8 keeps the fields as doubles. */
export function createHit(material: Material): ClayHit {
  return { distance: 0.5, surface: 0, nx: 0.5, ny: 0.5, nz: 0.5, material, lx: 0.5, ly: 0.5, lz: 0.5 };
}

/** Lumps with their place in the kernel's memory. */
interface Group {
  readonly lumps: readonly Lump[];
  readonly piece: number;
  readonly bunches: number;
  readonly first: number;
  readonly bounded: boolean;
}

/**
 * Pieces of clay to trace rays against; lumps blend only within a piece. With `hulls`, soft shadows and occlusion are those of
 * the hulls, and a ray is only tested against pieces whose bounding sphere it hits. Call `arrange` after groups or sizes have
 * changed.
 *
 * Rays are traced four at a time: write them to `lanes` (`OFF` as far end where there is none), call `intersectLanes`,
 * `shadowLanes` or `opennessLanes`, and read each lane's result. The other functions trace one ray.
 */
export function createClaySet(pieces: readonly (readonly Lump[])[], hulls: readonly (readonly Lump[])[] | null) {
  const listed = [...pieces, ...(hulls ?? [])];
  const { groups, bytes } = laidOut(listed, hulls !== null);
  const kernel = startClayKernel(bytes);
  const { lanes, floats, owner, normal, value } = kernel;
  const [normalX, normalY, normalZ] = normal;
  const lumps = listed.flat();
  const [firstLump] = lumps;
  if (!firstLump) throw new RangeError('A set of clay needs at least one lump.');
  const firstAt = groups[0]?.first ?? 0;
  const surfaces = listed.flatMap((piece, index) =>
    surfacesOf(piece).map((surface) => surface + (index % pieces.length) * SURFACES),
  );
  const middle = FREE + pieces.length * PIECE_BYTES;
  const end = FREE + listed.length * PIECE_BYTES;
  const single = createHit(firstLump.material);

  function arrange(): void {
    const places = new Map<Lump, Placement>();
    for (const lump of lumps) if (!places.has(lump)) places.set(lump, placed(lump));
    for (const group of groups) arrangeGroup(kernel, group, places);
  }

  function intersectLanes(): void {
    kernel.intersect(FREE, middle);
  }

  /** Writes the hit of a lane's ray to `hit`; false for none. Call it before the lanes are used again. */
  function readHit(lane: number, hit: ClayHit): boolean {
    const lump = owner[lane] as number;
    if (lump === 0) return false;
    const index = (lump - firstAt) / LUMP_BYTES;
    const base = lump >> 2;
    const distance = lanes.far[lane] as number;
    hit.distance = distance;
    hit.surface = surfaces[index] as number;
    hit.material = (lumps[index] as Lump).material;
    hit.nx = normalX[lane] as number;
    hit.ny = normalY[lane] as number;
    hit.nz = normalZ[lane] as number;
    const px = (lanes.ox[lane] as number) + (lanes.dx[lane] as number) * distance - (floats[base] as number);
    const py = (lanes.oy[lane] as number) + (lanes.dy[lane] as number) * distance - (floats[base + 1] as number);
    const pz = (lanes.oz[lane] as number) + (lanes.dz[lane] as number) * distance - (floats[base + 2] as number);
    hit.lx = (floats[base + 3] as number) * px + (floats[base + 4] as number) * py + (floats[base + 5] as number) * pz;
    hit.ly = (floats[base + 6] as number) * px + (floats[base + 7] as number) * py + (floats[base + 8] as number) * pz;
    hit.lz =
      (floats[base + 9] as number) * px + (floats[base + 10] as number) * py + (floats[base + 11] as number) * pz;
    return true;
  }

  /** The share of a distant light that reaches each lane's origin from its direction, with soft edges: 0 in full shadow. */
  function shadowLanes(hardness: number): Float32Array {
    if (hulls && hardness <= SOFT) kernel.shadow(middle, end, hardness);
    else kernel.shadow(FREE, middle, hardness);
    return value;
  }

  /** Ambient openness of each lane's origin in its direction: 1 in the open, less in corners and near contacts. */
  function opennessLanes(): Float32Array {
    if (hulls) kernel.openness(middle, end);
    else kernel.openness(FREE, middle);
    return value;
  }

  function setLane(
    lane: number,
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    far: number,
  ): void {
    lanes.ox[lane] = ox;
    lanes.oy[lane] = oy;
    lanes.oz[lane] = oz;
    lanes.dx[lane] = dx;
    lanes.dy[lane] = dy;
    lanes.dz[lane] = dz;
    lanes.far[lane] = far;
  }

  function setOnly(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, far: number): void {
    lanes.far.fill(OFF);
    setLane(0, ox, oy, oz, dx, dy, dz, far);
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
    setOnly(ox, oy, oz, dx, dy, dz, far);
    intersectLanes();
    return readHit(0, single) ? single : null;
  }

  /** Share of a distant light that reaches a point: 0 in full shadow. `hardness`: 6 is overcast, 30 sunny. */
  function shadow(x: number, y: number, z: number, lx: number, ly: number, lz: number, hardness: number): number {
    setOnly(x, y, z, lx, ly, lz, SHADOW_FAR);
    return shadowLanes(hardness)[0] as number;
  }

  /** Ambient openness of a point away from the clay. */
  function openness(x: number, y: number, z: number, nx: number, ny: number, nz: number): number {
    setOnly(x, y, z, nx, ny, nz, OPEN_FAR);
    lanes.roomy[0] = ROOMY;
    return opennessLanes()[0] as number;
  }

  arrange();
  return { arrange, lanes, setLane, intersectLanes, readHit, shadowLanes, opennessLanes, intersect, shadow, openness };
}

/** Length of a shadow ray. */
export const SHADOW_FAR = 12;
/** Far end of a lane for `opennessLanes`. */
export const OPEN_FAR = 1;

export type Clay = ReturnType<typeof createClaySet>;

function laidOut(listed: readonly (readonly Lump[])[], bounded: boolean): { groups: Group[]; bytes: number } {
  let bunches = FREE + listed.length * PIECE_BYTES;
  let first = listed.reduce((sum, { length }) => sum + Math.ceil(length / BUNCH) * BUNCH_BYTES, bunches);
  const groups = listed.map((lumps, index) => {
    const group = { lumps, piece: FREE + index * PIECE_BYTES, bunches, first, bounded };
    bunches += Math.ceil(lumps.length / BUNCH) * BUNCH_BYTES;
    first += lumps.length * LUMP_BYTES;
    return group;
  });
  return { groups, bytes: first - FREE };
}

function arrangeGroup({ floats, words }: ClayKernel, group: Group, places: ReadonlyMap<Lump, Placement>): void {
  const { lumps, piece, bunches, first, bounded } = group;
  // The widest blend of this and all later lumps, set from the last to the first: lumps this far apart still shape each other.
  // The margin is never zero, because the distance to a squashed lump is an estimate.
  let laterBlend = Math.min(0.15, Math.max(...lumps.map(({ blend }) => blend ?? 0)));
  for (let index = lumps.length - 1; index >= 0; index--) {
    const lump = lumps[index] as Lump;
    const { place, matrix, factor, radius } = places.get(lump) as Placement;
    const { size, blend = 0, round = 0, material, kind, carve = false } = lump;
    laterBlend = Math.max(laterBlend, blend);
    const base = (first + index * LUMP_BYTES) >> 2;
    floats.set(place, base);
    floats.set(matrix, base + 3);
    floats.set(size, base + 12);
    for (let axis = 0; axis < 3; axis++) floats[base + 15 + axis] = 1 / (size[axis] as number);
    const fuzz = material.fuzz ?? 0;
    floats.set([round, blend, radius + fuzz, factor, fuzz, laterBlend], base + 18);
    words[base + 24] = KINDS.indexOf(kind);
    words[base + 25] = carve ? 1 : 0;
  }
  const spheres = lumps.map((lump, index) => ({
    place: (places.get(lump) as Placement).place,
    radius: floats[((first + index * LUMP_BYTES) >> 2) + 20] as number,
  }));
  for (let start = 0, bunch = bunches >> 2; start < spheres.length; start += BUNCH, bunch += BUNCH_BYTES >> 2)
    floats.set(sphereAround(spheres.slice(start, start + BUNCH)), bunch);
  const base = piece >> 2;
  words.set([first, first + lumps.length * LUMP_BYTES, bunches, bounded ? 1 : 0], base);
  floats.set(sphereAround(spheres), base + 4);
  floats[base + 8] = Math.max(0.02, laterBlend * 0.8);
  floats[base + 9] = 1.5 * Math.max(...lumps.map(({ material }) => material.fuzz ?? 0));
}

function sphereAround(spheres: readonly { place: readonly number[]; radius: number }[]): number[] {
  const middle = [0, 1, 2].map(
    (axis) => spheres.reduce((sum, { place }) => sum + (place[axis] as number), 0) / spheres.length,
  );
  const [x, y, z] = middle as [number, number, number];
  const reach = spheres.map(
    ({ place, radius }) =>
      Math.hypot((place[0] as number) - x, (place[1] as number) - y, (place[2] as number) - z) + radius,
  );
  return [x, y, z, Math.max(...reach) + 1e-5];
}

function surfacesOf(lumps: readonly Lump[]): number[] {
  const materials: Material[] = [];
  let body = 0;
  return lumps.map((lump, index) => {
    if (!lump.blend) body++;
    // Hair blends into hair without an edge, even if the colours differ.
    if (lump.material.fuzz && (lump.blend || lumps[index + 1]?.blend)) return 0;
    if (!materials.includes(lump.material)) materials.push(lump.material);
    return body * 64 + materials.indexOf(lump.material);
  });
}
