import type { Colour } from '../../stage/colour.ts';
import { clamp } from '../../stage/easing.ts';
import type { Material } from '../../stage/lump.ts';
import { noise3 } from '../../stage/noise.ts';

/** A large pupil, a narrow iris and the white, as on a puppet's eye of this size; it looks along its own -z. */
export function irised(iris: Colour, size: number): NonNullable<Material['pattern']> {
  return (x, y, z, base, out) => {
    const radius = Math.hypot(x, y) / size;
    const white = z > 0 ? 1 : clamp((radius - 0.56) / 0.05);
    const black = z > 0 ? 0 : 1 - clamp((radius - 0.4) / 0.05);
    const lit = 0.8 - (y / size) * 0.8;
    const glint = 1 - clamp((Math.hypot(x + size * 0.2, y - size * 0.26) - size * 0.15) / 0.01);
    const small = 1 - clamp((Math.hypot(x - size * 0.2, y + size * 0.22) - size * 0.06) / 0.01);
    const shine = z > 0 ? 0 : Math.max(glint, small * 0.7);
    out.r = (base.r * white + iris.r * lit * (1 - white)) * (1 - black) + shine * 1.6;
    out.g = (base.g * white + iris.g * lit * (1 - white)) * (1 - black) + shine * 1.6;
    out.b = (base.b * white + iris.b * lit * (1 - white)) * (1 - black) + shine * 1.6;
  };
}

/** Broad stripes across the local y axis. */
export function striped(other: Colour): NonNullable<Material['pattern']> {
  return (x, y, z, base, out) => {
    const share = clamp((Math.sin(y * 19) - 0.05) * 9);
    const tone = 0.96 + 0.08 * noise3(x * 40, y * 40, z * 40);
    out.r = (base.r + (other.r - base.r) * share) * tone;
    out.g = (base.g + (other.g - base.g) * share) * tone;
    out.b = (base.b + (other.b - base.b) * share) * tone;
  };
}

/** Rows of stitches. */
export function knitted(x: number, y: number, z: number, base: Colour, out: Colour): void {
  const row = Math.sin(y * 62);
  const stitch = Math.sin((Math.atan2(x, -z) * 0.6 + Math.abs(((y * 20) % 1) - 0.5) * 0.05) * 62);
  const tone = 0.95 + 0.07 * row * stitch + 0.05 * noise3(x * 12, y * 12, z * 12);
  out.r = base.r * tone;
  out.g = base.g * tone;
  out.b = base.b * tone;
}
