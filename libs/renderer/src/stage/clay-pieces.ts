import { type Clay, type ClayHit, createClay, createHit } from './clay.ts';
import { at } from './film.ts';
import { type Lump, placed } from './lump.ts';

/** Lumps smaller than this share of their piece cast no soft shadow. */
const SMALL = 0.28;
/** A shadow up to this hardness is soft. */
const SOFT = 5;
/** The surface numbers within one piece are below this. */
const SURFACES = 8192;

/**
 * Many pieces of clay that never blend into each other. A ray is only tested against pieces whose bounding sphere it hits,
 * which pays off from about thirty lumps on. The interface is that of one set of clay.
 */
export function createClayPieces(pieces: readonly (readonly Lump[])[]): Clay {
  const clays = pieces.map(createClay);
  const hulls = pieces.map(hullOf);
  const bounds = new Float64Array(pieces.length * 4);
  const count = pieces.length;
  const hit = createHit((pieces[0] as readonly [Lump])[0].material);

  function arrange(): void {
    pieces.forEach((lumps, index) => {
      (clays[index] as Clay).arrange();
      (hulls[index] as Clay).arrange();
      const places = lumps.map(placed);
      let [x, y, z, radius] = [0, 0, 0, 0];
      for (const { place } of places) {
        x += place[0] / places.length;
        y += place[1] / places.length;
        z += place[2] / places.length;
      }
      for (const { place, radius: lumpRadius } of places)
        radius = Math.max(radius, Math.hypot(place[0] - x, place[1] - y, place[2] - z) + lumpRadius);
      bounds.set([x, y, z, radius], index * 4);
    });
  }

  /** Whether a ray of length `far` comes within `margin` of a piece's bounding sphere. */
  function passes(
    index: number,
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    far: number,
    margin: number,
  ): boolean {
    const base = index * 4;
    const cx = at(bounds, base) - ox;
    const cy = at(bounds, base + 1) - oy;
    const cz = at(bounds, base + 2) - oz;
    const radius = at(bounds, base + 3) + margin;
    const along = cx * dx + cy * dy + cz * dz;
    if (along < -radius || along - radius > far) return false;
    return cx * cx + cy * cy + cz * cz - along * along <= radius * radius;
  }

  function intersect(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    far: number,
  ): ClayHit | null {
    let nearest = far;
    let isHit = false;
    for (let index = 0; index < count; index++) {
      if (!passes(index, ox, oy, oz, dx, dy, dz, nearest, 0.05)) continue;
      const pieceHit = (clays[index] as Clay).intersect(ox, oy, oz, dx, dy, dz, nearest);
      if (!pieceHit) continue;
      isHit = true;
      nearest = pieceHit.distance;
      hit.distance = pieceHit.distance;
      hit.surface = pieceHit.surface + index * SURFACES;
      hit.nx = pieceHit.nx;
      hit.ny = pieceHit.ny;
      hit.nz = pieceHit.nz;
      hit.material = pieceHit.material;
      hit.lx = pieceHit.lx;
      hit.ly = pieceHit.ly;
      hit.lz = pieceHit.lz;
    }
    return isHit ? hit : null;
  }

  function shadow(x: number, y: number, z: number, lx: number, ly: number, lz: number, hardness: number): number {
    const tested = hardness > SOFT ? clays : hulls;
    let open = 1;
    for (let index = 0; index < count && open > 0.01; index++)
      if (passes(index, x, y, z, lx, ly, lz, 12, 0.12))
        open = Math.min(open, (tested[index] as Clay).shadow(x, y, z, lx, ly, lz, hardness));
    return open;
  }

  function openness(x: number, y: number, z: number, nx: number, ny: number, nz: number, onClay: boolean): number {
    let open = 1;
    for (let index = 0; index < count; index++)
      if (passes(index, x, y, z, nx, ny, nz, 0.55, 0.1))
        open = Math.min(open, (hulls[index] as Clay).openness(x, y, z, nx, ny, nz, onClay));
    return open;
  }

  arrange();
  return { arrange, intersect, shadow, openness };
}

/** The big lumps of a piece; only they cast soft shadows. */
function hullOf(lumps: readonly Lump[]): Clay {
  const sizes = lumps.map(({ at: place, size, kind }) => {
    const own =
      kind === 'box'
        ? Math.hypot(...size)
        : kind === 'rod'
          ? size[1] + size[0]
          : Math.max(size[0], size[1], kind === 'ball' ? size[2] : 0);
    return { own, reach: Math.hypot(...place) + own };
  });
  const whole = Math.max(...sizes.map(({ reach }) => reach)) * 0.7;
  const big = lumps.filter((_, index) => (sizes[index]?.own ?? 0) >= whole * SMALL);
  return createClay(lumps.length > 8 && big.length > 0 ? big : lumps);
}
