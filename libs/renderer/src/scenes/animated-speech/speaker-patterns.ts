import type { Colour } from '../../stage/colour.ts';
import { clamp } from '../../stage/easing.ts';
import type { Material } from '../../stage/lump.ts';
import { noise3 } from '../../stage/noise.ts';

/** Skin: redder and a little darker in a slow pattern; `freckled` adds freckles. */
export function blushing(freckled: boolean): NonNullable<Material['pattern']> {
  return (x, y, z, base, out) => {
    const tone = 0.95 + 0.1 * noise3(x * 7, y * 7, z * 7);
    const speck = freckled ? Math.max(0, noise3(x * 34, y * 34, z * 34) - 0.78) * 1.6 : 0;
    out.r = base.r * (tone - speck * 0.4);
    out.g = base.g * (tone - speck * 0.9);
    out.b = base.b * (tone - speck);
  };
}

/** Pupil, iris with a dark rim and a lighter lower half, and the white; the eye looks along its own -z. */
export function irised(iris: Colour): NonNullable<Material['pattern']> {
  return (x, y, z, base, out) => {
    const radius = Math.hypot(x, y) / 0.17;
    const white = z > 0 ? 1 : clamp((radius - 0.62) / 0.05);
    const black = z > 0 ? 0 : 1 - clamp((radius - 0.29) / 0.05);
    const rim = 1 - 0.75 * clamp((radius - 0.46) / 0.14);
    const rays = 0.75 + 0.5 * noise3(Math.atan2(y, x) * 5 + 20, radius * 3, 0);
    const lit = rim * rays * (0.75 - (y / 0.17) * 0.9);
    const glint = 1 - clamp((Math.hypot(x + 0.047, y - 0.058) - 0.026) / 0.008);
    const small = 1 - clamp((Math.hypot(x - 0.045, y + 0.05) - 0.012) / 0.008);
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
