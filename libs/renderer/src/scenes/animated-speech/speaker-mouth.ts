import type { Colour } from '../../stage/colour.ts';
import { mix, smooth } from '../../stage/easing.ts';
import type { Material } from '../../stage/lump.ts';
import type { Mouth } from '../../stage/mouth.ts';
import type { Looks } from './speaker-looks.ts';

/** Softness of painted edges: about one pixel of the film. */
const SOFT = 0.006;

/**
 * Paints a mouth on the face's materials: lips, tongue and the dark between them. Coordinates are the head's, from the
 * middle of the mouth. The hollow behind it is carved along the same curves, so the lips cover its rim.
 */
export function createMouthPaint({ lips, throat, tongue }: Looks['materials']) {
  const shape = { width: 0.16, up: 0, down: 0, smile: 0, lip: 1 };

  function set({ open, wide, round, press, tuck }: Mouth, smile: number): void {
    shape.width = mix(0.21, 0.29, wide) * (1 - 0.3 * round) + smile * 0.06 - press * 0.02;
    shape.up = open * (0.06 + 0.02 * round) + tuck * 0.02;
    shape.down = open * (0.25 - 0.04 * round) * (1 - tuck) + smile * open * 0.02;
    shape.smile = smile;
    shape.lip = 1 - 0.35 * press + 0.35 * round - 0.25 * smile * open;
  }

  /** How far the smile lifts the mouth at `t`, which runs from -1 to 1 across it. */
  function lift(t: number): number {
    return (0.014 + shape.smile * 0.07) * t * t - shape.smile * 0.016;
  }

  /** Paints over `out` at a point that is `deep` behind the lips. Returns false outside the mouth. */
  function paint(x: number, y: number, deep: number, out: Colour): boolean {
    const { width, up, down } = shape;
    const t = x / width;
    if (Math.abs(t) > 1.35 || y > up + 0.16 || y < -down - 0.14) return false;
    const inner = Math.max(0, 1 - t * t);
    const arch = lift(Math.max(-1, Math.min(1, t)));
    const top = up * inner ** 0.7 + arch;
    const bottom = -down * inner ** 0.6 + arch;
    const beyond = Math.max(0, Math.abs(t) - 1) * width;
    const above = y - top;
    const below = bottom - y;
    const outside = beyond > 0 ? Math.hypot(beyond, Math.max(above, below, 0)) : Math.max(above, below);
    const upper = above > below;
    // A seam of darker felt, a little fuller below.
    const bow = upper ? 0.012 : 0.018;
    const thick = (0.014 + bow * inner ** 0.6) * shape.lip;
    const lip = smooth(thick + SOFT, thick - SOFT, outside);
    if (lip <= 0) return false;
    const share = Math.max(0, Math.min(1, outside / thick));
    const round = 0.72 + 0.42 * Math.sin(Math.PI * (0.12 + 0.8 * share)) + (upper ? -0.1 : 0.1);
    over(out, lips.colour, round, lip);
    const gap = top - bottom;
    const inside = smooth(0.004 + SOFT, 0.004 - SOFT, outside) * (beyond > 0 ? 0 : 1);
    if (inside <= 0) return true;
    over(out, throat.colour, 0.35 + 0.5 * smooth(0.16, 0, deep), inside);
    if (gap < 0.012) return true;
    const lick = smooth(1.05, 0.95, Math.hypot(t / 0.72, (y - bottom - 0.006) / (0.035 + 0.34 * gap)));
    over(
      out,
      tongue.colour,
      0.66 + 0.5 * smooth(-0.02, 0.09, bottom + gap * 0.42 - y) - 0.25 * smooth(0.03, 0, Math.abs(x)),
      lick * inside * 0.95,
    );
    return true;
  }

  /** A material with the mouth painted on it; `from` is its origin, relative to the middle of the mouth. */
  function on(
    under: Material,
    from: () => { x: number; y: number },
    depthAt: (x: number, y: number, z: number) => number,
  ): Material {
    return {
      ...under,
      pattern: (x, y, z, base, out) => {
        if (under.pattern) under.pattern(x, y, z, base, out);
        if (z > 0) return;
        const { x: left, y: low } = from();
        paint(x + left, y + low, depthAt(x, y, z), out);
      },
    };
  }

  return { shape, set, lift, on };
}

function over(out: Colour, paint: Colour, tone: number, share: number): void {
  out.r = mix(out.r, paint.r * tone, share);
  out.g = mix(out.g, paint.g * tone, share);
  out.b = mix(out.b, paint.b * tone, share);
}
