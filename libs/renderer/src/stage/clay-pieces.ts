import { createClaySet } from './clay-set.ts';
import type { Lump } from './lump.ts';

/** Lumps smaller than this share of their piece cast no soft shadow. */
const SMALL = 0.28;

/**
 * Many pieces of clay that never blend into each other. A ray is only tested against pieces whose bounding sphere it hits,
 * which pays off from about thirty lumps on.
 */
export function createClayPieces(pieces: readonly (readonly Lump[])[]) {
  return createClaySet(pieces, pieces.map(hullOf));
}

/** The big lumps of a piece; only they cast soft shadows. */
function hullOf(lumps: readonly Lump[]): readonly Lump[] {
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
  return lumps.length > 8 && big.length > 0 ? big : lumps;
}
